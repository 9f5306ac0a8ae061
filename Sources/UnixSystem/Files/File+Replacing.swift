package import Glibc

extension File {
    /// Replaces a file whole or not at all.
    ///
    /// - Parameters:
    ///   - permissions: Its permissions; nil to keep those that it has, and 0644 for a new file.
    ///   - followsLinks: Whether a link stays and the file that it leads to is replaced. Otherwise the link is replaced and
    ///     that file stays as it is.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: mode_t? = nil, followsLinks: Bool = true
    ) throws(SystemCallError) {
        let target = followsLinks ? resolved(path) : path
        try checkReplaceable(target)
        let former = destination(ofLink: target) == nil ? self.permissions(of: target) : nil
        let file = try StagedFile(for: target, permissions: permissions ?? former ?? 0o644) { $0.write(bytes) }
        try file.place()
    }

    /// Throws if the path is something that a file must not replace: a directory or a device. A link may be replaced.
    package static func checkReplaceable(_ path: String) throws(SystemCallError) {
        guard destination(ofLink: path) == nil, let kind = kind(of: path), kind != S_IFREG else { return }
        throw SystemCallError("write", path, number: kind == S_IFDIR ? EISDIR : EINVAL)
    }

    /// Replaces the file at the path, if there is one, with a link.
    package static func replace(_ path: String, withLinkTo destination: String) throws(SystemCallError) {
        try remove(path)
        if symlink(destination, path) != 0 { throw SystemCallError("make the link", path) }
    }
}
