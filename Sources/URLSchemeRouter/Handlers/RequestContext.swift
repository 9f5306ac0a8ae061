public import QueryCoding
public import XCallbackURL

/// What a handler can know of its request beside its input.
public struct RequestContext: Sendable {
    /// The URL.
    public let url: XCallbackURL
    /// The name of the route that runs.
    public let route: String
    /// What the path says, as text.
    public let pathParameters: QueryParameters
    /// What the caller calls itself (`x-source`). Nobody has verified it.
    public var source: String? { url.source }
    /// The decoded fragment.
    public var fragment: String? { url.fragment }

    /// The request whose handler is running; nil outside of one.
    @TaskLocal public static var current: RequestContext?
}
