import UnixSystem

/// Finds .desktop files by their id, which is the path below an applications directory with dashes for slashes
/// (`kde-notes.desktop` may be `kde/notes.desktop`).
enum DesktopFiles {
    /// Returns the file with that id. The file may be unreadable.
    static func file(_ identifier: String, in directory: String) -> String? {
        guard identifier.hasSuffix(".desktop"), !identifier.utf8.contains(0), !identifier.contains("/") else {
            return nil
        }
        let path = "\(directory)/\(identifier)"
        if File.exists(path) { return path }
        return identifier.contains("-")
            ? all(below: directory).first { self.identifier(of: $0, in: directory) == identifier } : nil
    }

    static func identifier(of file: String, in directory: String) -> String {
        file.dropFirst(directory.count + 1).split(separator: "/").joined(separator: "-")
    }

    /// Returns all .desktop files. The files of a directory come before the files of its subdirectories.
    static func all(below root: String) -> [String] {
        var files: [String] = []
        var waiting = [root]
        var visited = 0
        while let directory = waiting.popLast(), visited < maximumDirectories, files.count < maximumFiles {
            visited += 1
            let entries = (try? Directory.entries(of: directory)) ?? []
            files += entries.map(\.name).filter { $0.hasSuffix(".desktop") }.map { "\(directory)/\($0)" }
            waiting += entries.reversed().filter(\.isDirectory).map { "\(directory)/\($0.name)" }
        }
        return Array(files.prefix(maximumFiles))
    }

    /// Limits for directories with circular links.
    private static let maximumDirectories = 500
    private static let maximumFiles = 5000
}

extension Sequence {
    /// Returns the first result that is not nil. Calls the closure once for each element. `lazy.compactMap(_:).first`
    /// calls the closure twice, and traps if the second result differs, which can happen for files.
    func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}
