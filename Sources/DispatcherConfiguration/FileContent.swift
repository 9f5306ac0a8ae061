import Glibc

/// What the file system says of a file of configuration.
enum FileContent {
    /// The most bytes that a file may have.
    static let limit = 1 << 20

    case bytes([UInt8])
    case missing
    /// It is there, and cannot be used.
    case unusable(String)

    static func read(_ path: String) -> FileContent {
        // Opening a FIFO would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .missing : .unusable(failure()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .unusable(failure()) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .unusable("is not a regular file") }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var count = 0
            let chunk = Array<UInt8>(unsafeUninitializedCapacity: 65_536) { buffer, length in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                length = max(0, count)
            }
            if count == 0 { return .bytes(bytes) }
            if count < 0, errno != EINTR { return .unusable(failure()) }
            bytes += chunk
        }
        return .unusable("is larger than 1 MiB")
    }

    /// The names in a folder that end in `.yaml`, sorted by bytes; nil with the reason if it cannot be read. Hidden files
    /// (editors leave such beside the file that they edit) do not count.
    static func names(in folder: String) -> (names: [String], failure: String?) {
        guard let stream = opendir(folder) else {
            return ([], errno == ENOENT || errno == ENOTDIR ? nil : failure())
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if name.hasSuffix(".yaml"), !name.hasPrefix(".") { names.append(name) }
        }
        return (names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, nil)
    }

    static let noSuchFile = "cannot be read: \(String(cString: strerror(ENOENT)))"

    private static func failure() -> String { "cannot be read: \(String(cString: strerror(errno)))" }
}
