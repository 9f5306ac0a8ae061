import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding
import RequestRecord

/// `xcallback history run ID`
struct HistoryRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a request again, as a new one, and print its outcome.",
        discussion: """
            The new request uses the socket of the original one, and its callbacks are opened again. You may be asked again \
            on the desktop.

            Example:
              xcallback history run last
            """)

    @Argument(help: RequestReference.help, completion: NameCompletion.requests)
    var id: RequestReference

    func run() throws {
        let id = try id.id()
        if try asks(about: id) { Shell.report("asking you on the desktop") }
        let reply = try Daemon.call(RerunMethod.self) { $0.id = id }.printed
        Shell.print(json: reply)
        OpenURL.reportLostCallback(of: reply)
        try Shell.exit(ExitStatus(of: reply))
    }

    /// Whether the daemon will ask the user about a request when it runs again.
    private func asks(about id: String) throws -> Bool {
        let history = try Daemon.call(HistoryMethod.self) { ($0.id, $0.limit) = (id, 1) }.reply
        guard let request = history.requests.first, request.door == .desktop else { return false }
        return try Daemon.call(ExplainMethod.self) { ($0.url, $0.door) = (request.url, .desktop) }.reply.end.would
            == .ask
    }
}
