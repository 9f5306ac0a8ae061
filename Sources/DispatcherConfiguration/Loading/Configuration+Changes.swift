import UnixSystem

extension Configuration {
    /// Returns the files that were changed, added or removed after the configuration was loaded, sorted.
    package func changedFiles() -> [String] {
        let now = folder.map(Self.stamps) ?? [:]
        return Set(stamps.keys).union(now.keys).filter { stamps[$0] != now[$0] }.sorted()
    }

    /// Returns the stamps of all files that a loader of this folder reads.
    static func stamps(of folder: ConfigurationFolder) -> [String: FileStamp] {
        var stamps: [String: FileStamp] = [:]
        let routes = "\(folder.path)/routes.d"
        let names = ((try? Directory.entries(of: routes)) ?? []).map(\.name).filter(FileReading.isOurs)
        let settings = ["config.yaml", "config.yml"].map { "\(folder.path)/\($0)" }
        for path in settings + names.map({ "\(routes)/\($0)" }) { stamps[path] = FileStamp(of: path) }
        return stamps
    }
}
