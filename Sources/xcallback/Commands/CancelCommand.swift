import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// `xcallback cancel ID`
struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "End a request that waits or runs, and print its outcome.",
        discussion: """
            Kills the command of the request, or notifies its worker. The request ends as cancelled, unless it succeeds first.

            Example:
              xcallback cancel last
            """)

    @Argument(help: RequestReference.help, completion: NameCompletion.runningRequests)
    var id: RequestReference

    func run() throws {
        let id = try id.id(isRunning: true)
        Shell.print(json: try Daemon.call(CancelMethod.self) { $0.id = id }.printed)
    }
}
