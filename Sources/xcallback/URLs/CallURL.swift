import DispatcherClient
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// Has the daemon call any app by a URL, or run a route, waits for the answer, and prints its output as JSON.
struct CallURL {
    static let standardTimeout = Duration.seconds(120)
    /// How long the daemon may need to report the timeout: it must end a running command first. A daemon that hangs is
    /// noticed earlier.
    private static let grace = Duration.seconds(12)

    enum Target {
        /// A URL of any app.
        case url(String)
        /// A URL that only our routes answer.
        case ownURL(String)
        case route(String, input: QueryValue)
    }

    let target: Target
    var timeout = standardTimeout
    /// Parameters to append to the URL.
    var parameters: QueryValue?
    /// The only member of the output to print.
    var member: String?
    var plusAsSpace: Bool?
    var secrets: [String] = []
    /// Whether to print the output of a text route as bare text. False prints JSON.
    var printsText = false
    /// Whether to print the whole outcome.
    var printsOutcome = false
    /// Gets the outcome before it is printed.
    var onOutcome: ((Outcome) -> Void)?

    func run() -> ExitStatus {
        let begun = ContinuousClock.now
        let id = RandomToken.make()
        do {
            let result = try call(.here, id)
            return show(result, after: ContinuousClock.now - begun)
        } catch {
            defer { MissingRoute.report(after: error) }
            if printsOutcome || onOutcome != nil, case .refused(_, _, _, let outcome?)? = error as? ClientError {
                return show(outcome, after: ContinuousClock.now - begun)
            }
            return .reporting(error, of: [id])
        }
    }

    /// The socket: a command that runs for an agent runs routes by the agent's socket.
    private func door(at address: SocketDirectory) -> Door {
        switch target {
        case .ownURL: address.door
        case .route where SocketDirectory.onlyDoor == Door.agent.rawValue: .agent
        default: .control
        }
    }

    private func call(_ address: SocketDirectory, _ id: String) throws(ClientError) -> QueryValue {
        Interruption.begin(at: address)
        var client = try DaemonClient(to: address, door: door(at: address))
        defer { Interruption.forget(id) }
        Interruption.cancels(id)
        let environment = Dictionary(uniqueKeysWithValues: DispatchParameters.environment(for: address))
        switch target {
        case .url(let url):
            try client.send(CallMethod.self) {
                ($0.url, $0.id, $0.timeout) = (url, id, TimeText(timeout))
                $0.parameters = parameters.map { JSONObject($0) }
                $0.readsPlusAsSpace = plusAsSpace
                $0.secrets = secrets.isEmpty ? nil : secrets
                $0.environment = environment
            }
            return try client.receive(milliseconds: Int32(clamping: (timeout + Self.grace).milliseconds))
        case .ownURL(let url):
            try client.send(DispatchMethod.name) { printer in
                DispatchParameters.printParameters(url: url, id: id, to: address, into: &printer)
            }
            return try client.receive()
        case .route(let route, let input):
            try client.send(RunMethod.self) {
                ($0.route, $0.input, $0.id, $0.environment) = (route, JSONObject(input), id, environment)
            }
            // The route has its own timeout.
            return try client.receive()
        }
    }

    private func show(_ result: QueryValue, after time: Duration) -> ExitStatus {
        let outcome: Outcome
        do throws(MessageError) { outcome = try OutcomeReply(result).outcome } catch {
            return .reporting(ClientError.unreadable(error.description))
        }
        // A notification may take a moment.
        defer { onOutcome?(outcome) }
        if printsOutcome {
            Shell.print(json: result)
        } else {
            switch outcome {
            case .success:
                if let failure = show(outcome.shownOutput) { return failure }
                if printsText, outcome.shownOutput == nil, Shell.isTerminal {
                    Shell.report("done, without an output ('output: text' in a route shows what its command prints)")
                }
            case .cancel: Shell.report("cancelled")
            case .error(let error): Shell.report("error \(error.code): \(error.sentence)")
            }
        }
        if case .ownURL(let url) = target {
            OpenURL.reportLostCallback(of: result)
            if DispatchParameters.hasNoRoute(result) { MissingRoute.report(url: url) }
        }
        if case .url(let url) = target, let code = outcome.error?.code {
            if code == StandardCode.timeout.rawValue, time >= timeout { return .timedOut }
            if MissingRoute.isName(url) {
                Shell.report("'\(url)' is the name of a route; 'xcallback run \(url)' runs it")
            }
        }
        return ExitStatus(of: result)
    }

    /// Prints the output, or a member of it. Returns the status if there is no such member.
    private func show(_ output: QueryValue?) -> ExitStatus? {
        guard let member else {
            if printsText, let members = output?.members, members.count == 1, members[0].name == rootName,
                let text = members[0].value.string
            {
                if !text.isEmpty { Shell.print(text: text) }
            } else if let output {
                Shell.print(json: output)
            }
            return nil
        }
        guard let value = output?.value(at: member) else {
            let names = output?.members?.map(\.name) ?? []
            let existing = names.isEmpty ? "it has no output" : "it has \(names.joined(separator: ", "))"
            Shell.report("the answer has no '\(member)'; \(existing)")
            return .errorOutcome
        }
        if let text = value.text { Shell.print(text: text) } else { Shell.print(jsonLine: value) }
        return nil
    }
}
