import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback call URL`
struct CallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any app by URL and wait for its answer; print the output as JSON.",
        discussion: """
            A URL of our own routes is run by them. Any other is opened by the app that has its scheme, which answers by \
            the x-success, x-error or x-cancel that the URL brings it ('xcallback install' is what lets it).

            A '--param' is appended to the URL, percent-encoded. 'name=-' takes the value from standard input and \
            'name=@FILE' from a file, each without its last line break; a value that begins with '@' is written '@@'.

            Without an answer in time the exit status is 124.
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(
        name: .customLong("param"),
        help: ArgumentHelp("A parameter to append; one that repeats stands there as often.", valueName: "name=value"),
        transform: InputArgument.init)
    var added: [InputArgument] = []

    @Option(help: ArgumentHelp("Print this member of the output as it is; 'a.b' is one within one.", valueName: "name"))
    var get: String?

    @Option(
        help: ArgumentHelp("How long to wait: seconds, or a number with ms, s, m, h or d.", valueName: "time"),
        transform: Self.duration)
    var timeout = Duration.seconds(120)

    @Flag(
        inversion: .prefixedNo,
        help: "Read '+' in the app's answer as a space, or as itself; by default as 'apps' in config.yaml has it.")
    var plusAsSpace: Bool?

    @Option(help: ArgumentHelp("What we call ourselves, if the URL has no x-source.", valueName: "name"))
    var source: String?

    @Flag(help: "Print the whole outcome as JSON, whatever it is.")
    var json = false

    @Argument(help: "The URL.")
    var url: String

    /// How long the daemon may take to tell that there was no answer: a command of its own has to end first.
    private static let grace = Duration.seconds(5)

    func validate() throws {
        try InputArgument.check(added)
        guard get == nil || !json else { throw ValidationError("--get and --json print different things") }
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
            case .cancel: Shell.say("cancelled")
            case .error(let error): Shell.say(OpenURL.sentence(error))
            }
        }
        try Tool.exit(status)
    }

    private func call() throws -> QueryValue {
        let id = Dispatch.makeID()
        let added = try InputArgument.object(added)
        do {
            let address = try daemon.address
            let parameters = Call.parameters(
                url: url, id: id, adding: added, timeout: timeout, plusAsSpace: plusAsSpace, source: source,
                to: address)
            var client = try DaemonClient(to: address, door: address.door)
            let patience = Int32(clamping: (timeout + Self.grace).milliseconds)
            return try client.call(MethodName.call, parameters, milliseconds: patience)
        } catch {
            let failure = Tool.failure(error)
            if failure.rawValue == ExitStatus.connectionLost.rawValue {
                Shell.say("the request has the id \(id); see 'xcallback history show \(id)'")
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
            let names = output?.memberNames ?? []
            let beside = names.isEmpty ? "it has no output" : "it has \(names.joined(separator: ", "))"
            Shell.say("the answer has no '\(get)'; \(beside)")
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
