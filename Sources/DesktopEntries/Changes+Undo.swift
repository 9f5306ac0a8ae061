extension Changes {
    /// Puts back every file that is as we left it; of a mimeapps.list that is not, only our part.
    mutating func undo(report: inout InstallationReport) throws(InstallationError) {
        for file in record.files.reversed() where file.path != cache {
            let current = try Self.contents(of: file.path)
            if Self.isDefaults(file.path) {
                let bytes = Self.withoutUs(current, file)
                guard bytes != current else { continue }
                try put(bytes, at: file.path)
                report.add(.done, "put back the defaults in \(file.path)")
            } else if current == file.after {
                try put(file.before, at: file.path)
                report.add(.done, "\(file.before == nil ? "removed" : "put back") \(file.path)")
            } else if current != file.before {
                report.add(.skipped, "\(file.path): it was changed since it was installed")
            }
        }
    }

    /// Removes the record, and the directories that were made if nothing else has come into them.
    mutating func forget() throws(InstallationError) {
        if let known = record[cache], known.before == nil, try Self.contents(of: cache) == Self.emptyCache {
            try put(nil, at: cache)
        }
        try put(nil, at: base.installationRecord)
        for directory in record.directories.reversed() { Files.removeDirectoryIfEmpty(directory) }
    }

    /// Has the cache of MIME types rebuilt, which GIO reads.
    mutating func updateDatabase(
        environment: [String: String], report: inout InstallationReport
    ) throws(InstallationError) {
        if record[cache] == nil {
            record[cache] = InstallationRecord.File(path: cache, before: try Self.contents(of: cache))
            try save()
        }
        do throws(ToolError) {
            let tool = try Tool(.updateDesktopDatabase, environment: environment)
            _ = try tool.output([base.applications], seconds: 30)
            report.add(.done, "updated \(cache)")
        } catch {
            report.add(.couldNot, "update \(cache): \(error)")
        }
    }

    private var cache: String { "\(base.applications)/mimeinfo.cache" }

    private static let emptyCache = Array("[MIME Cache]\n".utf8)
}
