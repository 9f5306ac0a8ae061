/// Handlers whose input or output type conforms to `Codable` on an actor, as types do in a module whose default
/// isolation is the main actor. The compiler chooses these initializers only for such types, and only on their actor,
/// which is `isolation`.
extension RouteHandler {
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
}
