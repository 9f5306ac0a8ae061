import Glibc

/// The contents of files as bytes.
package enum FileContents {
    /// Reads a whole file; nil if no such file exists. Throws ``SystemCallError``, with EFBIG for a file with more
    /// bytes than the limit.
    /// - Parameters:
    ///   - name: The object for the error; by default the path.
    ///   - acceptsStreams: Whether to read a FIFO or a device too, until its end and for as long as its writer needs.
    ///     Otherwise a stream is refused with EINVAL, without waiting, and a directory with EISDIR.
    package static func read(
        _ path: String, named name: String? = nil, limit: Int = .max, acceptsStreams: Bool = false
    ) throws(SystemCallError) -> [UInt8]? {
        let name = name ?? path
        let descriptor: Descriptor
        do {
            // Opening a FIFO would wait for its writer.
            let flags = acceptsStreams ? O_RDONLY : O_RDONLY | O_NONBLOCK | O_NOCTTY
            descriptor = try Descriptor(opening: path, flags, attempt: "read")
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return nil }
            throw SystemCallError("read", name, number: error.number)
        }
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw SystemCallError("read", name) }
        let kind = status.st_mode & S_IFMT
        let isRegular = kind == S_IFREG
        guard isRegular || acceptsStreams else {
            throw SystemCallError("read", name, number: kind == S_IFDIR ? EISDIR : EINVAL)
        }
        let size = isRegular ? Int(status.st_size) : 0
        guard size <= limit else { throw SystemCallError("read", name, number: EFBIG) }
        return try readToEnd(of: descriptor.number, name, limit: limit, expecting: size)
    }

    /// Reads a descriptor to its end. Throws ``SystemCallError``, with EFBIG for more bytes than the limit.
    /// - Parameters:
    ///   - name: The object for the error.
    ///   - size: The expected number of bytes.
    package static func readToEnd(
        of descriptor: CInt, _ name: String, limit: Int = .max, expecting size: Int = 0
    ) throws(SystemCallError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var chunk = [UInt8](repeating: 0, count: max(size - bytes.count, 4096))
            let count = chunk.withUnsafeMutableBytes { readRetrying(descriptor, into: $0) }
            if count == 0 { return bytes }
            guard count > 0 else { throw SystemCallError("read", name) }
            bytes += chunk[..<count]
        }
        throw SystemCallError("read", name, number: EFBIG)
    }
}
