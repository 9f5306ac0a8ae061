import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// The options of every command that talks to the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(
        name: [.customShort("H"), .long],
        help: ArgumentHelp("The machine whose daemon is meant, as ssh names it: [user@]host.", valueName: "host"))
    var host: RemoteHost?

    @Option(help: "The folder of the daemon's sockets.")
    var socketDirectory: String?

    func validate() throws {
        guard host == nil || socketDirectory == nil else {
            throw ValidationError("--host and --socket-directory cannot both be given")
        }
    }

    /// Calls one method at the control door, or ends the process with the reason why not.
    func call(_ method: String, _ parameters: QueryValue = .object([])) throws -> QueryValue {
        do {
            var client = try DaemonClient(to: address, door: .control)
            return try client.call(method, parameters)
        } catch {
            throw Tool.failure(error)
        }
    }

    /// Reads a result, or ends the process with the reason why it cannot be read.
    static func read<Reply>(
        _ result: QueryValue, as read: (QueryValue) throws(ReplyError) -> Reply
    ) throws -> Reply {
        do throws(ReplyError) {
            return try read(result)
        } catch {
            throw Tool.failure(ClientError.unreadable(error.description))
        }
    }

    var address: DaemonAddress {
        get throws(SocketDirectoryError) {
            try DaemonAddress(host: host, socketDirectory: socketDirectory, variable: Shell.variable)
        }
    }
}
