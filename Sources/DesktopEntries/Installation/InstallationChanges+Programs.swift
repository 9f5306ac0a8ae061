import UnixSystem

/// The copies of the programs.
extension InstallationChanges {
    /// Copies either all programs or no program. Older copies are replaced, even while they run.
    ///
    /// A link in the place of a copy is set aside; its target stays unchanged. Another program in the place is replaced,
    /// because the copy counts as its next version.
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
                var place = ""
                if let destination = File.destination(ofLink: path) {
                    place = ", replacing a link to \(destination)"
                    try setAside(path)
                } else if File.exists(path) {
                    place = ", replacing an older copy"
                }
                if !place.isEmpty { replaced.insert(path) }
                if !isRehearsal { record.files[path] = try Self.digest(of: staged[index].temporaryPath) }
                report.add(.copy, "\(copy.source) to \(path)\(place)")
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
}
