/// Handlers of closures with or without an input, with or without an output, synchronous or asynchronous.
extension RouteHandler {
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
}
