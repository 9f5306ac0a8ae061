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
              xcallback history run last
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(help: RequestReference.help, completion: NameCompletion.requests)
    var id: RequestReference

    func run() throws {
        let reply = try daemon.call(.rerun, [(.id, .string(id.id(from: daemon)))])
        Shell.print(json: reply)
        OpenURL.reportLostCallback(of: reply)
        try XCallbackCommand.exit(Dispatch.exitStatus(of: reply))
    }
}
