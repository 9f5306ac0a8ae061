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
        /// The mark of a program. The program itself is too large for the record and cannot be restored.
        case program
    }

    let kind: Kind
    var content: [UInt8]

    static func bytes(_ bytes: [UInt8]) -> FileState { FileState(kind: .file, content: bytes) }
    static func link(to path: String) -> FileState { FileState(kind: .link, content: Array(path.utf8)) }
    static func program(_ mark: FileMark) -> FileState { FileState(kind: .program, content: Array(mark.text.utf8)) }

    /// The bytes of a file; nil for the other kinds.
    var bytes: [UInt8]? { kind == .file ? content : nil }
    /// The path that a link names; nil for the other kinds.
    var destination: String? { kind == .link ? String(decoding: content, as: UTF8.self) : nil }

    /// Returns the current state of the path; nil if nothing exists there. Links are not followed.
    ///
    /// - Parameter expected: The recorded state. If that state is a program, the file is not read but identified by its
    ///   mark.
    static func current(at path: String, like expected: FileState? = nil) throws(SystemCallError) -> FileState? {
        if let destination = File.destination(ofLink: path) { return .link(to: destination) }
        if expected?.kind == .program { return FileMark(of: path).map(Self.program) }
        return try FileContents.read(path).map(Self.bytes)
    }
}

/// Identifies a large file without reading it: by its size, its modification time and its inode. Renaming keeps all
/// three, and another file at the same path differs in at least one.
struct FileMark: Sendable, Hashable {
    /// A text such as `16222832 bytes, modified 1763780000.012345678, inode 4711`.
    let text: String

    init(text: String) { self.text = text }

    /// Makes the mark of a program that is still under its temporary name. The mark stays valid when the program is
    /// moved into place.
    init?(of file: StagedFile) { self.init(of: file.temporaryPath) }

    /// Makes the mark of a file. A link is not followed. Nil if there is no file.
    init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let fraction = String(status.st_mtim.tv_nsec)
        let modified = "\(status.st_mtim.tv_sec).\(String(repeating: "0", count: 9 - fraction.utf8.count))\(fraction)"
        text = "\(status.st_size) bytes, modified \(modified), inode \(status.st_ino)"
    }
}
