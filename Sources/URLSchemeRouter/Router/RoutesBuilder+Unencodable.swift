/// The overloads that the compiler chooses for an output that is not `Encodable`. Without them, Swift would take a closure
/// of one expression for a closure without an output, and the answer would be lost with a warning.
///
/// Swift chooses an unavailable overload only if no other one fits, so these are available, and isolated to an actor on
/// which no code runs. A call does not compile. With `await` it compiles with a warning, and ends the program at once.
extension RoutesBuilder {
    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public func route<Input: Decodable, Output>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
    ) { refuseOutput(Output.self, of: pattern, fileID, line) }

    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public func route<Output>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Output
    ) { refuseOutput(Output.self, of: pattern, fileID, line) }

    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public func route<Input: Decodable, Output>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Output
    ) { refuseOutput(Output.self, of: pattern, fileID, line) }

    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public func route<Output>(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Output
    ) { refuseOutput(Output.self, of: pattern, fileID, line) }
}

/// The same for handlers.
extension RouteHandler {
    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public init<Input: Decodable, Output>(
        isolation: (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) throws -> Output
    ) { refuseOutput(Output.self, of: nil, fileID, line) }

    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public init<Output>(
        isolation: (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () throws -> Output
    ) { refuseOutput(Output.self, of: nil, fileID, line) }

    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public init<Input: Decodable, Output>(
        isolation: (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Input) async throws -> Output
    ) { refuseOutput(Output.self, of: nil, fileID, line) }

    /// Does not compile: an output is `Encodable`.
    @OutputMustBeEncodable
    @available(
        *, deprecated,
        message: "the output must be Encodable; for a route without an output, write '_ =' before the value"
    )
    public init<Output>(
        isolation: (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () async throws -> Output
    ) { refuseOutput(Output.self, of: nil, fileID, line) }
}

/// The actor of what no program may call: a route whose output is not `Encodable`.
@globalActor
public actor OutputMustBeEncodable {
    /// The only instance, which global actors need.
    public static let shared = OutputMustBeEncodable()

    private init() {}
}
