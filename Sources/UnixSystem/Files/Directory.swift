#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Directories, by their paths.
package enum Directory {
    /// The part of a path before its last slash; `/` if there is nothing before it.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The working directory; empty if it was removed.
    package static var current: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// The path itself if it is absolute, else the same path from the working directory.
    package static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(current)/\(path)" }

    package static func exists(_ path: String) -> Bool { File.kind(of: path) == S_IFDIR }

    /// Makes the directory and those above it, for the user alone.
    ///
    /// - Returns: The directories that it made, the outermost first.
    @discardableResult
    package static func make(_ path: String) throws(SystemCallError) -> [String] {
        if mkdir(path, 0o700) == 0 { return [path] }
        switch errno {
        case EEXIST: return []
        case ENOENT where path != "/":
            let made = try make(parent(of: path))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemCallError("make the directory", path) }
            return made + [path]
        default: throw SystemCallError("make the directory", path)
        }
    }

    /// Removes the directory if it is empty.
    package static func removeIfEmpty(_ path: String) { rmdir(path) }

    /// Removes a file, or a directory with all that is in it. It follows no link, and is content if nothing is there.
    package static func removeAll(_ path: String) throws(SystemCallError) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        guard errno == EISDIR else { throw SystemCallError("remove", path) }
        for entry in try allEntries(of: path) { try removeAll("\(path)/\(entry.name)") }
        guard rmdir(path) == 0 || errno == ENOENT else { throw SystemCallError("remove", path) }
    }

    /// Returns the entries of a directory, sorted by the bytes of their names, without those that begin with a dot. A
    /// link to a directory counts as a directory.
    package static func entries(of directory: String) throws(SystemCallError) -> [(name: String, isDirectory: Bool)] {
        try allEntries(of: directory).filter { !$0.name.hasPrefix(".") }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private static func allEntries(of directory: String) throws(SystemCallError) -> [(name: String, isDirectory: Bool)]
    {
        guard let stream = opendir(directory) else { throw SystemCallError("read", directory) }
        defer { closedir(stream) }
        var entries: [(name: String, isDirectory: Bool)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            // Most file systems report the kind. Calling stat for each of hundreds would cost as much as reading them.
            let isDirectory =
                switch Int(entry.pointee.d_type) {
                case DT_DIR: true
                case DT_LNK, DT_UNKNOWN: exists("\(directory)/\(name)")
                default: false
                }
            entries.append((name, isDirectory))
        }
        return entries
    }
}
