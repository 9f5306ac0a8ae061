import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback call URL`
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any app by URL, and print its answer as JSON.",
        discussion: """
            The daemon runs a URL of its own routes, and opens any other URL in its app, which answers by opening the \
            x-success, x-error or x-cancel that the daemon adds. Calls of other apps require 'xcallback install'; the exit \
            status is 78 if xcallback: is not registered, and 124 if no answer arrives in time. Ctrl-C cancels the request.

            Each '--param' is percent-encoded and appended to the URL; '--param x-source=NAME' tells the app who calls. \
            \(InputArgument.sources)

            Example:
              xcallback call 'obsidian://actions-uri/note/get?vault=A' --param file=B.md
            """)

    @Option(
        name: .customLong("param"),
        help: ArgumentHelp("Parameter to append to the URL (repeatable).", valueName: "name=value"),
        transform: InputArgument.init)
    var added: [InputArgument] = []

    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "Maximum time to wait: seconds, or a number with ms, s, m, h or d; default: 120.", valueName: "time"),
        transform: Self.duration)
    var timeout = CallURL.standardTimeout

    @Flag(inversion: .prefixedNo, help: "Read '+' in the answer as a space, or not; default: 'apps' in config.yaml.")
    var plusAsSpace: Bool?

    @Option(
        help: ArgumentHelp(
            "Parameter whose value is not recorded (repeatable), as are passwords, tokens and keys by their names.",
            valueName: "name"))
    var secret: [String] = []

    @Argument(help: "URL to call.", completion: NameCompletion.urls)
    var url: String

    /// As in 'run'.
    @Argument(help: .hidden)
    var parameter: [String] = []

    private var all: [InputArgument] { get throws { try added + parameter.map(InputArgument.init) } }

    func validate() throws { try InputArgument.check(all) }

    func run() throws {
        let all = try self.all
        let parameters = try all.isEmpty ? nil : InputArgument.object(all)
        let call = CallURL(
            target: .url(url), timeout: timeout, parameters: parameters, member: output.get, plusAsSpace: plusAsSpace,
            secrets: secret, printsOutcome: output.json)
        try Shell.exit(call.run())
    }

    static func duration(_ text: String) throws -> Duration {
        guard let duration = Duration(text: text) else {
            throw ValidationError("'\(text)' is not \(Duration.textExpectation)")
        }
        return duration
    }
}
