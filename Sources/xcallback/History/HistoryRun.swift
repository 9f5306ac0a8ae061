import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// `xcallback history run ID`
struct HistoryRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a request again, as a new one, and print its outcome.",
        discussion: "It comes in by the door of the first, and its callbacks are opened again.")

    @OptionGroup var daemon: DaemonOptions

    @Argument(help: "Its id, or the one that its caller gave it.")
    var id: String

    func run() throws {
        let reply = try daemon.call(MethodName.rerun, .record([(ParameterName.id, .string(id))]))
        Shell.print(reply.json)
        try Tool.exit(Dispatch.exitStatus(of: reply))
    }
}
