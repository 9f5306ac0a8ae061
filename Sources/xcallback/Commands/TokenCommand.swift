import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback token new ROUTE`
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make the tokens that let URLs run a route without the prompt.",
        discussion: """
            Example:
              xcallback token new bear.tags
            """,
        subcommands: [New.self])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Write a new random token to the file that the route names, and print it.",
            discussion: """
                The file is created if it does not exist; only you may read it. The previous token stops working for \
                every route that names the file.

                Example:
                  xcallback token new bear.tags
                """)

        @Flag(help: "Print the token, its parameter and its file as JSON.")
        var json = false

        @Argument(help: "Route, such as notes.create.", completion: NameCompletion.routes)
        var route: String

        func run() throws {
            let (reply, printed) = try Daemon.call(TokenMethod.self) { $0.route = route }
            guard !json else { return Shell.print(json: printed) }
            Shell.print(text: reply.token)
            Shell.report("add \(reply.parameter)=\(reply.token) to the URLs of \(route); the token is in \(reply.file)")
        }
    }
}
