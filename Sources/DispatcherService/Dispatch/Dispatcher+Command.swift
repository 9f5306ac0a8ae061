import DispatcherConfiguration
import DispatcherMessages
import Logging
import QueryCoding
import URLSchemeRouter
import XCallbackURL

extension Dispatcher {
    /// Runs the command of a route and reads its outcome.
    func runCommand(_ arguments: [Argument], _ route: RouteDefinition, _ request: Request) async throws -> Outcome {
        let input = try await PathResolver.resolve(request.input, of: route)
        var argv = try arguments.arguments(input: input, request: request.value(of:))
        let environment = commandEnvironment(route, request)
        guard let program = argv.first, let path = ProgramSearch.find(program, in: environment) else {
            throw OutcomeError(.failed, "the program '\(argv.first ?? "")' is not found")
        }
        argv[0] = path
        // An argument of execve(2) has the same limit as the URL that is one.
        guard argv.allSatisfy({ $0.utf8.count <= CallbackURL.maximumLength }) else {
            throw OutcomeError(
                .tooLarge, "an argument of the command is longer than \(CallbackURL.maximumLength) bytes")
        }
        let limits = request.table.settings.limits
        let command = CommandRunner.Command(
            arguments: argv, environment: environment,
            directory: route.directory ?? environment["HOME"] ?? "/",
            input: standardInput(route, input), outputLimit: limits.output, timeout: route.timeout ?? limits.timeout)
        let completion: CommandRunner.Completion
        do {
            completion = try await CommandRunner().run(command)
        } catch is CancellationError {
            throw OutcomeError(.draining, "interrupted: the daemon is stopping")
        } catch {
            logger.error(
                "a command could not be started",
                metadata: ["route": "\(route.name)", "error": "\(Printable.line("\(error)", limit: 512))"])
            throw OutcomeError(.failed, "the program '\(program)' could not be started")
        }
        return try outcome(of: completion, route, request)
    }

    private func commandEnvironment(_ route: RouteDefinition, _ request: Request) -> [String: String] {
        var variables = childEnvironment(request.submission.environment, also: route.environment)
        variables["XCALLBACK_ID"] = request.id.description
        variables["XCALLBACK_ROUTE"] = route.name
        variables["XCALLBACK_SOURCE"] = request.url?.source ?? ""
        variables["XCALLBACK_DOOR"] = request.submission.door.rawValue
        variables[SessionVariables.depth] = "\(request.submission.depth + 1)"
        variables["XCALLBACK_SOCKET_DIRECTORY"] = environment["XCALLBACK_SOCKET_DIRECTORY"]
        return variables
    }

    private func standardInput(_ route: RouteDefinition, _ input: QueryValue) -> [UInt8]? {
        switch route.stdin {
        case .none: nil
        case .json: Array((input.json + "\n").utf8)
        case .parameter(let name): Array((input[name]?.text ?? "").utf8)
        }
    }

    private func outcome(
        of completion: CommandRunner.Completion, _ route: RouteDefinition, _ request: Request
    ) throws(OutcomeError) -> Outcome {
        switch completion.end {
        case .timedOut:
            let limit = route.timeout ?? request.table.settings.limits.timeout
            throw OutcomeError(.timeout, "the command took longer than \(limit)")
        case .flooded:
            throw OutcomeError(
                .tooLarge, "the command wrote more than \(request.table.settings.limits.output) bytes")
        case .exited(0): return .success(try CommandOutput.read(completion.output, as: route.output))
        case .exited(let status) where route.cancelExits.contains(status): return .cancel
        case .exited(let status): throw failure(status, "exited with status \(status)", completion, route, request)
        case .signaled(let signal):
            throw failure(128 + signal, "was killed by signal \(signal)", completion, route, request)
        }
    }

    /// What a command says on stderr may show the user's files; a web page is told only with `errors: stderr`.
    private func failure(
        _ code: Int, _ end: String, _ completion: CommandRunner.Completion, _ route: RouteDefinition, _ request: Request
    ) -> OutcomeError {
        let said = completion.lastErrorLine.isEmpty ? "the command \(end)" : completion.lastErrorLine
        guard request.submission.door == .control || route.tellsStderr else {
            logger.notice(
                "a command failed",
                metadata: [
                    "route": "\(route.name)", "code": "\(code)", "stderr": "\(Printable.line(said, limit: 512))",
                ])
            return OutcomeError(code: code, message: OutcomeError.opaqueMessage)
        }
        return OutcomeError(code: code, message: said)
    }
}
