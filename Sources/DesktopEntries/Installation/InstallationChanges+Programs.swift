import UnixSystem

/// The copies of the programs.
extension InstallationChanges {
    /// Copies either all programs or no program. Older copies are replaced, even while they run.
    ///
    /// A link in the place of a copy is replaced too; its target stays unchanged, and the record keeps the link.
    /// Another program in the place is not kept in the record: the copy counts as its next version.
    ///
    /// - Returns: The paths at which a program existed before.
    mutating func copy(
        _ copies: [InstalledPrograms.Copy], report: inout InstallationReport
    ) throws(InstallationError) -> Set<String> {
        let directories = record.directories.count
        do throws(InstallationError) {
            let staged = try stage(copies)
            var replaced: Set<String> = []
            for (index, copy) in copies.enumerated() {
                let path = copy.target.text
                let (before, text) = try describe(path)
                if text != nil { replaced.insert(path) }
                if !isRehearsal {
                    record[path] = InstallationRecord.File(
                        path: path, before: before, after: FileMark(of: staged[index]).map(FileState.program))
                }
                report.add(.copy, "\(copy.source) to \(path)" + (text.map { ", \($0)" } ?? ""))
            }
            try save()
            for file in staged {
                do throws(SystemCallError) { try file.place() } catch { throw .system(error) }
            }
            return replaced
        } catch {
            for made in record.directories.dropFirst(directories).reversed() { Directory.removeIfEmpty(made) }
            throw error
        }
    }

    /// Makes the copies under temporary names, so that an error happens before a program is replaced. Makes none in a
    /// rehearsal.
    private mutating func stage(_ copies: [InstalledPrograms.Copy]) throws(InstallationError) -> [StagedFile] {
        var staged: [StagedFile] = []
        for copy in copies {
            let path = copy.target.text
            try makeDirectory(Directory.parent(of: path))
            do throws(SystemCallError) {
                try File.checkReplaceable(path)
                if !isRehearsal { staged.append(try StagedFile(copyOf: copy.source, for: path)) }
            } catch {
                throw .system(error)
            }
        }
        return staged
    }

    /// Returns the state before the first installation if it can be restored, and a description of the current state.
    private func describe(_ path: String) throws(InstallationError) -> (before: FileState?, now: String?) {
        if let destination = File.destination(ofLink: path) {
            return (.link(to: destination), "replacing a link to \(destination)")
        }
        return (record[path]?.before, File.exists(path) ? "replacing an older copy" : nil)
    }
}
