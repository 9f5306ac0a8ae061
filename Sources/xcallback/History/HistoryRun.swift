import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// `xcallback history run ID`
struct HistoryRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a request again, as a new one, and print its outcome.",
        discussion: """
            The new request uses the socket of the first one, and its callbacks are opened again. For a click you may be \
            asked on the desktop again, which standard error says.

            Example:
              xcallback history run last
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(help: RequestReference.help, completion: NameCompletion.requests)
    var id: RequestReference

    func run() throws {
        let id = try id.id(from: daemon)
        if try asks(about: id) { Shell.report("asking you on the desktop") }
        let reply = try daemon.call(.rerun, [(.id, .string(id))])
        Shell.print(json: reply)
        OpenURL.reportLostCallback(of: reply)
        try XCallbackCommand.exit(Dispatch.exitStatus(of: reply))
    }

    /// Whether the user will be asked about a request, before its outcome is printed.
    private func asks(about id: String) throws -> Bool {
        let answer = try daemon.call(.history, [(.id, .string(id)), (.limit, 1)])
        guard let request = try DaemonOptions.read(answer, as: HistoryReply.init).requests.first,
            request.door == .desktop
        else { return false }
        let value = try daemon.call(.explain, [(.url, .string(request.url)), (.door, .string(Door.desktop.rawValue))])
        return try DaemonOptions.read(value, as: ExplanationReply.init).end.would == .ask
    }
}
