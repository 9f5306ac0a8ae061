public import UnixSystem

/// The reason why the daemon cannot start.
public enum StartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call failed.
    case system(SystemCallError)
    /// A path whose owner, type or permissions make it unsafe, and the reason.
    case unsafe(String, String)
    /// Other users may change a file or folder of the state; the text names the command that prevents this.
    case untrusted(String)
    /// Another daemon serves this folder.
    case alreadyServed(String)
    /// The configuration of the daemon itself is wrong.
    case configuration([String])

    /// The action that failed, its object, and the reason.
    public var description: String {
        switch self {
        case .system(let error): error.description
        case .unsafe(let path, let reason): "'\(path)' \(reason), so it is not used"
        case .untrusted(let reason): "the state folder is not used: \(reason)"
        case .alreadyServed(let path): "another daemon already serves '\(path)'; 'xcallback status' tells its pid"
        case .configuration(let mistakes): mistakes.joined(separator: "\n")
        }
    }
}
