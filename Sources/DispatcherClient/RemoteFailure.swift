package import DispatcherMessages

/// Why there is no connection to the daemon of another machine. What ssh and the program there said about it has gone to
/// standard error already.
package struct RemoteFailure: Error, Sendable, Hashable {
    package let host: RemoteHost
    /// What ssh ended with.
    package let status: Int32

    /// What ssh ends with for a failure of its own.
    private static let sshFailed: Int32 = 255
    /// What a shell ends with where there is no such command.
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
            "there is no 'xcallback' on \(host.name), on the PATH that ssh gives to commands; install it there, in "
                + "/usr/local/bin for one"
        case ExitStatus.unreachable.rawValue: "no daemon answers on \(host.name)"
        case ExitStatus.notPermitted.rawValue: "the daemon on \(host.name) is not ours to use"
        default:
            "'xcallback bridge' on \(host.name) ended with status \(status) before it was connected; "
                + "'ssh \(host.name) xcallback --version' tells its version"
        }
    }
}
