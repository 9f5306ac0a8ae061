/// `route` for types that conform to `Codable` on an actor. The compiler chooses these methods as for `RouteHandler`.
extension RoutesBuilder {
    /// Routes a path to a closure that takes an input and returns an output.
    @preconcurrency
    public func route<Input: Decodable, Output: Encodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to a closure that takes an input.
    @preconcurrency
    public func route<Input: Decodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to a closure that returns an output.
    @preconcurrency
    public func route<Output: Encodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to an asynchronous closure that takes an input and returns an output.
    @preconcurrency
    public func route<Input: Decodable, Output: Encodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to an asynchronous closure that takes an input.
    @preconcurrency
    public func route<Input: Decodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Void
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }

    /// Routes a path to an asynchronous closure that returns an output.
    @preconcurrency
    public func route<Output: Encodable>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(isolation: isolation, handler))
    }
}
