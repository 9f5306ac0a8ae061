import ArgumentParser
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback link ROUTE name=value…`
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Print the URL that runs a route with an input, without running it.",
        discussion: """
            A repeated name makes an array. 'name=-' reads the value from standard input and 'name=@FILE' from a file, both \
            without the last line break. If a value begins with '@', write another '@' before it. The URL omits a value that \
            equals its default, unless the path needs the value. An input that the route would refuse is an error.

            Example:
              xcallback link notes.create title='To do' body=@todo.txt
            """)

    @Flag(help: "Print a web link, with the first domain of the route.")
    var web = false

    @Option(name: .customLong("x-success"), help: ArgumentHelp("URL to open on success.", valueName: "url"))
    var success: String?

    @Option(name: .customLong("x-error"), help: ArgumentHelp("URL to open on an error.", valueName: "url"))
    var error: String?

    @Option(name: .customLong("x-cancel"), help: ArgumentHelp("URL to open on a cancel.", valueName: "url"))
    var cancel: String?

    @Option(help: ArgumentHelp("Name of the caller: x-source.", valueName: "name"))
    var source: String?

    @OptionGroup var input: RouteInput

    func run() throws {
        let callbacks = [(CallbackKind.success, success), (.error, error), (.cancel, cancel)].compactMap { kind, url in
            url.map { (kind.rawValue, $0) }
        }
        let object = try input.object
        let reply = try Daemon.call(LinkMethod.self) {
            $0.route = input.route
            $0.input = JSONObject(object)
            $0.isWeb = web
            $0.callbacks = Dictionary(uniqueKeysWithValues: callbacks)
            $0.source = source
        }.reply
        Shell.print(text: reply.url)
    }
}
