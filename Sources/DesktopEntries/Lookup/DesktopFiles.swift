import UnixSystem

/// Finds .desktop files by their id, which is the path below an applications directory with dashes for slashes
/// (`kde-notes.desktop` may be `kde/notes.desktop`).
enum DesktopFiles {
    /// Returns the file with that id. The file may be unreadable.
    static func file(_ identifier: String, in directory: String) -> String? {
        guard isIdentifier(identifier) else { return nil }
        var looks = maximumLooks
        return file(identifier[...], in: directory, looks: &looks)
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
    private static let maximumLooks = 1000
    private static let maximumDirectories = 500
    private static let maximumFiles = 5000
    /// The maximum length of a path (PATH_MAX).
    private static let maximumLength = 4096

    private static func isIdentifier(_ text: String) -> Bool {
        text.hasSuffix(".desktop") && text.utf8.count < maximumLength && !text.utf8.contains(UInt8(ascii: "/"))
            && !text.utf8.contains(0)
    }

    private static func file(_ identifier: Substring, in directory: String, looks: inout Int) -> String? {
        let path = "\(directory)/\(identifier)"
        if File.exists(path) { return path }
        for dash in identifier.utf8.indices where identifier.utf8[dash] == UInt8(ascii: "-") {
            guard looks > 0 else { return nil }
            looks -= 1
            let below = "\(directory)/\(identifier[..<dash])"
            let rest = identifier[identifier.utf8.index(after: dash)...]
            if dash > identifier.startIndex, Directory.exists(below),
                let path = file(rest, in: below, looks: &looks)
            {
                return path
            }
        }
        return nil
    }
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
