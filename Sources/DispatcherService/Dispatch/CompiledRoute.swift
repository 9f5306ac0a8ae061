public import URLSchemeRouter

/// A route that a Swift program brings: reached by the control door alone.
public struct CompiledRoute: Sendable {
    let name: String
    let summary: String?
    let pattern: RoutePattern
    let scopes: [Scope]
    let handler: RouteHandler

    /// Makes a route of a path pattern; throws a `RoutePatternError`.
    public init(
        _ pattern: String, in scopes: [Scope], name: String, summary: String? = nil, handler: RouteHandler
    ) throws {
        self.pattern = try RoutePattern(pattern)
        self.scopes = scopes
        self.name = name
        self.summary = summary
        self.handler = handler
    }
}
