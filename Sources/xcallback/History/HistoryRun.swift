import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// `xcallback history run ID`
struct HistoryRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a request again, as a new one, and print its outcome.",
        discussion: """
            The new request uses the socket of the first one, and its callbacks are opened again.

            Example:
              xcallback history run 01JD8Z7Q4N
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(help: "Id of the request, or the id that its client gave it.")
    var id: String

    func run() throws {
        let reply = try daemon.call(.rerun, [(.id, .string(id))])
        Shell.print(reply.json)
        try XCallbackCommand.exit(Dispatch.exitStatus(of: reply))
    }
}
