import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import RequestRecord

/// `xcallback bridge`
struct BridgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge", abstract: "Connect standard input and output to the daemon.",
        discussion: """
            'xcallback -H' starts this command on the other machine over ssh. Anyone who can start a bridge has all \
            rights of the socket. The control socket is for your own logins; give a container or another machine only \
            the desktop socket.

            Example:
              ssh box xcallback bridge
            """,
        shouldDisplay: false)

    @Option(help: "Folder of the daemon's sockets; default: $XDG_RUNTIME_DIR/xcallbackd.")
    var socketDirectory: String?

    @Option(
        help: """
            Socket to connect to; default: control, or desktop in a program that was started for a request from the \
            desktop socket.
            """
    )
    var door: Door?

    @Flag(help: "Print a line once the daemon is connected.")
    var greet = false

    func run() throws {
        // Without a reader, writing fails with EPIPE, which ends the bridge.
        signal(SIGPIPE, SIG_IGN)
        do {
            let directory = try SocketDirectory(override: socketDirectory, variable: Shell.variable)
            let connection = try DaemonConnection(
                to: directory, door: door ?? DaemonAddress.onlyDoor.flatMap(Door.init(rawValue:)) ?? .control)
            var bridge = Bridge(connection, input: STDIN_FILENO, output: STDOUT_FILENO)
            bridge.run(greets: greet)
        } catch {
            throw Shell.failure(error)
        }
    }
}
