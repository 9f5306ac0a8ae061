import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// The options of every command that talks to the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(help: "The folder of the daemon's sockets.")
    var socketDirectory: String?

    /// Calls one method at the control door, or ends the process with the reason why not.
    func call(_ method: String, _ parameters: QueryValue = .object([])) throws -> QueryValue {
        do {
            var client = try connect(door: .control)
            return try client.call(method, parameters)
        } catch {
            throw Tool.failure(error)
        }
    }

    func connect(door: Door) throws -> DaemonClient {
        try DaemonClient(
            to: SocketDirectory(override: socketDirectory, environment: Shell.environment), door: door)
    }
}
