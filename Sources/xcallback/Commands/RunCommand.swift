import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback run ROUTE name=value…`
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a route by its name, and print the output.",
        discussion: """
            On a terminal, an output that is one text is printed as it is; any other output, and any output into a pipe, \
            is printed as JSON.

            A repeated name makes an array. 'name=-' reads the value from standard input and 'name=@FILE' from a file, both \
            without the last line break. If a value begins with '@', write another '@' before it. Ctrl-C cancels the request.

            Example:
              xcallback run notes.create title='To do' body=@todo.txt
            """)

    @Option(
        help: ArgumentHelp(
            "Print only this member of the output, without quotes; 'a.b' is member b of a.", valueName: "name"))
    var get: String?

    @Flag(help: "Print an output that is one text as it is, also into a pipe.")
    var text = false

    @Flag(help: "Also show a text, an error or a cancel as a notification.")
    var notify = false

    @Flag(help: "Print the whole outcome as JSON, also an error or a cancel.")
    var json = false

    @OptionGroup var input: RouteInput

    func validate() throws {
        guard get == nil || !json else { throw ValidationError("--get and --json cannot be used together") }
        guard !text || !json else { throw ValidationError("--text and --json cannot be used together") }
    }

    func run() throws {
        let note = "done, without an output ('output: text' in a route shows what its command prints)"
        let call = CallURL(
            target: .route(input.route, input: try input.object), member: get, printsText: text || Shell.isTerminal,
            printsOutcome: json, onOutcome: notify ? { Notification.show(input.route, $0) } : nil,
            noteWhenEmpty: Shell.isTerminal ? note : nil)
        try Shell.exit(call.run())
    }
}
