import UnixSystem

extension Configuration {
    /// Returns the files that were changed, added or removed after the configuration was loaded, sorted.
    package func changedFiles() -> [String] {
        let now = Self.stamps(of: folders)
        return Set(stamps.keys).union(now.keys).filter { stamps[$0] != now[$0] }.sorted()
    }

    /// The folders whose files were loaded; the first searched folder if no file was loaded.
    package var sources: [String] {
        let loaded = files.filter { $0.state == .loaded }.map(\.path)
        let used = folders.map(\.path).filter { folder in loaded.contains { $0.hasPrefix("\(folder)/") } }
        return used.isEmpty ? folders.prefix(1).map(\.path) : used
    }

    /// Returns the stamps of all files that a loader of these folders reads.
    static func stamps(of folders: [ConfigurationFolder]) -> [String: FileStamp] {
        var stamps: [String: FileStamp] = [:]
        for folder in folders {
            let routes = "\(folder.path)/routes.d"
            let names = ((try? Directory.entries(of: routes)) ?? []).map(\.name).filter(FileReading.isOurs)
            let settings = folder.kind == .data ? [] : ["config.yaml", "config.yml"].map { "\(folder.path)/\($0)" }
            for path in settings + names.map({ "\(routes)/\($0)" }) { stamps[path] = FileStamp(of: path) }
        }
        return stamps
    }
}
