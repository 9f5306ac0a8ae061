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
        let line = try id.read().line
        if line.door == .desktop { Shell.report("you may be asked on the desktop") }
        let reply = try Daemon.call(RerunMethod.self) { $0.id = line.id }.printed
        Shell.print(json: reply)
        OpenURL.reportLostCallback(of: reply)
        try Shell.exit(ExitStatus(of: reply))
    }
}
