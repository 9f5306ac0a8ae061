import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// All handlers of requests. The action of the route chooses the handler.
struct RequestHandlers: Sendable {
    let builtIn: BuiltInHandler
    let closure = ClosureHandler()
    let command: CommandHandler
    let open: OpenHandler
    let worker: WorkerHandler
    let appCall: AppCallHandler

    /// Throws the error that the handler of a request would throw before it runs anything, so that the user is not
    /// asked in vain. Looks up no file: a refusal without a question would tell a web page which files there are.
    func check(_ request: ApprovedRequest) throws(OutcomeError) {
        guard let route = request.route.definition?.value else { return }
        switch route.action {
        case .run(let arguments):
            let input = route.namingPaths(in: request.input.revealed)
            _ = try request.inserting(
                Confidential(revealed: input, redacted: request.input.redacted), arguments.arguments)
        case .script: _ = try ScriptVariables.values(route.namingPaths(in: request.input.revealed))
        case .open(let template):
            _ = try request.matched.authorize(request.revealing(request.input, template.url), as: .open)
        case .worker(let name): if request.route.workers.isEmpty { _ = try worker.serving(name) }
        case .redirect: break
        }
    }

    /// Carries out a request. The handlers of commands, workers and other apps leave the calling thread.
    func perform(_ request: ApprovedRequest, _ run: Admission) async throws -> HandlerResult {
        switch request.route.action {
        case .builtIn(let route): return try await builtIn.perform(route, request, run)
        case .closure(let route): return try await closure.perform(route, request, run)
        case .definition(let route): return try await perform(route.value, request, run)
        }
    }

    /// Inlined, the frames of these handlers would be part of the frame of every request.
    @inline(never)
    private func perform(
        _ route: RouteDefinition, _ request: ApprovedRequest, _ run: Admission
    ) async throws -> HandlerResult {
        switch route.action {
        case .run(let arguments): return try await command.perform(arguments, route, request, run)
        case .script(let script): return try await command.perform(script, route, request, run)
        case .open(let template): return try await open.perform(template, request, run)
        case .redirect(let template): return .redirect(try request.revealing(request.input, template.url))
        case .worker(let name): return try await worker.perform(name, route, request, run)
        }
    }
}

/// The result of a handler.
enum HandlerResult: Sendable {
    case outcome(Outcome)
    /// The request continues as another URL of the daemon's own routes.
    case redirect(String)
    /// A URL of the daemon's own routes is a request of its own, whose outcome is the outcome.
    case forward(Submission)
}
