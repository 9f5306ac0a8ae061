import Glibc

/// A small file that holds a secret on one line, and that other users must neither read nor change.
package enum SecretFile {
    /// The maximum number of bytes in such a file.
    package static let limit = 4096

    /// Reads the whole file. Throws ``SystemCallError``, and ``UntrustedFile`` if other users may read or change the file.
    package static func read(_ path: String) throws -> [UInt8] {
        let trusted = TrustedFiles()
        guard let bytes = try trusted.read(path, limit: limit) else {
            throw SystemCallError("read", path, number: ENOENT)
        }
        try checkReaders(of: path, trusted)
        return bytes
    }

    /// Replaces the secret as a whole or not at all, in a file for the user alone; a missing file is made. Throws
    /// ``SystemCallError``, and ``UntrustedFile`` if the path leads to anything but such a file of the user, or into a
    /// folder in which other users may replace the file.
    package static func write(_ secret: String, to path: String) throws {
        let folder = Directory.parent(of: path)
        guard File.status(of: folder) != nil else { throw SystemCallError("write into the folder", folder) }
        try TrustedFiles().check(folder)
        if let status = File.status(of: path, followsLinks: false) {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), isOneLine(path) else {
                throw UntrustedFile(path: path, fault: .other)
            }
        }
        try File.replace(path, with: Array("\(secret)\n".utf8), permissions: 0o600, followsLinks: false)
    }

    /// Returns why a file with a secret is not trusted; nil for a trusted file or a missing file.
    package static func fault(of path: String) -> String? {
        let trusted = TrustedFiles()
        do {
            try trusted.check(path)
            try checkReaders(of: path, trusted)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Throws if other users may read the file, and may also pass through all folders on the way to the file.
    private static func checkReaders(of path: String, _ trusted: TrustedFiles) throws(UntrustedFile) {
        var folder = File.resolved(path)
        guard let status = File.status(of: folder) else { return }
        let others = trusted.others(0o4, of: status, at: folder)
        guard !others.isEmpty else { return }
        while folder != "/" {
            folder = Directory.parent(of: folder)
            if let status = File.status(of: folder), trusted.others(0o1, of: status, at: folder).isEmpty { return }
        }
        throw UntrustedFile(path: path, fault: .readable(others))
    }

    /// Whether an existing file is as short as a secret. A wrong path must not overwrite any other file.
    private static func isOneLine(_ path: String) -> Bool {
        guard let bytes = try? FileContents.read(path, limit: limit) else { return false }
        return !bytes.dropLast().contains(UInt8(ascii: "\n"))
    }
}
