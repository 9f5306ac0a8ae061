package import UnixSystem

/// The reason why a step was not recorded, or the journal could not be read.
package enum JournalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call failed.
    case system(SystemCallError)
    /// There is no room for the file to grow.
    case full(String)
    /// Reading or writing the file failed: the file, SQLite's message and its extended code.
    case inputOutput(String, String, code: Int32)
    /// Opening or using the file was refused, for example because it is read-only: the file, SQLite's message and its
    /// extended code. The file is as it was.
    case refused(String, String, code: Int32)
    /// The file is not a journal, or is damaged: the file and the reason.
    case damaged(String, String)
    /// The file was removed or replaced while it was open, so that what is written to it is lost.
    case removed(String)
    /// The file has the tables of another version of this program, or of another program.
    case otherSchema(String)
    /// Another process uses the file.
    case inUse(String)
    /// The queue is full, with this many changes.
    case overloaded(Int)
    /// The journal already has a request with this id.
    case duplicate(String)
    /// The journal has no unfinished request with this id.
    case unknown(String, step: String)
    /// The step must not follow the last step of the request.
    case outOfOrder(String, step: String, after: String)
    /// The journal was closed.
    case closed

    package var description: String {
        switch self {
        case .system(let error): error.description
        case .full(let path): "cannot write '\(path)': no space is left"
        case .inputOutput(let path, let message, let code), .refused(let path, let message, let code):
            "cannot use '\(path)': \(message) (SQLite's \(code))"
        case .damaged(let path, let reason): "'\(path)' is not a journal: \(reason)"
        case .removed(let path): "'\(path)' was removed or replaced"
        case .otherSchema(let path): "'\(path)' has another schema than this program's"
        case .inUse(let path): "another process uses '\(path)'"
        case .overloaded(let limit): "\(limit) changes already wait for the journal"
        case .duplicate(let id): "the journal has a request \(id) already"
        case .unknown(let id, let step): "the journal has no open request \(id) that could be \(step)"
        case .outOfOrder(let id, let step, let state): "request \(id) is \(state) and cannot be \(step)"
        case .closed: "the journal is closed"
        }
    }

    /// Whether the file itself failed, so that its connection must not be used again.
    var breaksFile: Bool {
        switch self {
        case .inputOutput, .damaged: true
        default: false
        }
    }

    var isRemoval: Bool { if case .removed = self { true } else { false } }
}
