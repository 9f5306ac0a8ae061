public import QueryCoding

/// What a route does: decodes an input, runs a closure, encodes its output. A synchronous one runs on the thread that
/// handles the URL.
public struct RouteHandler: Sendable {
    /// Parameters in, output out.
    enum Body: Sendable {
        case sync(@Sendable (QueryParameters) throws -> QueryValue)
        case async(@Sendable (QueryParameters) async throws -> QueryValue)
    }

    let body: Body
    private let describeInput: @Sendable () -> InputDescription

    /// The fields of its input, as far as its type shows them.
    public var input: InputDescription { describeInput() }

    /// Decodes an input, encodes an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) throws -> Output
    ) {
        describeInput = { InputDescription(of: Input.self) }
        body = .sync { try QueryEncoder().value(of: handler(QueryDecoder().decode(Input.self, from: $0))) }
    }

    /// Decodes an input; has no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) throws -> Void) {
        describeInput = { InputDescription(of: Input.self) }
        body = .sync {
            try handler(QueryDecoder().decode(Input.self, from: $0))
            return .object([])
        }
    }

    /// Takes no input; encodes an output.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () throws -> Output) {
        describeInput = { .none }
        body = .sync { _ in try QueryEncoder().value(of: handler()) }
    }

    /// Takes no input and has no output.
    public init(_ handler: @escaping @Sendable () throws -> Void) {
        describeInput = { .none }
        body = .sync { _ in
            try handler()
            return .object([])
        }
    }

    /// Decodes an input, encodes an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) async throws -> Output
    ) {
        describeInput = { InputDescription(of: Input.self) }
        body = .async { try await QueryEncoder().value(of: handler(QueryDecoder().decode(Input.self, from: $0))) }
    }

    /// Decodes an input; has no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) async throws -> Void) {
        describeInput = { InputDescription(of: Input.self) }
        body = .async {
            try await handler(QueryDecoder().decode(Input.self, from: $0))
            return .object([])
        }
    }

    /// Takes no input; encodes an output.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () async throws -> Output) {
        describeInput = { .none }
        body = .async { _ in try await QueryEncoder().value(of: handler()) }
    }

    /// Takes no input and has no output.
    public init(_ handler: @escaping @Sendable () async throws -> Void) {
        describeInput = { .none }
        body = .async { _ in
            try await handler()
            return .object([])
        }
    }

    private init(_ body: Body, _ describeInput: @escaping @Sendable () -> InputDescription) {
        self.body = body
        self.describeInput = describeInput
    }

    /// The same handler behind a step that may throw instead.
    func preceded(by step: @escaping @Sendable () throws -> Void) -> RouteHandler {
        switch body {
        case .sync(let run):
            RouteHandler(
                .sync {
                    try step()
                    return try run($0)
                }, describeInput)
        case .async(let run):
            RouteHandler(
                .async {
                    try step()
                    return try await run($0)
                }, describeInput)
        }
    }

    /// The same behind an asynchronous step.
    func preceded(by step: @escaping @Sendable () async throws -> Void) -> RouteHandler {
        RouteHandler(
            .async {
                try await step()
                return try await perform($0)
            }, describeInput)
    }

    /// Runs the handler.
    package func perform(_ input: QueryParameters) async throws -> QueryValue {
        switch body {
        case .sync(let run): try run(input)
        case .async(let run): try await run(input)
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
