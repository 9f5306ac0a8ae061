package import DispatcherMessages

/// Why there is no connection to the daemon of another machine. ssh and the program there have already printed their own
/// messages to standard error.
package struct RemoteFailure: Error, Sendable, Hashable {
    package let host: RemoteHost
    /// The exit status of ssh.
    package let status: Int32

    /// The exit status of ssh if ssh itself fails.
    private static let sshFailed: Int32 = 255
    /// The exit status of a shell that cannot find the command.
    private static let noCommand: Int32 = 127

    package var exitStatus: ExitStatus {
        status == ExitStatus.notPermitted.rawValue ? .notPermitted : .unreachable
    }
}

extension RemoteFailure: CustomStringConvertible {
    package var description: String {
        switch status {
        case Self.sshFailed: "cannot reach \(host.name) by ssh"
        case Self.noCommand:
            "there is no 'xcallback' on \(host.name) on the PATH that ssh gives to commands; install it there, for example "
                + "in /usr/local/bin"
        case ExitStatus.unreachable.rawValue: "no daemon answers on \(host.name)"
        case ExitStatus.notPermitted.rawValue: "no permission to use the daemon on \(host.name)"
        default:
            "'xcallback bridge' on \(host.name) ended with status \(status) before it was connected; "
                + "'ssh \(host.name) xcallback --version' prints its version"
        }
    }
}
