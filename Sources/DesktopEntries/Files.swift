package import UnixSystem

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Whole files as bytes, and the directories above them.
package enum Files {
    /// What the file holds, or nil if there is none.
    package static func contents(of path: String) throws(SystemCallError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemCallError("read \(path)")
        }
        defer { close(descriptor) }
        return try contents(of: descriptor, path)
    }

    /// What can still be read from a descriptor.
    /// - Parameter name: What it is called in the error.
    package static func contents(of descriptor: Int32, _ name: String) throws(SystemCallError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
            } else if errno != EINTR {
                throw SystemCallError("read \(name)")
            }
        }
    }

    /// Replaces the file whole or not at all, and keeps its permissions.
    ///
    /// - Parameter followsLinks: Whether a link stays and the file that it leads to is replaced. Otherwise the link is
    ///   replaced and that file stays as it is.
    package static func replace(
        _ path: String, with bytes: [UInt8], followsLinks: Bool = true
    ) throws(SystemCallError) {
        let target = followsLinks ? resolved(path) : path
        try checkReplaceable(target)
        let isLink = destination(ofLink: target) != nil
        let file = try StagedFile(for: target, permissions: isLink ? 0o644 : permissions(of: target) ?? 0o644) {
            append(bytes, to: $0)
        }
        try file.place()
    }

    /// Throws if there is something that a file must not replace: a directory or a device. A link may be replaced.
    static func checkReplaceable(_ path: String) throws(SystemCallError) {
        guard destination(ofLink: path) == nil, let kind = kind(of: path), kind != S_IFREG else { return }
        throw SystemCallError("write \(path)", number: kind == S_IFDIR ? EISDIR : EINVAL)
    }

    /// Removes the file; one that is not there is fine.
    static func remove(_ path: String) throws(SystemCallError) {
        if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw SystemCallError("remove \(path)") }
    }

    /// Makes the directory and those above it.
    ///
    /// - Returns: those that were not there, the outermost first.
    @discardableResult
    package static func makeDirectory(_ path: String) throws(SystemCallError) -> [String] {
        if mkdir(path, 0o700) == 0 { return [path] }
        switch errno {
        case EEXIST: return []
        case ENOENT where path != "/":
            let made = try makeDirectory(directory(of: path))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw SystemCallError("make the directory \(path)")
            }
            return made + [path]
        default: throw SystemCallError("make the directory \(path)")
        }
    }

    /// Removes the directory if nothing is in it.
    static func removeDirectoryIfEmpty(_ path: String) {
        rmdir(path)
    }

    /// What stands before the last slash.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Whether it is a file, not a directory, that may be read.
    static func isReadable(_ path: String) -> Bool { isFile(path) && access(path, R_OK) == 0 }

    /// Whether it is a program that may be run.
    static func isExecutable(_ path: String) -> Bool { isFile(path) && access(path, X_OK) == 0 }

    /// What a link names, unresolved; nil if the path is no link.
    static func destination(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Puts a link in the place of whatever file is there.
    static func replace(_ path: String, withLinkTo destination: String) throws(SystemCallError) {
        try remove(path)
        if symlink(destination, path) != 0 { throw SystemCallError("make the link \(path)") }
    }

    /// The path without links; the path as it is if there is nothing.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The permission bits, or nil if there is no such file.
    static func permissions(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    static func setPermissions(_ permissions: mode_t, of path: String) throws(SystemCallError) {
        if chmod(path, permissions) != 0 { throw SystemCallError("set the permissions of \(path)") }
    }

    private static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func append(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
