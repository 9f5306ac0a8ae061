import XCallbackURL

/// What a step that readies the user interface says before a handler runs.
public enum Presentation: Sendable, Hashable {
    /// The handler may run.
    case ready
    /// The user does not want it: the request ends as cancelled.
    case cancelled
    /// It cannot be shown now, for a reason that the caller is told: the request ends as an error, 409.
    case unsupported(because: String)

    fileprivate func check() throws {
        switch self {
        case .ready: return
        case .cancelled: throw CancelledByUser()
        case .unsupported(let reason): throw OutcomeError(.conflict, "cannot be shown now: \(reason)")
        }
    }
}

extension RouteHandler {
    /// The same handler behind a step that readies the user interface. The step runs first, before the input is decoded,
    /// on the same thread; `RequestContext.current` tells it of the request.
    public func presented(by step: @escaping @Sendable () throws -> Presentation) -> RouteHandler {
        preceded { try step().check() }
    }

    /// The same behind an asynchronous step, which makes the handler asynchronous too.
    public func presented(by step: @escaping @Sendable () async throws -> Presentation) -> RouteHandler {
        preceded { try await step().check() }
    }
}
