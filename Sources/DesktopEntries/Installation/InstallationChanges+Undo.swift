import UnixSystem

extension InstallationChanges {
    /// Puts back the previous state of each file that the installation wrote, except of a file that was changed since.
    /// In a mimeapps.list that was changed since, only the defaults of `xcallback` are undone.
    mutating func undo(report: inout InstallationReport) throws(InstallationError) {
        for file in record.files.reversed() where file.path != cache {
            if Self.isDefaults(file.path) {
                let current = try Self.contents(of: file.path)
                let bytes = withoutUs(current, file)
                guard bytes != current else { continue }
                try putDefaults(bytes, at: file.path)
                report.add(.putBack, "the defaults in \(file.path)")
            } else {
                _ = try takeBack(file, report: &report)
            }
        }
    }

    /// Removes a file of the installation and restores the previous file, unless the file was changed.
    ///
    /// - Returns: Whether the file was unchanged.
    func takeBack(
        _ file: InstallationRecord.File, report: inout InstallationReport
    ) throws(InstallationError) -> Bool {
        let current = try Self.state(of: file.path, like: file.after)
        guard current == file.after else {
            if current != file.before {
                report.add(.skipped, "\(file.path): it was changed since it was installed")
            }
            return false
        }
        try put(file.before, at: file.path)
        report.add(file.before == nil ? .remove : .putBack, file.path)
        return true
    }

    /// Removes the record, and removes the directories that the installation made if they are empty.
    mutating func forget() throws(InstallationError) {
        // A cache that is empty now and was not before had only our entries.
        if let known = record[cache], known.before?.bytes != Self.emptyCache,
            try Self.contents(of: cache) == Self.emptyCache
        {
            try put(nil, at: cache)
        }
        try put(nil, at: recordPath)
        guard !isRehearsal else { return }
        for directory in record.directories.reversed() { Directory.removeIfEmpty(directory) }
    }

    /// Rebuilds the cache of MIME types, which GIO reads.
    mutating func updateDatabase(
        environment: [String: String], report: inout InstallationReport
    ) throws(InstallationError) {
        if record[cache] == nil {
            let before = try Self.contents(of: cache).map(FileState.bytes)
            record[cache] = InstallationRecord.File(path: cache, before: before)
            try save()
        }
        do throws(DesktopProgramError) {
            let tool = try DesktopProgram(.updateDesktopDatabase, environment: environment)
            if !isRehearsal { _ = try tool.output([base.applications], seconds: 30) }
            report.add(.update, cache)
        } catch {
            report.add(.couldNot, "update \(cache): \(error)")
        }
    }

    private var cache: String { "\(base.applications)/mimeinfo.cache" }

    private static let emptyCache = Array("[MIME Cache]\n".utf8)
}
