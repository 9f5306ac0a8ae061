import Glibc

/// Directories, by their paths.
package enum Directory {
    /// The part of a path before its last slash; `/` if that part is empty.
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

    /// The path itself if it is absolute, otherwise the absolute path of the same file from the working directory.
    package static func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(current)/\(path)" }

    package static func exists(_ path: String) -> Bool { File.kind(of: path) == S_IFDIR }

    /// Makes the directory and its missing parents, with permissions for the user alone.
    ///
    /// - Returns: The directories that were made, the outermost first.
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

    /// Sets the time of the last change to now, if possible.
    package static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

    /// Removes the directory if it is empty.
    package static func removeIfEmpty(_ path: String) { rmdir(path) }

    /// Removes a file, or a directory with all its contents. Links are not followed, and a missing file is not an
    /// error.
    package static func removeAll(_ path: String) throws(SystemCallError) {
        try removeAll(path.utf8.map(CChar.init(truncatingIfNeeded:)) + [0], of: AT_FDCWD, shown: path)
    }

    /// Removes an entry of an open directory. The name ends with 0, and need not be UTF-8.
    private static func removeAll(_ name: [CChar], of folder: CInt, shown path: String) throws(SystemCallError) {
        guard unlinkat(folder, name, 0) != 0, errno != ENOENT else { return }
        guard errno == EISDIR else { throw SystemCallError("remove", path) }
        // Not by path, because a link may have replaced the directory.
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let descriptor = try Descriptor(retrying { openat(folder, name, flags) }, attempt: "remove", path)
        guard let stream = fdopendir(descriptor.number) else { throw SystemCallError("remove", path) }
        let number = descriptor.release()
        defer { closedir(stream) }
        for part in parts(of: stream) {
            let shown = "\(path)/\(String(decoding: part.name, as: UTF8.self))"
            try removeAll(part.name.map(CChar.init(truncatingIfNeeded:)) + [0], of: number, shown: shown)
        }
        guard unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw SystemCallError("remove", path)
        }
    }

    /// Returns the entries of a directory, sorted by the bytes of their names. A link to a directory counts as a
    /// directory.
    /// - Parameter hidden: Whether to include the entries that begin with a dot.
    package static func entries(
        of directory: String, hidden: Bool = false
    ) throws(SystemCallError) -> [(name: String, isDirectory: Bool)] {
        guard let stream = opendir(directory) else { throw SystemCallError("read", directory) }
        defer { closedir(stream) }
        let all = parts(of: stream).map { part in
            let name = String(decoding: part.name, as: UTF8.self)
            // Most file systems report the kind. Calling stat for each of hundreds of files would cost as much as
            // reading them.
            let isDirectory =
                switch part.kind {
                case DT_DIR: true
                case DT_LNK, DT_UNKNOWN: exists("\(directory)/\(name)")
                default: false
                }
            return (name: name, isDirectory: isDirectory)
        }
        return all.filter { hidden || !$0.name.hasPrefix(".") }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The name and the kind (DT_DIR) of each entry of an open directory, but not `.` and `..`.
    private static func parts(of stream: OpaquePointer) -> [(name: [UInt8], kind: Int)] {
        var parts: [(name: [UInt8], kind: Int)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [UInt8(ascii: ".")], name != Array("..".utf8) { parts.append((name, Int(entry.pointee.d_type))) }
        }
        return parts
    }

    /// The path of the folder of the user's sessions (pam_systemd(8)).
    package static var sessions: String { "/run/user/\(geteuid())" }

    /// The folder of the user's sessions. Nil unless the folder belongs to the user, or to root as in a
    /// container, and no other user may write there.
    package static var ofSessions: String? {
        let path = sessions
        guard let status = File.status(of: path, followsLinks: false), status.st_mode & S_IFMT == S_IFDIR,
            [0, geteuid()].contains(status.st_uid), status.st_mode & 0o022 == 0
        else { return nil }
        return path
    }

    /// Sets XDG_RUNTIME_DIR to the folder of the user's sessions, unless the variable is an absolute path. Programs that cron,
    /// ssh or an agent starts may lack the variable, which systemctl and other children need too. Only for a process that has
    /// one thread.
    package static func setRuntimeFolder() {
        guard getenv("XDG_RUNTIME_DIR")?.pointee != CChar(UInt8(ascii: "/")), let ofSessions else { return }
        setenv("XDG_RUNTIME_DIR", ofSessions, 1)
    }
}
