/// Where the files lie that a YAML file names.
enum RelativePath {
    /// A relative path begins at the folder of the file that names it.
    static func resolve(_ path: String, relativeTo folder: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        let rest = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
        return rest == "." || rest.isEmpty ? folder : "\(folder)/\(rest)"
    }

    /// A program without a slash is looked up on PATH.
    static func program(_ name: String, relativeTo folder: String) -> String {
        name.utf8.contains(UInt8(ascii: "/")) ? resolve(name, relativeTo: folder) : name
    }

    /// What stands before the last slash.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What stands behind the last slash.
    static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }
}
