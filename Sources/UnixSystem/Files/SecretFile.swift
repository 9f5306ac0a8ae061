import Glibc

/// A small file that holds a secret on one line, and that other users must neither read nor change.
package enum SecretFile {
    /// The maximum number of bytes in such a file.
    package static let limit = 4096

    /// Reads the whole file.
    package static func read(_ path: String) throws(SecretFileError) -> [UInt8] {
        let trusted = TrustedFiles()
        let bytes: [UInt8]?
        do throws(TrustedFileError) {
            bytes = try trusted.read(path, limit: limit)
        } catch {
            throw .untrusted(error)
        }
        guard let bytes else { throw .untrusted(.system(SystemCallError("read", path, number: ENOENT))) }
        if let readable = readable(path, byOthersThan: trusted) { throw readable }
        return bytes
    }

    /// Replaces the secret as a whole or not at all, in a file for the user alone; a missing file is made. Throws if
    /// the path leads to anything but such a file of the user, or into a folder in which other users may replace the
    /// file.
    package static func write(_ secret: String, to path: String) throws(SecretFileError) {
        let folder = Directory.parent(of: path)
        var status = stat()
        guard stat(folder, &status) == 0 else {
            throw .untrusted(.system(SystemCallError("write into the folder", folder)))
        }
        do throws(TrustedFileError) {
            try TrustedFiles().check(folder)
        } catch {
            throw .untrusted(error)
        }
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), isOneLine(path) else {
                throw .other(path)
            }
        }
        do throws(SystemCallError) {
            try File.replace(path, with: Array("\(secret)\n".utf8), permissions: 0o600, followsLinks: false)
        } catch {
            throw .untrusted(.system(error))
        }
    }

    /// The reason not to trust a file with a secret; nil for a trusted file or a missing file.
    package static func fault(of path: String) -> SecretFileError? {
        let trusted = TrustedFiles()
        do throws(TrustedFileError) {
            try trusted.check(path)
        } catch {
            return .untrusted(error)
        }
        return readable(path, byOthersThan: trusted)
    }

    /// The fault of a file that other users may read, if they may also pass through all folders on the way to the file.
    private static func readable(_ path: String, byOthersThan trusted: TrustedFiles) -> SecretFileError? {
        var folder = File.resolved(path)
        var status = stat()
        guard stat(folder, &status) == 0 else { return nil }
        let others = trusted.others(0o4, of: status, at: folder)
        guard !others.isEmpty else { return nil }
        while folder != "/" {
            folder = Directory.parent(of: folder)
            if stat(folder, &status) == 0, trusted.others(0o1, of: status, at: folder).isEmpty { return nil }
        }
        return .readable(path, isListed: others.contains(.listed))
    }

    /// Whether an existing file is as short as a secret. A wrong path must not overwrite any other file.
    private static func isOneLine(_ path: String) -> Bool {
        guard let bytes = try? FileContents.read(path, limit: limit) else { return false }
        return !bytes.dropLast().contains(UInt8(ascii: "\n"))
    }
}
