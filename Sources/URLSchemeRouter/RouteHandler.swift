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
    /// Nil for one that takes no input.
    private let inputType: (any (Decodable & SendableMetatype).Type)?

    /// The fields of its input, as far as its type shows them.
    public var input: InputDescription { inputType.map { InputDescription(of: $0) } ?? .none }

    /// Throws what decoding the input would throw; runs nothing.
    package func check(_ input: QueryParameters) throws {
        if let inputType { _ = try QueryDecoder().decode(inputType, from: input) }
    }

    /// Decodes an input, encodes an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) throws -> Output
    ) {
        inputType = Input.self
        body = .sync { try QueryEncoder().value(of: handler(QueryDecoder().decode(Input.self, from: $0))) }
    }

    /// Decodes an input; has no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) throws -> Void) {
        inputType = Input.self
        body = .sync {
            try handler(QueryDecoder().decode(Input.self, from: $0))
            return .object([])
        }
    }

    /// Takes no input; encodes an output.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () throws -> Output) {
        inputType = nil
        body = .sync { _ in try QueryEncoder().value(of: handler()) }
    }

    /// Takes no input and has no output.
    public init(_ handler: @escaping @Sendable () throws -> Void) {
        inputType = nil
        body = .sync { _ in
            try handler()
            return .object([])
        }
    }

    /// Decodes an input, encodes an output.
    public init<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ handler: @escaping @Sendable (Input) async throws -> Output
    ) {
        inputType = Input.self
        body = .async { try await QueryEncoder().value(of: handler(QueryDecoder().decode(Input.self, from: $0))) }
    }

    /// Decodes an input; has no output.
    public init<Input: Decodable & SendableMetatype>(_ handler: @escaping @Sendable (Input) async throws -> Void) {
        inputType = Input.self
        body = .async {
            try await handler(QueryDecoder().decode(Input.self, from: $0))
            return .object([])
        }
    }

    /// Takes no input; encodes an output.
    public init<Output: Encodable & SendableMetatype>(_ handler: @escaping @Sendable () async throws -> Output) {
        inputType = nil
        body = .async { _ in try await QueryEncoder().value(of: handler()) }
    }

    /// Takes no input and has no output.
    public init(_ handler: @escaping @Sendable () async throws -> Void) {
        inputType = nil
        body = .async { _ in
            try await handler()
            return .object([])
        }
    }

    private init(_ body: Body, _ inputType: (any (Decodable & SendableMetatype).Type)?) {
        self.body = body
        self.inputType = inputType
    }

    /// The same handler behind a step that may throw instead.
    func preceded(by step: @escaping @Sendable () throws -> Void) -> RouteHandler {
        switch body {
        case .sync(let run):
            RouteHandler(
                .sync {
                    try step()
                    return try run($0)
                }, inputType)
        case .async(let run):
            RouteHandler(
                .async {
                    try step()
                    return try await run($0)
                }, inputType)
        }
    }

    /// The same behind an asynchronous step.
    func preceded(by step: @escaping @Sendable () async throws -> Void) -> RouteHandler {
        RouteHandler(
            .async {
                try await step()
                return try await perform($0)
            }, inputType)
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
