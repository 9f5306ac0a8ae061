import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import RequestRecord
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Runs the command or script of a route, after the command of its `present`, and reads its outcome.
struct CommandHandler: Sendable {
    let commands: any CommandRunning
    let environment: ChildEnvironment
    let logger: Logger
    let clock: Timestamp.Clock

    func perform(
        _ arguments: [Argument], _ route: RouteDefinition, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
        try await run.withTurn(request) {
            let paths = try PathResolver(request.input.revealed, of: route)
            // The files are open until the command has ended.
            defer { withExtendedLifetime(paths) {} }
            let input = Confidential(revealed: paths.input, redacted: request.input.redacted)
            let words = try request.inserting(input, arguments.arguments)
            return try await perform(words, input, variables: [:], route, request, run)
        }
    }

    func perform(
        _ script: Script, _ route: RouteDefinition, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
        try await run.withTurn(request) {
            let paths = try PathResolver(request.input.revealed, of: route)
            // The files are open until the command has ended.
            defer { withExtendedLifetime(paths) {} }
            let input = Confidential(revealed: paths.input, redacted: request.input.redacted)
            let variables = try ScriptVariables.values(input.revealed)
            // The journal does not get the text of the script, which is the same for each request.
            func words(_ words: [String]) -> Confidential<[String]> {
                Confidential(revealed: words, redacted: route.shown(script))
            }
            guard script.interpreter != nil else {
                let program = words(script.program + ["-c", script.text, route.name])
                return try await perform(program, input, variables: variables, route, request, run)
            }
            do {
                return try await ScriptFile.with(script.text, in: scriptFolder) { path in
                    try await perform(
                        words(script.program + [path]), input, variables: variables, route, request, run)
                }
            } catch let error as SystemCallError {
                logger.error(
                    "a script could not be written", metadata: ["route": "\(route.name)", "error": "\(error)"])
                throw OutcomeError(.failed, "the file for the script could not be written")
            }
        }
    }

    /// The folder of the sockets, which no other user can read.
    private var scriptFolder: String { environment.own["XCALLBACK_SOCKET_DIRECTORY"] ?? "/tmp" }

    /// Runs a command after the command of `present`, and reads its outcome.
    /// - Parameter variables: The variables of a script.
    private func perform(
        _ words: Confidential<[String]>, _ input: Confidential<QueryValue>, variables: [String: String],
        _ route: RouteDefinition, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
        let variables = self.variables(route, request).merging(variables) { own, _ in own }
        let token = request.submission.activation.give(to: route.present == nil ? .command : .window)
        // The first command may take the focus.
        let activated = variables.merging(token) { $1 }
        // A mistake in either command is found before the first command shows something.
        var command = try command(
            words.revealed, route.present == nil ? activated : variables, route, request, .run,
            reading: standardInput(route, input.revealed, request))
        let present = try route.present.map { arguments in
            let words = try request.inserting(input, arguments.arguments)
            return try self.command(words.revealed, activated, route, request, .present)
        }
        command = try await reporting(command, route, request) { try await commands.assignUnit(to: $0) }
        try await run.recordStart(of: request, arguments: words, unit: command.unitName)
        if route.requestParts.contains(.url) {
            let program = words.revealed[0].split(separator: "/").last.map(String.init) ?? ""
            run.give(request.received.text, to: program, now: clock())
        }
        if let present {
            let completion = try await reporting(present, route, request) { try await commands.run($0) }
            try check(completion, of: "the command of 'present'", code: .conflict, route, request)
        }
        let completion = try await reporting(command, route, request) { try await commands.run($0) }
        try check(completion, of: "the command", route, request)
        return .outcome(.success(try CommandOutput.read(completion.output, as: route.output)))
    }

    private func command(
        _ words: [String], _ variables: [String: String], _ route: RouteDefinition, _ request: ApprovedRequest,
        _ step: CommandUnit.Step, reading standardInput: [UInt8]? = nil
    ) throws(OutcomeError) -> CommandRunner.Command {
        var argv = words
        guard let program = argv.first, let path = ProgramSearch.find(program, in: variables) else {
            throw OutcomeError(.failed, "the program '\(argv.first ?? "")' is not found")
        }
        if let fault = ProgramSearch.fault(of: path) { throw OutcomeError(.refused, fault) }
        argv[0] = path
        // An argument of execve(2) has the same limit as a URL that is opened, which is such an argument.
        guard argv.allSatisfy({ $0.utf8.count <= CallbackURL.maximumLength }) else {
            throw OutcomeError(
                .tooLarge, "an argument of the command is longer than \(CallbackURL.maximumLength) bytes")
        }
        let limits = request.settings.limits
        let timeout = route.timeout ?? limits.timeout
        let unit = CommandUnit(request: request.id.description, step: step, timeout: timeout, sandbox: route.sandbox)
        return CommandRunner.Command(
            arguments: argv, environment: variables, directory: route.directory ?? variables["HOME"] ?? "/",
            input: standardInput, outputLimit: limits.output, timeout: timeout,
            unit: request.submission.door.isTrusted ? nil : unit)
    }

    /// Reports the reason why a command could not be started.
    private func reporting<Value>(
        _ command: CommandRunner.Command, _ route: RouteDefinition, _ request: ApprovedRequest,
        _ body: (CommandRunner.Command) async throws -> Value
    ) async throws(OutcomeError) -> Value {
        do {
            return try await body(command)
        } catch is CancellationError {
            throw .interrupted
        } catch {
            logger.error(
                "a command could not be started",
                metadata: ["route": "\(route.name)", "error": "\(printable("\(error)", request))"])
            throw OutcomeError(.failed, "the program '\(command.arguments.first ?? "")' could not be started")
        }
    }

    private func variables(_ route: RouteDefinition, _ request: ApprovedRequest) -> [String: String] {
        var variables = environment.variables(for: request.received, also: route.environment)
        variables.merge(environment.requestVariables(for: request.received)) { _, own in own }
        variables[RequestVariables.route] = route.name
        variables[RequestVariables.source] = request.url.source ?? ""
        variables["XCALLBACK_SOCKET_DIRECTORY"] = environment.own["XCALLBACK_SOCKET_DIRECTORY"]
        return variables
    }

    private func standardInput(
        _ route: RouteDefinition, _ input: QueryValue, _ request: ApprovedRequest
    ) -> [UInt8]? {
        switch route.stdin {
        case .none: nil
        case .json: Array((input.json + "\n").utf8)
        case .parameter(let name): Array((input[name]?.text ?? "").utf8)
        }
    }

    /// Throws the error of a command that failed, or ``CancelledByUser``.
    /// - Parameter code: The code of a failure for which no code is printed; nil for the exit status of the command.
    private func check(
        _ completion: CommandRunner.Completion, of name: String, code: StandardCode? = nil, _ route: RouteDefinition,
        _ request: ApprovedRequest
    ) throws {
        let limits = request.settings.limits
        // Standard output in another form has no codes.
        let printed = code != nil || route.output.isJSON ? PrintedCode(completion.output) : nil
        let code = printed?.number ?? code?.rawValue
        switch completion.end {
        case .timedOut: throw OutcomeError(.timeout, "\(name) took longer than \(route.timeout ?? limits.timeout)")
        case .flooded: throw OutcomeError(.tooLarge, "\(name) wrote more than \(limits.output) bytes")
        case .exited(0): return
        case .exited(let status) where route.cancelExits.contains(status): throw CancelledByUser()
        case .exited(let status):
            throw failure(
                code ?? status, printed, "\(name) exited with status \(status)", completion, route, request)
        case .signaled(let signal):
            throw failure(
                code ?? 128 + signal, printed, "\(name) was killed by signal \(signal)", completion, route, request)
        }
    }

    /// Returns the error of a failed command. The last line of the command's stderr may show the user's files, so a web
    /// page gets this line only with `errors: stderr`, and else a notification alone shows it.
    private func failure(
        _ code: Int, _ printed: PrintedCode?, _ end: String, _ completion: CommandRunner.Completion,
        _ route: RouteDefinition, _ request: ApprovedRequest
    ) -> any Error {
        var error = OutcomeError(
            code: code, message: completion.lastErrorLine.isEmpty ? end : completion.lastErrorLine)
        error.printedCode = printed?.text
        guard request.submission.door == .desktop, !route.tellsStderr else { return error }
        logger.notice(
            "a command failed",
            metadata: [
                "id": "\(request.id)", "route": "\(route.name)", "code": "\(code)",
                "stderr": "\(printable(error.message, request))",
            ])
        let whole = error
        error.message = OutcomeError.opaqueMessage
        return CommandFailure(outcome: error, whole: whole)
    }

    /// Returns a text from outside for the log, without secrets.
    private func printable(_ text: String, _ request: ApprovedRequest) -> String {
        Printable.logged(Redaction(of: .matched(request.matched)).text(text), limit: 512)
    }
}
