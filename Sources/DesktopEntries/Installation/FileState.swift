import Glibc
import UnixSystem

/// The state of a path in the record of an installation.
struct FileState: Sendable, Hashable {
    /// The kind of the content.
    enum Kind: String, Sendable {
        /// The bytes of a file.
        case file
        /// The path that a symbolic link names.
        case link
        /// The mark of a program, which is too large to be kept and cannot be put back.
        case program
    }

    let kind: Kind
    var content: [UInt8]

    static func bytes(_ bytes: [UInt8]) -> FileState { FileState(kind: .file, content: bytes) }
    static func link(to path: String) -> FileState { FileState(kind: .link, content: Array(path.utf8)) }
    static func program(_ mark: FileMark) -> FileState { FileState(kind: .program, content: Array(mark.text.utf8)) }

    /// The bytes of a file.
    var bytes: [UInt8]? { kind == .file ? content : nil }
    /// The path that a link names.
    var destination: String? { kind == .link ? String(decoding: content, as: UTF8.self) : nil }

    /// Returns the current state of the path; nil if there is nothing. It follows no link.
    ///
    /// - Parameter expected: The recorded state. If it is a program, the file is not read but identified by its mark.
    static func current(at path: String, like expected: FileState? = nil) throws(SystemCallError) -> FileState? {
        if let destination = File.destination(ofLink: path) { return .link(to: destination) }
        if expected?.kind == .program { return FileMark(of: path).map(Self.program) }
        return try FileContents.read(path).map(Self.bytes)
    }
}

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
