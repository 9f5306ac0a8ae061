import UnixSystem

/// What is at a path, as the record of an installation keeps it.
struct FileState: Sendable, Hashable {
    /// What the content stands for.
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

    /// What is at the path; nil if there is nothing. It follows no link.
    ///
    /// - Parameter expected: What the record has. A file in the place of a program is marked and not read.
    static func current(at path: String, like expected: FileState? = nil) throws(SystemCallError) -> FileState? {
        if let destination = File.destination(ofLink: path) { return .link(to: destination) }
        if expected?.kind == .program { return FileMark(of: path).map(Self.program) }
        return try FileContents.read(path).map(Self.bytes)
    }
}
