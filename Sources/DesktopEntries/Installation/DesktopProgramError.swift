package import UnixSystem

/// Why a program of the desktop could not do its part.
package enum DesktopProgramError: Error, Sendable, Hashable {
    /// No such program on the search path.
    case missing(tool: String, package: String)
    /// It could not be started.
    case notStarted(SystemCallError)
    /// It had not ended by its deadline, and was killed with all it had started.
    case timedOut(command: String, seconds: Int)
    /// It ended with that status, or by a signal (then 128 and its number); with the first line it wrote to stderr.
    case failed(command: String, status: Int32, complaint: String)
}

extension DesktopProgramError: CustomStringConvertible {
    /// What was tried and why it failed.
    package var description: String {
        switch self {
        case .missing(let tool, let package): "no \(tool) on PATH; install the package \(package)"
        case .notStarted(let error): error.description
        case .timedOut(let command, let seconds): "'\(command)' had not ended after \(seconds) s and was killed"
        case .failed(let command, let status, let complaint):
            "'\(command)' ended with status \(status)" + (complaint.isEmpty ? "" : ": \(complaint)")
        }
    }
}
