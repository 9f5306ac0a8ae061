package import Glibc

/// Files and links, by their paths.
package enum File {
    /// Whether anything exists at the path. A broken link counts.
    package static func exists(_ path: String) -> Bool { status(of: path, followsLinks: false) != nil }

    /// Whether the path is a regular file that this process may read.
    package static func isReadable(_ path: String) -> Bool { kind(of: path) == S_IFREG && access(path, R_OK) == 0 }

    /// Whether the path is a regular file that this process may run.
    package static func isExecutable(_ path: String) -> Bool { kind(of: path) == S_IFREG && access(path, X_OK) == 0 }

    /// The unresolved path in a link; nil if the path is not a link.
    package static func destination(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The path without links; the path itself if nothing exists there.
    package static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The permission bits of the file; nil if no such file exists.
    package static func permissions(of path: String) -> mode_t? { status(of: path).map { $0.st_mode & 0o7777 } }

    /// The number of seconds since the last change of the file, or of the link if the path is a link; nil if no such
    /// file exists. Negative after the clock was set back.
    package static func age(of path: String) -> Int? {
        status(of: path, followsLinks: false).map { time(nil) - $0.st_mtim.tv_sec }
    }

    /// Removes the file. A missing file is not an error.
    package static func remove(_ path: String) throws(SystemCallError) {
        if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw SystemCallError("remove", path) }
    }

    /// The file type bits (S_IFMT) of the file that the path leads to; nil if no such file exists.
    static func kind(of path: String) -> mode_t? { status(of: path).map { $0.st_mode & S_IFMT } }

    /// What the system knows of a file; nil if there is no such file.
    static func status(of path: String, followsLinks: Bool = true) -> stat? {
        var status = stat()
        return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
    }

    /// Replaces a file as a whole or not at all.
    ///
    /// - Parameters:
    ///   - permissions: The permissions of the new file. If nil, an existing file keeps its permissions, and a new file
    ///     has 0644.
    ///   - followsLinks: Whether to keep a link and replace the file that it leads to. Otherwise the link is replaced
    ///     and its target stays unchanged.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: mode_t? = nil, followsLinks: Bool = true
    ) throws(SystemCallError) {
        let target = followsLinks ? resolved(path) : path
        try checkReplaceable(target)
        let former = destination(ofLink: target) == nil ? self.permissions(of: target) : nil
        let file = try StagedFile(for: target, permissions: permissions ?? former ?? 0o644) { $0.write(bytes) }
        try file.place()
    }

    /// Throws if the path is a directory or a device, which a file must not replace. A link may be replaced.
    package static func checkReplaceable(_ path: String) throws(SystemCallError) {
        guard destination(ofLink: path) == nil, let kind = kind(of: path), kind != S_IFREG else { return }
        throw SystemCallError("write", path, number: kind == S_IFDIR ? EISDIR : EINVAL)
    }

    /// Gives the file or link another path in the same file system. A file at that path is replaced.
    package static func rename(_ path: String, to other: String) throws(SystemCallError) {
        if Glibc.rename(path, other) != 0 { throw SystemCallError("rename", path) }
    }
}
