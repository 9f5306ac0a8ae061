/// A type to which routes can be added: a router or one of its features.
public protocol RoutesBuilder: Sendable {
    /// Adds a route.
    /// - Parameters:
    ///   - pattern: The pattern of the route's path.
    ///   - scopes: The schemes and domains that the route answers; nil for the router's own schemes.
    ///   - name: The name of the route, which no other route may have; nil for the pattern, which a feature prefixes
    ///     with its own name.
    ///   - isFallback: Whether the route also answers every URL of its scopes that no other route answers.
    ///   - fileID: The file that declares the route, for messages.
    ///   - line: The line that declares the route, for messages.
    /// - Throws: A ``RoutePatternError`` for an invalid pattern or scope, or a ``RouteTieError`` if another route
    ///   already answers the same URLs or has the name.
    func add(
        _ pattern: String, in scopes: [Scope]?, name: String?, isFallback: Bool, fileID: StaticString, line: UInt,
        handler: RouteHandler
    ) throws
}

/// The overloads of `route`: with or without an input, with or without an output, synchronous or asynchronous. Each
/// overload traps if the pattern is invalid or ties with another route, which is a programming error; `add` throws
/// instead. The closure keeps the isolation of the place where it is written; see <doc:OnTheMainActor>.
extension RoutesBuilder {
    func register(
        _ pattern: String, _ scopes: [Scope]?, _ name: String?, _ fileID: StaticString, _ line: UInt,
        _ handler: RouteHandler
    ) {
        do {
            try add(
                pattern, in: scopes, name: name, isFallback: false, fileID: fileID, line: line, handler: handler)
        } catch {
            // Of all traps, only this one prints its message in a release build.
            fatalError("\(error)", file: fileID, line: line)
        }
    }

    /// Routes a path to a closure that takes an input and returns an output.
    @preconcurrency
    public func route<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    /// Routes a path to a closure that takes an input.
    @preconcurrency
    public func route<Input: Decodable & SendableMetatype>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Void
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    /// Routes a path to a closure that returns an output.
    @preconcurrency
    public func route<Output: Encodable & SendableMetatype>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    /// Routes a path to a closure.
    @preconcurrency
    public func route(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Void
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    /// Routes a path to an asynchronous closure that takes an input and returns an output.
    @preconcurrency
    public func route<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    /// Routes a path to an asynchronous closure that takes an input.
    @preconcurrency
    public func route<Input: Decodable & SendableMetatype>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Void
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    /// Routes a path to an asynchronous closure that returns an output.
    @preconcurrency
    public func route<Output: Encodable & SendableMetatype>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Output
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    /// Routes a path to an asynchronous closure.
    @preconcurrency
    public func route(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Void
    ) {
        register(pattern, scopes, name, fileID, line, RouteHandler(handler))
    }

    // Each `route` with an `isolation` is for types that conform to `Codable` on an actor. The compiler chooses these methods
    // as for `RouteHandler`.

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
