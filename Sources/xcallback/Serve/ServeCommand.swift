import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// `xcallback serve NAME --path PATH -- COMMAND…`
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a route with a command that keeps running.",
        discussion: """
            The command reads one line of JSON for each request, {"route": …, "input": {…}, "context": {…}}, and \
            prints one line of JSON: {"outcome": "success", "output": …}, {"outcome": "error", "error": {"code": 1, \
            "message": "…"}}, {"outcome": "cancel"}, or any other value, which is the output of a success. The command \
            gets one request at a time, and must print a line for each, also for a request that was cancelled or has \
            timed out: the rest queue until then. A program that buffers its output must flush it after each line \
            (python3 -u). When the command ends, the route is removed, and 'serve' ends with the command's status.

            Clicks and agents do not reach a route with --path; its scheme is the first part of its name. Without --path the command gets the requests of the \
            routes in your files that name it: a route with 'worker: count.words' has its path, inputs, 'desktop' and \
            'agent' in the file.

            If the daemon goes away, 'serve' reports it and keeps reconnecting until the daemon is back or refuses the route.

            Example:
              xcallback serve clock.now --path / -- sh -c 'while read x; do date +%s; done'
            """)

    @Option(help: "Path of the route, as in a file: /say/{word} (repeatable); without it, a file has the route.")
    var path: [String] = []

    @Option(
        help: ArgumentHelp(
            "Input (repeatable): \(InputDeclaration.forms).", valueName: "name=type"),
        completion: NameCompletion.inputTypes,
        transform: InputDeclaration.init)
    var input: [InputDeclaration] = []

    @Argument(help: "Full name of the route, such as weather.today.")
    var name: String

    @Argument(parsing: .postTerminator, help: "Command and its arguments, after '--'.")
    var command: [String]

    func validate() throws {
        guard !command.isEmpty else { throw ValidationError("the command is missing; add it after '--'") }
        guard !path.isEmpty || input.isEmpty else {
            throw ValidationError("'--input' needs '--path'; without it, a file declares the route")
        }
    }

    func run() throws {
        let status = try CommandServer(route: route, address: .here).run(command)
        if status != 0 { throw ExitCode(status) }
    }

    private var route: RouteDeclaration {
        var route = RouteDeclaration()
        route.name = name
        route.path = path.isEmpty ? nil : .list(path)
        if !input.isEmpty { route.input = JSONObject(.object(input.map { QueryValue.Member($0.name, $0.type) })) }
        route.concurrency = 1
        return route
    }
}
