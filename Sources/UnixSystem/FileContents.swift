#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The contents of regular files.
package enum FileContents {
    /// Reads a whole file; nil if there is none. It never waits for a FIFO or a device: they are refused, as is a file with
    /// more bytes than the limit. Throws ``SystemCallError``.
    package static func read(_ path: String, limit: Int) throws(SystemCallError) -> [UInt8]? {
        let attempt = "read \(path)"
        // Opening a FIFO would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemCallError(attempt)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemCallError(attempt) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemCallError(attempt, number: EINVAL) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var count = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, length in
                count = Self.read(descriptor, into: buffer)
                length = max(0, count)
            }
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { throw SystemCallError(attempt) }
            bytes += chunk
        }
        throw SystemCallError(attempt, number: EFBIG)
    }

    private static func read(_ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
