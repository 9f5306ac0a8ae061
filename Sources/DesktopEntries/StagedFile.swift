import UnixSystem

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A complete new file beside the one that it is going to replace. It is removed if it never takes that place.
final class StagedFile {
    private let path: String
    private let temporary: String
    private var isPlaced = false

    /// Makes the file and has it on the disk.
    ///
    /// - Parameter fill: Writes the content to a descriptor. Returns false if that failed, with the reason in `errno`.
    init(for path: String, permissions: mode_t, fill: (CInt) -> Bool) throws(SystemCallError) {
        self.path = path
        temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw SystemCallError("write \(path)") }
        let isWritten = fill(descriptor) && fchmod(descriptor, permissions) == 0 && fsync(descriptor) == 0
        let failure = isWritten ? nil : SystemCallError("write \(path)")
        close(descriptor)
        if let failure { throw failure }
    }

    /// Copies a program, which may be running.
    convenience init(copyOf source: String, for path: String) throws(SystemCallError) {
        let descriptor = open(source, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError("read \(source)") }
        defer { close(descriptor) }
        try self.init(for: path, permissions: 0o755) { target in
            while true {
                let count = sendfile(target, descriptor, nil, 1 << 24)
                if count == 0 { return true }
                if count < 0, errno != EINTR { return false }
            }
        }
    }

    deinit { if !isPlaced { unlink(temporary) } }

    /// The mark of the file, which it keeps when it takes its place.
    var mark: FileMark? { FileMark(of: temporary) }

    /// Replaces the file or link that is there.
    func place() throws(SystemCallError) {
        guard rename(temporary, path) == 0 else { throw SystemCallError("write \(path)") }
        isPlaced = true
    }
}
