/// Closures without an output that call a method of a weak owner: `{ [weak self] in self?.rename(note) }`. Their result is
/// `Void?`, which is no output.
extension RoutesBuilder {
    /// Routes a path to a closure of a weak owner that takes an input.
    @preconcurrency
    public func route<Input: Decodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void?
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to a closure of a weak owner.
    @preconcurrency
    public func route(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Void?
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to an asynchronous closure of a weak owner that takes an input.
    @preconcurrency
    public func route<Input: Decodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Void?
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to an asynchronous closure of a weak owner.
    @preconcurrency
    public func route(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Void?
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }
}

/// The same for handlers.
extension RouteHandler {
    /// Makes a handler of a weak owner with an input.
    @preconcurrency
    public init<Input: Decodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void?
    ) {
        self.init(
            .plain(handler), on: handler.isolation,
            HandlerCoding(RouteSignature(input: Input.self, on: isolation), on: isolation))
    }

    /// Makes a handler of a weak owner.
    @preconcurrency
    public init(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Void?
    ) {
        self.init(.ignoringInput(handler), on: handler.isolation, HandlerCoding<Void, Void?>())
    }

    /// Makes an asynchronous handler of a weak owner with an input.
    @preconcurrency
    public init<Input: Decodable>(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Void?
    ) {
        self.init(
            async: .plain(handler), on: handler.isolation,
            HandlerCoding(RouteSignature(input: Input.self, on: isolation), on: isolation))
    }

    /// Makes an asynchronous handler of a weak owner.
    @preconcurrency
    public init(
        isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Void?
    ) {
        self.init(async: .ignoringInput(handler), on: handler.isolation, HandlerCoding<Void, Void?>())
    }
}
