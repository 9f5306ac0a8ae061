import DispatcherConfiguration
import DispatcherRequests
import URLSchemeRouter

/// Everything that can carry out a request, by the action of its route.
struct RequestHandlers: Sendable {
    let builtIn: BuiltInHandler
    let closure = ClosureHandler()
    let command: CommandHandler
    let open: OpenHandler
    let redirect = RedirectHandler()
    let worker: WorkerHandler
    let appCall: AppCallHandler

    func perform(_ request: ApprovedRequest, _ run: some HandlerRun) async throws -> HandlerStep {
        switch request.route.action {
        case .builtIn(let route): return try await builtIn.perform(route, request)
        case .closure(let route): return try await closure.perform(route, request, run)
        case .definition(let route):
            switch route.action {
            case .run(let arguments): return try await command.perform(arguments, route, request, run)
            case .script(let script): return try await command.perform(script, route, request, run)
            case .open(let template): return try await open.perform(template, request, run)
            case .redirect(let template): return try redirect.perform(template, request)
            case .worker: return try await worker.perform(route, request, run)
            }
        }
    }
}
