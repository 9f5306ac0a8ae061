import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback call URL`
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any app by URL, wait for its answer and print the output as JSON.",
        discussion: """
            The daemon runs a URL that matches one of its routes. It opens any other URL in the app of its scheme, with an \
            x-success, x-error and x-cancel by which the app answers. This requires 'xcallback install'.

            Each '--param' is percent-encoded and appended to the URL. 'name=-' reads the value from standard input and \
            'name=@FILE' from a file, both without the last line break. Write '@@' for a value that begins with '@'.

            If no answer arrives in time, the exit status is 124.

            Example:
              xcallback call 'obsidian://actions-uri/note/get?vault=Work' --param file=Today.md
            """)

    @OptionGroup var daemon: DaemonOptions

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
    var timeout = Duration.seconds(120)

    @Flag(
        inversion: .prefixedNo,
        help: "Read '+' in the app's answer as a space, or as a plus sign; default: 'apps' in config.yaml.")
    var plusAsSpace: Bool?

    @Option(
        help: ArgumentHelp(
            """
            Parameter whose value is not written down (repeatable), besides auth-token, access-token, token, key, \
            password, x-token and those of 'apps' in config.yaml.
            """, valueName: "name"))
    var secret: [String] = []

    @Option(help: ArgumentHelp("Name to send as x-source, if the URL has none.", valueName: "name"))
    var source: String?

    @Flag(help: "Print the whole outcome as JSON, also an error or a cancel.")
    var json = false

    @Argument(help: "URL to call.")
    var url: String

    /// How long the daemon may need to report the timeout: it must end a running command first.
    private static let grace = Duration.seconds(5)

    func validate() throws {
        try InputArgument.check(added)
        guard get == nil || !json else { throw ValidationError("--get and --json cannot be used together") }
    }

    func run() throws {
        let begun = ContinuousClock.now
        let result = try call()
        let outcome = try DaemonOptions.read(result, as: OutcomeReply.init).outcome
        let isLate =
            outcome.error?.code == StandardCode.timeout.rawValue && ContinuousClock.now - begun >= timeout
        let status = isLate ? .timedOut : Dispatch.exitStatus(of: result)
        if json {
            Shell.print(result.json)
        } else {
            switch outcome {
            case .success: try show(outcome.shownOutput)
            case .cancel: Shell.report("cancelled")
            case .error(let error): Shell.report(OpenURL.sentence(error))
            }
        }
        try XCallbackCommand.exit(status)
    }

    private func call() throws -> QueryValue {
        let id = Dispatch.makeID()
        let added = try InputArgument.object(added)
        do {
            let address = try daemon.address
            let parameters = QueryValue.record([
                (ParameterName.url, .string(url)), (.id, .string(id)),
                (.parameters, added == .object([]) ? nil : added),
                (.timeout, .string("\(timeout.milliseconds)ms")), (.plusAsSpace, plusAsSpace.map { .bool($0) }),
                (.secret, secret.isEmpty ? nil : .array(secret.map { .string($0) })),
                (.source, source.map { .string($0) }), (.environment, Dispatch.environment(for: address)),
            ])
            var client = try DaemonClient(to: address, door: .control)
            let waitLimit = Int32(clamping: (timeout + Self.grace).milliseconds)
            return try client.call(.call, parameters, milliseconds: waitLimit)
        } catch {
            let failure = XCallbackCommand.failure(error)
            if failure.rawValue == ExitStatus.connectionLost.rawValue {
                Shell.report("the request has the id \(id); see 'xcallback history show \(id)'")
            }
            throw failure
        }
    }

    private func show(_ output: QueryValue?) throws {
        guard let get else {
            if let output { Shell.print(output.json) }
            return
        }
        guard let value = output?.value(at: get) else {
            let names = output?.members?.map(\.name) ?? []
            let existing = names.isEmpty ? "it has no output" : "it has \(names.joined(separator: ", "))"
            Shell.report(Printable.wording("the answer has no '\(get)'; \(existing)", limit: 4096))
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
        Shell.print(value.text ?? value.json)
    }

    private static func duration(_ text: String) throws -> Duration {
        guard let duration = Duration(text: text) else {
            throw ValidationError("'\(text)' is not \(Duration.textExpectation)")
        }
        return duration
    }
}
