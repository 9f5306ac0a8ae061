public import UnixSystem

/// The reason why the daemon cannot start.
public enum StartError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call failed.
    case system(SystemCallError)
    /// A path whose owner, type or permissions make it unsafe, and the reason.
    case unsafe(String, String)
    /// Other users may change a file or folder of the state or of the sockets; the text names the command that prevents this.
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
        case .untrusted(let reason): reason
        case .alreadyServed(let path): "another daemon already serves '\(path)'; 'xcallback status' tells its pid"
        case .configuration(let mistakes): mistakes.joined(separator: "\n")
        }
    }
}

extension StartError {
    /// Throws if other users may change a file of the folder that the name describes, or may replace the folder.
    static func check(_ path: String, of name: String, _ trusted: TrustedFiles = TrustedFiles()) throws(StartError) {
        do {
            try trusted.check(path)
        } catch {
            guard error is UntrustedFile else { return }
            throw .untrusted("the \(name) folder is not used: \(error)")
        }
    }
}
