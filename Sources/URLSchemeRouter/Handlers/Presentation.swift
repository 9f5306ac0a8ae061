import XCallbackURL

/// The result of a step that prepares the user interface before a handler runs.
public enum Presentation: Sendable, Hashable {
    /// The handler may run.
    case ready
    /// The user declined; the request ends as cancelled.
    case cancelled
    /// The app cannot show its user interface now; the request ends with error 409, which reports the reason to the
    /// caller.
    case unsupported(because: String)

    func check() throws {
        switch self {
        case .ready: return
        case .cancelled: throw CancelledByUser()
        case .unsupported(let reason): throw OutcomeError(.conflict, "cannot be shown now: \(reason)")
        }
    }
}

extension RouteHandler {
    /// Returns a handler that first runs a step to prepare the user interface.
    ///
    /// The step runs before the input is decoded. If step and handler belong to different actors, the handler becomes
    /// asynchronous. The step finds the request in `RequestContext.current`.
    @preconcurrency
    public func presented(
        @_inheritActorContext by step: @escaping @isolated(any) @Sendable () throws -> Presentation
    ) -> RouteHandler {
        let plain = AssumedSendable<() throws -> Presentation>.plain(step)
        return preceded(on: step.isolation, by: AssumedSendable { try plain.value().check() })
    }

    /// Returns a handler that first runs an asynchronous step, which makes the handler asynchronous too.
    @preconcurrency
    public func presented(
        @_inheritActorContext by step: @escaping @isolated(any) @Sendable () async throws -> Presentation
    ) -> RouteHandler {
        preceded { try await step().check() }
    }
}
