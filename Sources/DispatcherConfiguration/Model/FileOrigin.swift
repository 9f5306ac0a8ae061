/// The origin of a file.
final class FileOrigin: Sendable {
    /// The full path.
    let path: String
    /// The path in messages, relative to the configuration folder.
    let shown: String
    /// The folder from which relative paths in the file are resolved.
    let folder: String

    init(path: String, shown: String) {
        self.path = path
        self.shown = shown
        folder = RelativePath.folder(of: path)
    }

    var start: SourceLocation { SourceLocation(file: shown, line: 1, column: 1) }
}

/// The paths in a YAML file.
enum RelativePath {
    /// Resolves a relative path from the folder of the file that contains the path.
    static func resolve(_ path: String, relativeTo folder: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        let rest = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
        return rest == "." || rest.isEmpty ? folder : "\(folder)/\(rest)"
    }

    /// Resolves the path of a program. A name without a slash stays unchanged and is searched on PATH.
    static func program(_ name: String, relativeTo folder: String) -> String {
        name.utf8.contains(UInt8(ascii: "/")) ? resolve(name, relativeTo: folder) : name
    }

    /// Returns the part of a path before its last slash.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the part of a path after its last slash.
    static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }
}
