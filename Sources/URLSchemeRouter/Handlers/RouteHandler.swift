public import QueryCoding

/// A handler of a route: decodes an input, runs a closure and encodes its output.
///
/// The closure keeps the isolation of the place where it is written: the router calls a closure of an actor on that
/// actor, and any other closure on the thread that handles the URL. See <doc:OnTheMainActor>.
public struct RouteHandler: Sendable {
    /// A function from parameters to an output.
    typealias Function = (QueryParameters, RouteCoding) throws -> QueryValue

    enum Body: Sendable {
        /// Runs as a whole on the actor, or on any thread if the actor is nil.
        case sync(on: (any Actor)?, AssumedSendable<Function>)
        /// Switches to its actor by itself.
        case async(@Sendable (QueryParameters, RouteCoding) async throws -> QueryValue)
    }

    /// Held as one reference, because a table holds many handlers and a request copies one handler.
    private let content: Content
    var body: Body { content.body }
    var signature: RouteSignature { content.signature }

    private final class Content: Sendable {
        let body: Body
        let signature: RouteSignature

        init(_ body: Body, _ signature: RouteSignature) {
            self.body = body
            self.signature = signature
        }
    }

    init(_ body: Body, _ signature: RouteSignature) { content = Content(body, signature) }

    /// The fields of the handler's input that the input type reveals.
    public var input: InputDescription { input(with: .default) }

    /// The fields of the handler's output that the output type reveals.
    public var output: OutputDescription { output(with: .default) }

    /// Decodes the input without running the closure. Throws if decoding fails.
    package func check(_ input: QueryParameters) throws { try signature.check(input, RouteCoding.default.decoder) }

    func input(with coding: RouteCoding) -> InputDescription { signature.input(coding.decoder.strategies) }

    func output(with coding: RouteCoding) -> OutputDescription { signature.output(coding.encoder.strategies) }

    /// Returns a handler that first runs a step on an actor; the handler does not run if the step throws.
    func preceded(on actor: (any Actor)?, by step: AssumedSendable<() throws -> Void>) -> RouteHandler {
        switch body {
        case .sync(let own, let run) where own == nil || actor == nil || own === actor:
            let both: Function = {
                try step.value()
                return try run.value($0, $1)
            }
            return RouteHandler(.sync(on: own ?? actor, AssumedSendable(both)), signature)
        default: return preceded { _ = try await Isolation.call(step, on: actor) }
        }
    }

    /// Returns an asynchronous handler that first runs an asynchronous step.
    func preceded(by step: @escaping @Sendable () async throws -> Void) -> RouteHandler {
        RouteHandler(
            .async {
                try await step()
                return try await perform($0, $1)
            }, signature)
    }

    /// The function that decodes the input, runs the closure and returns its output on any thread; nil if the closure
    /// is asynchronous or belongs to an actor.
    package var immediate: (@Sendable (QueryParameters) throws -> QueryValue)? {
        if case .sync(nil, let run) = body { { try run.value($0, .default) } } else { nil }
    }

    /// Decodes the input, runs the closure and returns its output.
    package func perform(_ input: QueryParameters) async throws -> QueryValue { try await perform(input, .default) }

    func perform(_ input: QueryParameters, _ coding: RouteCoding) async throws -> QueryValue {
        switch body {
        case .sync(nil, let run): try run.value(input, coding)
        case .sync(let actor, let run):
            try await Isolation.call(AssumedSendable { try run.value(input, coding) }, on: actor).value
        case .async(let run): try await run(input, coding)
        }
    }
}

/// Thrown by a handler to leave the URL to the next best route.
public struct Declined: Error, Sendable, Hashable {
    /// Makes the error.
    public init() {}
}

/// Thrown by a handler when the user declines. The request ends as cancelled, and x-cancel is opened.
public struct CancelledByUser: Error, Sendable, Hashable {
    /// Makes the error.
    public init() {}
}
