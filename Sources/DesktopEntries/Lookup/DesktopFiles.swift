import UnixSystem

/// Finds .desktop files by their id, which is the path below an applications directory with dashes for slashes
/// (`kde-notes.desktop` may be `kde/notes.desktop`).
enum DesktopFiles {
    /// Returns the file with that id. The file may be unreadable.
    ///
    /// - Parameter orNamesake: Whether to follow xdg-open, which needs a readable file, and also finds a file of that name
    ///   in a subdirectory.
    static func file(_ identifier: String, in directory: String, orNamesake: Bool = false) -> String? {
        guard isIdentifier(identifier) else { return nil }
        var looks = maximumLooks
        let file = file(identifier[...], in: directory, looks: &looks)
        if !orNamesake || file.map(File.isReadable) == true { return file }
        var found: String?
        visit(below: directory) { below, _ in
            let path = "\(below)/\(identifier)"
            if below != directory, File.isReadable(path) { found = path }
            return found == nil
        }
        return found
    }

    /// Returns all .desktop files. The files of a directory come before the files of its subdirectories.
    static func all(below directory: String) -> [String] {
        var files: [String] = []
        visit(below: directory) { directory, names in
            for name in names where name.hasSuffix(".desktop") && files.count < maximumFiles {
                files.append("\(directory)/\(name)")
            }
            return files.count < maximumFiles
        }
        return files
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

    /// Visits the directory and all subdirectories, a parent before its children, until the closure returns false.
    private static func visit(below root: String, goesOn: (_ directory: String, _ names: [String]) -> Bool) {
        var waiting = [root]
        var visited = 0
        while let directory = waiting.popLast(), visited < maximumDirectories {
            visited += 1
            let entries = (try? Directory.entries(of: directory)) ?? []
            guard goesOn(directory, entries.map(\.name)) else { return }
            waiting += entries.reversed().filter(\.isDirectory).map { "\(directory)/\($0.name)" }
        }
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
