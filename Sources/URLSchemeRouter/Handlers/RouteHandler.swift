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

    /// Makes a handler with an input and an output.
    @preconcurrency
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
    ) {
        let signature = RouteSignature(input: Input.self).answering(Output.self)
        self.init(.plain(handler), on: handler.isolation, HandlerCoding(signature))
    }

    /// Makes a handler with an input and no output.
    @preconcurrency
    public init<Input: Decodable & SendableMetatype>(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
    ) {
        self.init(.plain(handler), on: handler.isolation, HandlerCoding(RouteSignature(input: Input.self)))
    }

    /// Makes a handler with an output and no input.
    @preconcurrency
    public init<Output: Encodable & SendableMetatype>(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Output
    ) {
        let coding = HandlerCoding<Void, Output>(RouteSignature().answering(Output.self))
        self.init(.ignoringInput(handler), on: handler.isolation, coding)
    }

    /// Makes a handler with neither input nor output.
    @preconcurrency
    public init(@_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Void) {
        self.init(.ignoringInput(handler), on: handler.isolation, HandlerCoding<Void, Void>())
    }

    /// Makes an asynchronous handler with an input and an output.
    @preconcurrency
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Output
    ) {
        let signature = RouteSignature(input: Input.self).answering(Output.self)
        self.init(async: .plain(handler), on: handler.isolation, HandlerCoding(signature))
    }

    /// Makes an asynchronous handler with an input and no output.
    @preconcurrency
    public init<Input: Decodable & SendableMetatype>(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Void
    ) {
        self.init(async: .plain(handler), on: handler.isolation, HandlerCoding(RouteSignature(input: Input.self)))
    }

    /// Makes an asynchronous handler with an output and no input.
    @preconcurrency
    public init<Output: Encodable & SendableMetatype>(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Output
    ) {
        let coding = HandlerCoding<Void, Output>(RouteSignature().answering(Output.self))
        self.init(async: .ignoringInput(handler), on: handler.isolation, coding)
    }

    /// Makes an asynchronous handler with neither input nor output.
    @preconcurrency
    public init(@_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Void) {
        self.init(async: .ignoringInput(handler), on: handler.isolation, HandlerCoding<Void, Void>())
    }

    // Each initializer with an `isolation` is for an input or output type that conforms to `Codable` on an actor, as types
    // do in a module whose default isolation is the main actor. The compiler chooses these initializers only for such
    // types, and only on their actor.

    /// Makes a handler with an input and an output.
    @preconcurrency
    public init<Input: Decodable, Output: Encodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
    ) {
        let signature = RouteSignature(input: Input.self, on: isolation).answering(isolated: Output.self)
        self.init(.plain(handler), on: handler.isolation, HandlerCoding(signature, on: isolation))
    }

    /// Makes a handler with an input and no output.
    @preconcurrency
    public init<Input: Decodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
    ) {
        let signature = RouteSignature(input: Input.self, on: isolation)
        self.init(.plain(handler), on: handler.isolation, HandlerCoding(signature, on: isolation))
    }

    /// Makes a handler with an output and no input.
    @preconcurrency
    public init<Output: Encodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Output
    ) {
        let signature = RouteSignature().answering(isolated: Output.self)
        self.init(
            .ignoringInput(handler), on: handler.isolation, HandlerCoding<Void, Output>(signature, on: isolation))
    }

    /// Makes an asynchronous handler with an input and an output.
    @preconcurrency
    public init<Input: Decodable, Output: Encodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Output
    ) {
        let signature = RouteSignature(input: Input.self, on: isolation).answering(isolated: Output.self)
        self.init(async: .plain(handler), on: handler.isolation, HandlerCoding(signature, on: isolation))
    }

    /// Makes an asynchronous handler with an input and no output.
    @preconcurrency
    public init<Input: Decodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Void
    ) {
        let signature = RouteSignature(input: Input.self, on: isolation)
        self.init(async: .plain(handler), on: handler.isolation, HandlerCoding(signature, on: isolation))
    }

    /// Makes an asynchronous handler with an output and no input.
    @preconcurrency
    public init<Output: Encodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Output
    ) {
        let signature = RouteSignature().answering(isolated: Output.self)
        self.init(
            async: .ignoringInput(handler), on: handler.isolation, HandlerCoding<Void, Output>(signature, on: isolation)
        )
    }

    /// Returns a handler whose input, if it is a scalar or an array, is the only parameter of a path. If that parameter
    /// is missing, the input is the parameter `result`, as for any other route.
    func filled(by pattern: RoutePattern) -> RouteHandler {
        guard signature.inputType != nil, let name = pattern.onlyParameter, signature.isInputValue() else {
            return self
        }
        let change: @Sendable (QueryParameters) -> QueryParameters = { $0.replacingResult(by: name) }
        let body: Body =
            switch body {
            case .sync(let actor, let run): .sync(on: actor, AssumedSendable { try run.value(change($0), $1) })
            case .async(let run): .async { try await run(change($0), $1) }
            }
        return RouteHandler(body, signature.filled(by: name, change))
    }

    /// Returns true if the input of a link may not be decodable. An input of the handler's own type always is.
    func mayRefuse(_ type: Any.Type) -> Bool { signature.inputType.map { $0 != ObjectIdentifier(type) } ?? false }

    /// Throws if the input of a link cannot be decoded.
    func check(_ input: QueryParameters, _ coding: RouteCoding) throws { try signature.check(input, coding.decoder) }
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

extension QueryParameters {
    /// Returns the parameters with this name, renamed to the name of a scalar or an array.
    fileprivate func replacingResult(by name: String) -> QueryParameters {
        guard !name.hasSameBytes(as: rootName), contains(name) else { return self }
        let own = elements.filter { $0.isCovered(by: [name]) }
        return QueryParameters(
            own.map { QueryParameter(rootName + String(Substring($0.name.utf8.dropFirst(name.utf8.count))), $0.value) })
    }
}
