import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback run ROUTE name=value…`
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a route by its name, and print the output as JSON.",
        discussion: """
            A repeated name makes an array. 'name=-' reads the value from standard input and 'name=@FILE' from a file, both \
            without the last line break. Write '@@' for a value that begins with '@'. Ctrl-C cancels the request.

            Example:
              xcallback run notes.create title=Hi tags=a tags=b
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(
        help: ArgumentHelp(
            "Print only this member of the output, without quotes; 'a.b' is member b of a.", valueName: "name"))
    var get: String?

    @Flag(help: "Print the whole outcome as JSON, also an error or a cancel.")
    var json = false

    @Argument(help: "Route, such as notes.create.", completion: NameCompletion.routes)
    var route: String

    @Argument(
        help: ArgumentHelp("Input of the route (repeatable).", valueName: "name=value"),
        completion: NameCompletion.fields,
        transform: InputArgument.init)
    var input: [InputArgument] = []

    func validate() throws {
        try InputArgument.check(input)
        guard get == nil || !json else { throw ValidationError("--get and --json cannot be used together") }
    }

    func run() throws {
        var call = CallURL(route: route, input: try InputArgument.object(input))
        call.member = get
        call.printsOutcome = json
        try XCallbackCommand.exit(call.run(at: daemon.address))
    }
}
