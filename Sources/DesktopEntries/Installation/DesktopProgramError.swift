package import UnixSystem

/// The reason why a program of the desktop failed.
package enum DesktopProgramError: Error, Sendable, Hashable {
    /// The program is not on PATH.
    case missing(tool: String, package: String)
    /// The program could not be started.
    case notStarted(SystemCallError)
    /// The program was still running at its deadline, and was killed with its process group.
    case timedOut(command: String, seconds: Int)
    /// The program ended with this status, or 128 plus a signal. The complaint is the first line of its standard error.
    case failed(command: String, status: Int32, complaint: String)
}

extension DesktopProgramError: CustomStringConvertible {
    /// The attempt and the reason.
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
