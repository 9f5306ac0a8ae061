public import QueryCoding

/// A handler of a route: decodes an input, runs a closure and encodes its output. A synchronous handler runs on the
/// thread that handles the URL.
public struct RouteHandler: Sendable {
    /// A function from parameters to an output.
    enum Body: Sendable {
        case sync(@Sendable (QueryParameters, RouteCoding) throws -> QueryValue)
        case async(@Sendable (QueryParameters, RouteCoding) async throws -> QueryValue)
    }

    /// One reference, because a table holds many handlers and a request copies one.
    private let content: Content
    var body: Body { content.body }
    private var signature: RouteSignature { content.signature }

    private final class Content: Sendable {
        let body: Body
        let signature: RouteSignature

        init(_ body: Body, _ signature: RouteSignature) {
            self.body = body
            self.signature = signature
        }
    }

    /// The fields of its input, as far as its type reveals them.
    public var input: InputDescription { input(with: .default) }

    /// The fields of its output, as far as its type reveals them.
    public var output: OutputDescription { output(with: .default) }

    /// Throws if the input cannot be decoded; does not run the closure.
    package func check(_ input: QueryParameters) throws { try signature.check(input, RouteCoding.default.decoder) }

    func input(with coding: RouteCoding) -> InputDescription { signature.input(coding.decoder.strategies) }

    func output(with coding: RouteCoding) -> OutputDescription { signature.output(coding.encoder.strategies) }

    /// Makes a handler with an input and an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) throws -> Output
    ) {
        self.init(sync: RouteSignature(input: Input.self).answering(Output.self)) { parameters, coding in
            try coding.encoder.value(of: handler(coding.decoder.decode(Input.self, from: parameters)))
        }
    }

    /// Makes a handler with an input and no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) throws -> Void) {
        self.init(sync: RouteSignature(input: Input.self)) { parameters, coding in
            try handler(coding.decoder.decode(Input.self, from: parameters))
            return .object([])
        }
    }

    /// Makes a handler with an output and no input.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () throws -> Output) {
        self.init(sync: RouteSignature().answering(Output.self)) { _, coding in try coding.encoder.value(of: handler())
        }
    }

    /// Makes a handler with neither input nor output.
    public init(_ handler: @escaping @Sendable () throws -> Void) {
        self.init(sync: RouteSignature()) { _, _ in
            try handler()
            return .object([])
        }
    }

    /// Makes an asynchronous handler with an input and an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) async throws -> Output
    ) {
        self.init(async: RouteSignature(input: Input.self).answering(Output.self)) { parameters, coding in
            try await coding.encoder.value(of: handler(coding.decoder.decode(Input.self, from: parameters)))
        }
    }

    /// Makes an asynchronous handler with an input and no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) async throws -> Void) {
        self.init(async: RouteSignature(input: Input.self)) { parameters, coding in
            try await handler(coding.decoder.decode(Input.self, from: parameters))
            return .object([])
        }
    }

    /// Makes an asynchronous handler with an output and no input.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () async throws -> Output) {
        self.init(async: RouteSignature().answering(Output.self)) { _, coding in
            try await coding.encoder.value(of: handler())
        }
    }

    /// Makes an asynchronous handler with neither input nor output.
    public init(_ handler: @escaping @Sendable () async throws -> Void) {
        self.init(async: RouteSignature()) { _, _ in
            try await handler()
            return .object([])
        }
    }

    private init(_ body: Body, _ signature: RouteSignature) { content = Content(body, signature) }

    private init(
        sync signature: RouteSignature, _ run: @escaping @Sendable (QueryParameters, RouteCoding) throws -> QueryValue
    ) {
        self.init(.sync(run), signature)
    }

    private init(
        async signature: RouteSignature,
        _ run: @escaping @Sendable (QueryParameters, RouteCoding) async throws -> QueryValue
    ) {
        self.init(.async(run), signature)
    }

    /// Returns a handler that first runs a step; the handler does not run if the step throws.
    func preceded(by step: @escaping @Sendable () throws -> Void) -> RouteHandler {
        switch body {
        case .sync(let run):
            RouteHandler(
                .sync {
                    try step()
                    return try run($0, $1)
                }, signature)
        case .async(let run):
            RouteHandler(
                .async {
                    try step()
                    return try await run($0, $1)
                }, signature)
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

    /// A function that decodes the input, runs the closure and returns its output; nil for an asynchronous closure.
    package var immediate: (@Sendable (QueryParameters) throws -> QueryValue)? {
        if case .sync(let run) = body { { try run($0, .default) } } else { nil }
    }

    /// Decodes the input, runs the closure and returns its output.
    package func perform(_ input: QueryParameters) async throws -> QueryValue { try await perform(input, .default) }

    func perform(_ input: QueryParameters, _ coding: RouteCoding) async throws -> QueryValue {
        switch body {
        case .sync(let run): try run(input, coding)
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
