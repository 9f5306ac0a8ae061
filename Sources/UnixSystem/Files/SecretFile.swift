#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A small file that holds a secret on one line, and that others must neither know nor choose.
package enum SecretFile {
    /// The most bytes of such a file.
    package static let limit = 4096

    /// Reads the file whole.
    package static func read(_ path: String) throws(SecretFileError) -> [UInt8] {
        let bytes: [UInt8]
        let fault: SecretFileError?
        do throws(SystemCallError) {
            // Opening a FIFO would wait for its writer.
            let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY, attempt: "read")
            var status = stat()
            guard fstat(file.number, &status) == 0 else { throw SystemCallError("read", path) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw SystemCallError("read", path, number: EINVAL) }
            fault = Self.fault(of: status, path)
            bytes = try FileContents.readToEnd(of: file.number, path, limit: limit, expecting: Int(status.st_size))
        } catch {
            throw .call(error)
        }
        if let fault { throw fault }
        return bytes
    }

    /// Replaces the secret whole or not at all, in a file for the user alone; a missing file is made. Throws if the path
    /// leads to anything but such a file of the user's own, or into a folder in which others may exchange it.
    package static func write(_ secret: String, to path: String) throws(SecretFileError) {
        var status = stat()
        let folder = Directory.parent(of: path)
        guard stat(folder, &status) == 0 else { throw .call(SystemCallError("write into the folder", folder)) }
        if status.st_uid != geteuid() { throw .foreign(folder, owner: status.st_uid) }
        if others(0o2, of: status) { throw .changeable(folder, mode: 0o700) }
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), isOneLine(path) else {
                throw .other(path)
            }
        }
        do throws(SystemCallError) {
            try File.replace(path, with: Array("\(secret)\n".utf8), permissions: 0o600, followsLinks: false)
        } catch {
            throw .call(error)
        }
    }

    /// Why a file must not be trusted with a secret; nil if it may be, or if there is none.
    package static func fault(of path: String) -> SecretFileError? {
        var status = stat()
        return stat(path, &status) == 0 ? fault(of: status, path) : nil
    }

    private static func fault(of status: stat, _ path: String) -> SecretFileError? {
        if status.st_uid != geteuid(), status.st_uid != 0 { return .foreign(path, owner: status.st_uid) }
        if others(0o2, of: status) { return .changeable(path, mode: 0o600) }
        return others(0o4, of: status) && othersReach(path) ? .readable(path) : nil
    }

    /// Whether others than the user and root have one of these permissions. The group counts unless it is the user's own.
    private static func others(_ permissions: mode_t, of status: stat) -> Bool {
        let isOwnGroup = status.st_gid == getegid() && getegid() == geteuid()
        return status.st_mode & permissions != 0 || !isOwnGroup && status.st_mode & (permissions << 3) != 0
    }

    /// Whether others may pass through all folders on the way to a file.
    private static func othersReach(_ path: String) -> Bool {
        var folder = File.resolved(path)
        var status = stat()
        while folder != "/" {
            folder = Directory.parent(of: folder)
            if stat(folder, &status) == 0, !others(0o1, of: status) { return false }
        }
        return true
    }

    /// Whether an existing file is as short as a secret: another one must not be lost by a wrong path.
    private static func isOneLine(_ path: String) -> Bool {
        guard let bytes = try? FileContents.read(path, limit: limit) else { return false }
        return !bytes.dropLast().contains(UInt8(ascii: "\n"))
    }
}
