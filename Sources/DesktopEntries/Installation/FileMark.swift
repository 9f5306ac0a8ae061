import Glibc
import UnixSystem

/// Identifies a large file without reading it: by its size, its time of modification and its inode. Renaming the file
/// keeps all of them, and another file at the same path differs in one of them.
struct FileMark: Sendable, Hashable {
    /// As in `16222832 bytes, modified 1763780000.012345678, inode 4711`.
    let text: String

    init(text: String) { self.text = text }

    /// The mark of a program that is not yet in its place. It keeps the mark there.
    init?(of file: StagedFile) { self.init(of: file.temporaryPath) }

    /// The mark of a file, not of the target of a link; nil if there is no file.
    init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let fraction = String(status.st_mtim.tv_nsec)
        let modified = "\(status.st_mtim.tv_sec).\(String(repeating: "0", count: 9 - fraction.utf8.count))\(fraction)"
        text = "\(status.st_size) bytes, modified \(modified), inode \(status.st_ino)"
    }
}
