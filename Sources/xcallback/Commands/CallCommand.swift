import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback call URL`
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any app by URL, and print its answer as JSON.",
        discussion: """
            The daemon runs a URL that matches one of its routes, and opens any other URL in the app of the URL's \
            scheme. The app answers by opening the x-success, x-error or x-cancel that the daemon adds to the URL. \
            Calls of other apps require 'xcallback install'; if xcallback: is not registered, the exit status is 78.

            Each '--param' is percent-encoded and appended to the URL. 'name=-' reads the value from standard input \
            and 'name=@FILE' from a file, both without the last line break. If a value begins \
            with '@', write another '@' before it. '--param x-source=NAME' tells the app who calls.

            If no answer arrives in time, the exit status is 124. Ctrl-C cancels the request.

            Example:
              xcallback call 'obsidian://actions-uri/note/get?vault=A' --param file=B.md
            """)

    @Option(
        name: .customLong("param"),
        help: ArgumentHelp("Parameter to append to the URL (repeatable).", valueName: "name=value"),
        transform: InputArgument.init)
    var added: [InputArgument] = []

    @Option(
        help: ArgumentHelp(
            "Print only this member of the output, without quotes; 'a.b' is member b of a.", valueName: "name"))
    var get: String?

    @Option(
        help: ArgumentHelp(
            "Maximum time to wait: seconds, or a number with ms, s, m, h or d; default: 120.", valueName: "time"),
        transform: Self.duration)
    var timeout = CallURL.standardTimeout

    @Flag(
        inversion: .prefixedNo,
        help: """
            Whether '+' in the app's answer is a space (--plus-as-space) or a plus sign (--no-plus-as-space); default: \
            'apps' in config.yaml.
            """)
    var plusAsSpace: Bool?

    @Option(
        help: ArgumentHelp(
            """
            Parameter whose value is not recorded (repeatable), in addition to auth-token, access-token, token, key, \
            password, x-token and the names that 'apps' in config.yaml lists.
            """, valueName: "name"))
    var secret: [String] = []

    @Flag(help: "Print the whole outcome as JSON, also an error or a cancel.")
    var json = false

    @Argument(help: "URL to call.", completion: NameCompletion.urls)
    var url: String

    func validate() throws {
        try InputArgument.check(added)
        guard get == nil || !json else { throw ValidationError("--get and --json cannot be used together") }
    }

    func run() throws {
        let parameters = try added.isEmpty ? nil : InputArgument.object(added)
        let call = CallURL(
            target: .url(url), timeout: timeout, parameters: parameters, member: get, plusAsSpace: plusAsSpace,
            secrets: secret, printsOutcome: json)
        try Shell.exit(call.run())
    }

    static func duration(_ text: String) throws -> Duration {
        guard let duration = Duration(text: text) else {
            throw ValidationError("'\(text)' is not \(Duration.textExpectation)")
        }
        return duration
    }
}
