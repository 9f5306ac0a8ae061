import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// `xcallback serve NAME --path PATH -- COMMAND…`
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a route by a command that keeps running.",
        discussion: """
            The command reads one line of JSON for each request, {"route": …, "input": {…}, "context": {…}}, and prints one \
            line of JSON: {"outcome": "success", "output": …}, {"outcome": "error", "error": {"code": 1, "message": "…"}}, \
            {"outcome": "cancel"}, or any other value, which is the output of a success. It gets one request at a time; \
            the others wait. The route goes when it ends, and so do we, with its status.

            Where the connection to the daemon is lost, it is tried again until it stands, or until the route is refused.
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(help: "The path of the route, as in a file: /say/{word}.")
    var path: [String]

    @Option(help: "A scheme of the route; the first part of its name if none is given.")
    var scheme: [String] = []

    @Option(help: "A parameter, name=type: title=line, tags=[string], n={\"type\":\"int\",\"min\":1}.")
    var input: [InputDeclaration] = []

    @Option(help: "What the route does, for 'xcallback routes'.")
    var summary: String?

    @Flag(help: "Let others serve the same route too: whoever has the least to do gets a request.")
    var shared = false

    @Argument(help: "The route's whole name, such as weather.today.")
    var name: String

    @Argument(parsing: .postTerminator, help: "The command, behind '--'.")
    var command: [String]

    func validate() throws {
        guard !command.isEmpty else { throw ValidationError("the command is missing: say it behind '--'") }
    }

    func run() throws {
        let address: DaemonAddress
        do {
            address = try daemon.address
        } catch {
            throw Tool.failure(error)
        }
        let status = try CommandServer(route: route, address: address).run(command)
        if status != 0 { throw ExitCode(status) }
    }

    /// The parameters of `serve`.
    private var route: QueryValue {
        let route = QueryValue.record([
            ("name", .string(name)), ("path", .array(path.map { .string($0) })),
            ("schemes", scheme.isEmpty ? nil : .array(scheme.map { .string($0) })),
            ("input", .object(input.map { QueryValue.Member($0.name, $0.type) })),
            ("summary", summary.map { .string($0) }), ("shared", .bool(shared)), ("concurrency", 1),
        ])
        return .record([(ParameterName.routes, .array([route]))])
    }
}
