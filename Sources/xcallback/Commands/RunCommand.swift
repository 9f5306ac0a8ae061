import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback run ROUTE name=value…` and `xcallback run URL`
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a route by its name or by a URL, and print the output.",
        discussion: """
            An output of one text is printed as it is, any other as JSON; '--json' prints each outcome as JSON. A URL \
            runs only routes of yours; 'xcallback call' calls another app by its URL. Ctrl-C cancels the request.

            A repeated name makes an array. \(InputArgument.sources) A callback belongs in a URL, which 'xcallback link' prints.

            Examples:
              xcallback run notes.create title='To do' body=@todo.txt
              xcallback run 'notes:///create?title=Hi'
            """)

    @OptionGroup var output: OutputOptions

    @Flag(help: "Also show a text, an error or a cancel as a notification.")
    var notify = false

    @OptionGroup var input: RouteInput

    /// Whether the route is given by a URL. The name of a route has no colon.
    private var isURL: Bool { input.route.contains(":") }

    func validate() throws {
        guard !isURL || input.values.isEmpty else { throw ValidationError("the input of a URL is in the URL itself") }
    }

    func run() throws {
        let call = CallURL(
            target: isURL ? .ownURL(input.route) : .route(input.route, input: try input.object), member: output.get,
            printsText: true, printsOutcome: output.json,
            onOutcome: notify ? { Notification.show(input.route, $0) } : nil)
        try Shell.exit(call.run())
    }
}
