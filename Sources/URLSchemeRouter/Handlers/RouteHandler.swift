public import QueryCoding

/// What a route does: decodes an input, runs a closure, encodes its output. A synchronous one runs on the thread that
/// handles the URL.
public struct RouteHandler: Sendable {
    /// Parameters in, output out.
    enum Body: Sendable {
        case sync(@Sendable (QueryParameters, RouteCoding) throws -> QueryValue)
        case async(@Sendable (QueryParameters, RouteCoding) async throws -> QueryValue)
    }

    let body: Body
    private let signature: RouteSignature

    /// The fields of its input, as far as its type shows them.
    public var input: InputDescription { input(with: .default) }

    /// What it answers with, as far as its type shows it.
    public var output: OutputDescription { output(with: .default) }

    /// Throws what decoding the input would throw; runs nothing.
    package func check(_ input: QueryParameters) throws { try signature.check(input, RouteCoding.default.decoder) }

    func input(with coding: RouteCoding) -> InputDescription { signature.input(coding.decoder.strategies) }

    func output(with coding: RouteCoding) -> OutputDescription { signature.output(coding.encoder.strategies) }

    /// Decodes an input, encodes an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) throws -> Output
    ) {
        signature = RouteSignature(input: Input.self).answering(Output.self)
        body = .sync { parameters, coding in
            try coding.encoder.value(of: handler(coding.decoder.decode(Input.self, from: parameters)))
        }
    }

    /// Decodes an input; has no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) throws -> Void) {
        signature = RouteSignature(input: Input.self)
        body = .sync { parameters, coding in
            try handler(coding.decoder.decode(Input.self, from: parameters))
            return .object([])
        }
    }

    /// Takes no input; encodes an output.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () throws -> Output) {
        signature = RouteSignature().answering(Output.self)
        body = .sync { _, coding in try coding.encoder.value(of: handler()) }
    }

    /// Takes no input and has no output.
    public init(_ handler: @escaping @Sendable () throws -> Void) {
        signature = RouteSignature()
        body = .sync { _, _ in
            try handler()
            return .object([])
        }
    }

    /// Decodes an input, encodes an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) async throws -> Output
    ) {
        signature = RouteSignature(input: Input.self).answering(Output.self)
        body = .async { parameters, coding in
            try await coding.encoder.value(of: handler(coding.decoder.decode(Input.self, from: parameters)))
        }
    }

    /// Decodes an input; has no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) async throws -> Void) {
        signature = RouteSignature(input: Input.self)
        body = .async { parameters, coding in
            try await handler(coding.decoder.decode(Input.self, from: parameters))
            return .object([])
        }
    }

    /// Takes no input; encodes an output.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () async throws -> Output) {
        signature = RouteSignature().answering(Output.self)
        body = .async { _, coding in try await coding.encoder.value(of: handler()) }
    }

    /// Takes no input and has no output.
    public init(_ handler: @escaping @Sendable () async throws -> Void) {
        signature = RouteSignature()
        body = .async { _, _ in
            try await handler()
            return .object([])
        }
    }

    private init(_ body: Body, _ signature: RouteSignature) {
        self.body = body
        self.signature = signature
    }

    /// The same handler behind a step that may throw instead.
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

    /// The same behind an asynchronous step.
    func preceded(by step: @escaping @Sendable () async throws -> Void) -> RouteHandler {
        RouteHandler(
            .async {
                try await step()
                return try await perform($0, $1)
            }, signature)
    }

    /// Runs the handler.
    package func perform(_ input: QueryParameters) async throws -> QueryValue { try await perform(input, .default) }

    func perform(_ input: QueryParameters, _ coding: RouteCoding) async throws -> QueryValue {
        switch body {
        case .sync(let run): try run(input, coding)
        case .async(let run): try await run(input, coding)
        }
    }
}

/// Thrown by a handler that leaves the URL to the next best route.
public struct Declined: Error, Sendable, Hashable {
    /// Says that this handler does not want the URL.
    public init() {}
}

/// Thrown by a handler whose user said no: the request ends as cancelled, and x-cancel is opened.
public struct CancelledByUser: Error, Sendable, Hashable {
    /// Says that the user cancelled.
    public init() {}
}
