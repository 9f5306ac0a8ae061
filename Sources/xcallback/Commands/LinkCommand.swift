import ArgumentParser
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback link ROUTE name=value…`
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Print the URL that runs a route with an input, without running it.",
        discussion: """
            A repeated name makes an array. \(InputArgument.sources) The URL omits a value that equals its default, unless \
            the path needs the value. An input that the route would refuse is an error.

            Example:
              xcallback link notes.create title='To do' body=@todo.txt
            """)

    @Flag(help: "Print a web link, with the first domain of the route.")
    var web = false

    @Option(help: "Print a link to the page of 'page --redirect' at this address, with the URL as its fragment.")
    var https: String?

    @Option(name: .customLong("x-success"), help: ArgumentHelp("URL to open on success.", valueName: "url"))
    var success: String?

    @Option(name: .customLong("x-error"), help: ArgumentHelp("URL to open on an error.", valueName: "url"))
    var error: String?

    @Option(name: .customLong("x-cancel"), help: ArgumentHelp("URL to open on a cancel.", valueName: "url"))
    var cancel: String?

    @OptionGroup var input: RouteInput

    func validate() throws {
        guard let https else { return }
        guard https.hasPrefix("https://"), !https.contains("#"), (try? XCallbackURL(https)) != nil else {
            throw ValidationError(
                "--https is the address of a page: https://, a host and no space or '#'; 'xcallback page --redirect "
                    + "SCHEME' makes the page")
        }
        guard !web else { throw ValidationError("--web and --https cannot be used together") }
    }

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
        }.reply
        Shell.print(text: https.map { "\($0)#\(Self.fragment(reply.url))" } ?? reply.url)
    }

    /// Returns the URL as a fragment. Signs that Markdown, HTML or a mail program may change are encoded; what a reader
    /// needs to see of the URL is not.
    private static func fragment(_ url: String) -> String {
        [(":", "%3A"), ("/", "%2F"), ("?", "%3F"), ("=", "%3D")].reduce(PercentCoding.encode(url)) {
            $0.replacing($1.1, with: $1.0)
        }
        // One of -._~ before another sign, or any sign at the end, may end a link.
        .replacing(/[-._~](?![A-Za-z0-9])|[:\/?=]$/) {
            String(decoding: $0.output.utf8.flatMap(PercentCoding.escape), as: UTF8.self)
        }
    }
}
