package import Glibc

extension File {
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
