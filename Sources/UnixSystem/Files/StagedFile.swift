package import Glibc

/// A complete new file next to the file that it will replace. The new file is removed if it never replaces that file.
package final class StagedFile {
    /// The name of the new file until it replaces the other file.
    package let temporaryPath: String
    private let path: String
    private var isPlaced = false

    /// Makes the file and writes it to the disk.
    ///
    /// - Parameter fill: Writes the content. Returns false if the write failed, with the reason in errno.
    package init(
        for path: String, permissions: mode_t, fill: (borrowing Descriptor) -> Bool
    ) throws(SystemCallError) {
        self.path = path
        temporaryPath = "\(path).\(RandomToken.make())"
        let file: Descriptor
        do {
            file = try Descriptor(opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        } catch {
            isPlaced = true
            throw SystemCallError("write", path, number: error.number)
        }
        guard fill(file), fchmod(file.number, permissions) == 0, fsync(file.number) == 0 else {
            throw SystemCallError("write", path)
        }
    }

    /// Copies a program, which may be running.
    package convenience init(copyOf source: String, for path: String) throws(SystemCallError) {
        let program = try Descriptor(opening: source, O_RDONLY, attempt: "read").release()
        defer { close(program) }
        try self.init(for: path, permissions: 0o755) { target in
            while true {
                let count = retrying { sendfile(target.number, program, nil, 1 << 24) }
                if count <= 0 { return count == 0 }
            }
        }
    }

    deinit { if !isPlaced { unlink(temporaryPath) } }

    /// Replaces the existing file or link, if any.
    package func place() throws(SystemCallError) {
        guard rename(temporaryPath, path) == 0 else { throw SystemCallError("write", path) }
        isPlaced = true
    }
}
