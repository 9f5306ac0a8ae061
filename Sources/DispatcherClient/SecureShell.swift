import Glibc
import UnixSystem

/// An ssh process that runs a command on another machine, as `systemctl -H` does. The process uses the user's own
/// configuration, keys and agent.
struct SecureShell: Sendable {
    private let process: ChildProcess

    /// Starts ssh, or the program that XCALLBACK_SSH names.
    /// - Parameters:
    ///   - command: Words without special characters, because the other machine's shell reads them.
    ///   - stream: The command's standard input and output, of which ssh gets a copy.
    init(_ host: RemoteHost, command: [String], stream: borrowing Descriptor) throws(SystemCallError) {
        process = try ChildProcess(
            [Self.program, "-xT", "--", host.name] + command, input: .descriptor(stream.number),
            output: .descriptor(stream.number))
    }

    private static var program: String {
        let chosen = getenv("XCALLBACK_SSH").map { String(cString: $0) } ?? ""
        return chosen.isEmpty ? "ssh" : chosen
    }

    /// Waits until ssh ends. Returns the exit status of the command, 255 if ssh itself failed, or 128 plus a signal.
    func wait() -> Int32 { process.wait() ?? 255 }

    /// Reaps the ssh process if it has ended, as it does after the connection is closed. The process may also carry
    /// other sessions of the user, so it is neither killed nor waited for.
    func release() { _ = process.endIfEnded() }
}
