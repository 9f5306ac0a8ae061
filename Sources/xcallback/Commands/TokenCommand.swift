import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback token ROUTE`
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make a new token, with which URLs run a route without a question.",
        discussion: """
            Writes a random token to the file that the route names, which only you may read, and prints the token. The \
            previous token stops working for every route that names the file.

            Example:
              xcallback token bear.tags
            """)

    @Argument(help: "Route, such as notes.create.", completion: NameCompletion.routes)
    var route: String

    func run() throws {
        let reply = try Daemon.call(TokenMethod.self) { $0.route = route }.reply
        Shell.print(text: reply.token)
        Shell.report("add \(reply.parameter)=TOKEN to the URLs of \(route); the token is in \(reply.file)")
    }
}
