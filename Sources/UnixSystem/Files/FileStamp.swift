import Glibc

/// The state of a file without its content. Another content, or another file in its place, changes the stamp.
package struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let sizeAndTimes: [Int]

    /// Reads the stamp of a file, or of the target of a link; nil if no such file exists.
    package init?(of path: String) {
        guard let status = File.status(of: path) else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        sizeAndTimes = [Int(status.st_size), modified.tv_sec, modified.tv_nsec, changed.tv_sec, changed.tv_nsec]
    }
}
