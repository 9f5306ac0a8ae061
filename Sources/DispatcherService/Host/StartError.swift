public import UnixSystem

/// Why the daemon cannot start.
public enum StartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call failed.
    case system(SystemCallError)
    /// A path whose owner, type or permissions make it unsafe, and the reason.
    case unsafe(String, String)
    /// Another daemon serves this folder.
    case alreadyServed(String)
    /// The configuration of the daemon itself is wrong.
    case configuration([String])

    /// What was tried, on what, and why it failed.
    public var description: String {
        switch self {
        case .system(let error): error.description
        case .unsafe(let path, let reason): "'\(path)' \(reason), so it is not used"
        case .alreadyServed(let path): "another daemon already serves '\(path)'"
        case .configuration(let mistakes): mistakes.joined(separator: "\n")
        }
    }
}
