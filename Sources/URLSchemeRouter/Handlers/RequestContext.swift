public import QueryCoding
public import XCallbackURL

/// The request of a running handler, apart from its input.
public struct RequestContext: Sendable {
    /// The URL.
    public let url: XCallbackURL
    /// The name of the route that runs.
    public let route: String
    /// The path parameters, as text.
    public let pathParameters: QueryParameters
    /// The caller's name for itself (`x-source`). It is not verified.
    public var source: String? { url.source }
    /// The decoded fragment.
    public var fragment: String? { url.fragment }

    /// The request of the running handler; nil outside of handlers.
    @TaskLocal public static var current: RequestContext?
}
