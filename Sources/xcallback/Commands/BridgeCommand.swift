import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc

/// `xcallback bridge`
struct BridgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bridge", abstract: "Carry standard input and output to the daemon and back.",
        discussion: """
            What 'xcallback -H' starts on the other machine by ssh. Whoever may use it has the rights of its door: the \
            control door is for the user's own logins, never for a container or another machine's forwarded socket, which \
            get the desktop door alone.
            """)

    @Option(help: "The folder of the daemon's sockets.")
    var socketDirectory: String?

    @Option(help: "The daemon's door.")
    var door = Door.control

    @Flag(help: "Write a line as soon as the daemon answers.")
    var greet = false

    func run() throws {
        // Nobody who reads: an end like any other.
        signal(SIGPIPE, SIG_IGN)
        do {
            let directory = try SocketDirectory(override: socketDirectory, variable: Shell.variable)
            let connection = try DaemonConnection(to: directory, door: door)
            var bridge = Bridge(connection, input: STDIN_FILENO, output: STDOUT_FILENO)
            bridge.run(greets: greet)
        } catch let error as DaemonConnectionError {
            throw Tool.failure(ClientError.connection(error))
        } catch {
            throw Tool.failure(error)
        }
    }
}
