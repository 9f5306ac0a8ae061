package import UnixSystem

/// Why something was not recorded, or not found.
package enum JournalError: Error, Sendable, Hashable {
    /// A system call failed.
    case system(SystemCallError)
    /// There is no room for the file to grow.
    case full(String)
    /// Reading or writing the file failed: the file, what SQLite says of it, and its extended code.
    case inputOutput(String, String, code: Int32)
    /// The file is no journal, or no longer one: the file, and what is wrong.
    case damaged(String, String)
    /// A later version of ours wrote the file.
    case newer(String, version: Int)
    /// Another process has the file.
    case inUse(String)
    /// It would not outlast the process, and was to survive a power cut; nil if there is to be no file.
    indirect case notDurable(because: JournalError?)
    /// So many changes wait already.
    case overloaded(Int)
    /// A request of that name was recorded before.
    case duplicate(String)
    /// No unsettled request has that name.
    case unknown(String, step: String)
    /// The step may not follow the one that was taken.
    case outOfOrder(String, step: String, after: String)
    /// The journal was closed.
    case closed
}

extension JournalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let error): error.description
        case .full(let path): "cannot write '\(path)': no room is left"
        case .inputOutput(let path, let message, let code): "cannot use '\(path)': \(message) (SQLite's \(code))"
        case .damaged(let path, let reason): "'\(path)' is no journal: \(reason)"
        case .newer(let path, let version):
            "'\(path)' has version \(version), and this program knows \(JournalSchema.version); update it"
        case .inUse(let path): "another process uses '\(path)'"
        case .notDurable(let reason?): "nothing can be recorded to survive a power cut: \(reason)"
        case .notDurable(nil): "nothing can be recorded to survive a power cut: the journal is off"
        case .overloaded(let limit): "\(limit) changes already wait for the journal"
        case .duplicate(let id): "the journal has a request \(id) already"
        case .unknown(let id, let step): "the journal has no open request \(id) that could be \(step)"
        case .outOfOrder(let id, let step, let state): "request \(id) is \(state) and cannot be \(step)"
        case .closed: "the journal is closed"
        }
    }

    /// Whether the file itself failed, so that nothing more is asked of the connection that met it.
    var breaksFile: Bool {
        switch self {
        case .inputOutput, .damaged: true
        default: false
        }
    }
}
