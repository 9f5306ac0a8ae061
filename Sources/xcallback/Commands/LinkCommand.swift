import ArgumentParser
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback link ROUTE name=value…`
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Write the URL that runs a route with an input; run nothing.",
        discussion: """
            A name that repeats makes an array. 'name=-' takes the value from standard input and 'name=@FILE' from a file, \
            each without its last line break; a value that begins with '@' is written '@@'. What equals a default is left \
            out, and what the route would refuse is an error.
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Write a web link, with the first domain of the route.")
    var web = false

    @Option(name: .customLong("x-success"), help: ArgumentHelp("The URL to open on success.", valueName: "url"))
    var success: String?

    @Option(name: .customLong("x-error"), help: ArgumentHelp("The URL to open on an error.", valueName: "url"))
    var error: String?

    @Option(name: .customLong("x-cancel"), help: ArgumentHelp("The URL to open on a cancel.", valueName: "url"))
    var cancel: String?

    @Option(help: ArgumentHelp("What the caller calls itself: x-source.", valueName: "name"))
    var source: String?

    @Argument(help: "The route, as in 'notes.create'.", completion: DaemonNames.routes)
    var route: String

    @Argument(
        help: ArgumentHelp("The input.", valueName: "name=value"), completion: DaemonNames.fields,
        transform: InputArgument.init)
    var input: [InputArgument] = []

    func validate() throws { try InputArgument.check(input) }

    func run() throws {
        let callbacks = [(CallbackKind.success, success), (.error, error), (.cancel, cancel)].compactMap { kind, url in
            url.map { QueryValue.Member(kind.rawValue, .string($0)) }
        }
        let result = try daemon.call(
            MethodName.link,
            .record([
                (ParameterName.route, .string(route)), (ParameterName.input, try InputArgument.object(input)),
                (ParameterName.web, web ? true : nil),
                (ParameterName.callbacks, callbacks.isEmpty ? nil : .object(callbacks)),
                (ParameterName.source, source.map { .string($0) }),
            ]))
        Shell.print(try DaemonOptions.read(result, as: LinkReply.init).url)
    }
}
