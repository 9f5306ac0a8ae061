#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Files that others wrote, which may be anything.
extension Files {
    /// What a file holds; nil if there is none, it may not be read, is no file (a directory, a FIFO, a device) or is
    /// larger than the limit. It waits for the disk alone.
    static func contents(of path: String, limit: Int) -> [UInt8]? {
        // A FIFO without a writer would be waited for.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        let size = Int(status.st_size)
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let new = read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if new > 0 {
                    count += new
                } else if new == 0 || errno != EINTR {
                    failed = new < 0
                    return
                }
            }
        }
        return failed ? nil : bytes
    }

    /// Whether anything has that name, a broken link too.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a directory, sorted by their bytes, without those that begin with a dot; none if it cannot be read.
    /// A link to a directory is one.
    static func entries(of directory: String) -> [(name: String, isDirectory: Bool)] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var entries: [(name: String, isDirectory: Bool)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            // Most file systems tell what it is, and a look at each of hundreds would cost as much as reading them.
            let isDirectory =
                switch Int(entry.pointee.d_type) {
                case DT_DIR: true
                case DT_LNK, DT_UNKNOWN: isDirectory("\(directory)/\(name)")
                default: false
                }
            entries.append((name, isDirectory))
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
