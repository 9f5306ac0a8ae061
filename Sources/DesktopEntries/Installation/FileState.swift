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
