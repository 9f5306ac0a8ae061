import DispatcherMessages
import Glibc
import UnixSystem

/// An ssh process that runs a command on another machine, as `systemctl -H` does. It uses the user's own configuration,
/// keys and agent.
struct SecureShell: Sendable {
    /// Our end of the command's standard input and output.
    let descriptor: CInt
    private let process: ChildProcess

    /// Starts ssh, or the program that XCALLBACK_SSH names.
    /// - Parameter command: Words without special characters, because the other machine's shell reads them.
    init(_ host: RemoteHost, command: [String]) throws(ClientError) {
        do throws(SystemCallError) {
            var ends: [CInt] = [-1, -1]
            guard socketpair(AF_UNIX, SocketType.stream | SocketType.closeOnExec, 0, &ends) == 0 else {
                throw SystemCallError("make a pair of sockets")
            }
            let ours = try Descriptor(ends[0], attempt: "make a pair of sockets")
            let theirs = try Descriptor(ends[1], attempt: "make a pair of sockets")
            process = try ChildProcess(
                [Self.program, "-xT", "--", host.name] + command, input: .descriptor(theirs.number),
                output: .descriptor(theirs.number))
            descriptor = ours.release()
        } catch {
            throw .failed(error)
        }
    }

    private static var program: String {
        let chosen = getenv("XCALLBACK_SSH").map { String(cString: $0) } ?? ""
        return chosen.isEmpty ? "ssh" : chosen
    }

    /// Waits until ssh ends. Returns the exit status of the command, 255 if ssh itself failed, or 128 plus a signal.
    func wait() -> Int32 { process.wait() ?? 255 }

    /// Reaps the process if it has ended, as it does after the descriptor is closed. It may also carry other sessions of the
    /// user, so it is neither killed nor waited for.
    func release() { _ = process.endIfEnded() }
}
