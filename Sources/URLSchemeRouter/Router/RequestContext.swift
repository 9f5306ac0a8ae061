public import QueryCoding
public import XCallbackURL

/// The request of a running handler, apart from its input.
public struct RequestContext: Sendable, CustomStringConvertible {
    private let run: RoutedRun

    init(_ run: RoutedRun) { self.run = run }

    /// The URL.
    public var url: XCallbackURL { run.url }
    /// The name of the route that runs.
    public var route: String { run.route ?? "" }
    /// The path parameters, as text.
    public var pathParameters: QueryParameters { run.pathParameters }
    /// The caller's name for itself (`x-source`), which is not verified.
    public var source: String? { url.source }
    /// The decoded fragment.
    public var fragment: String? { url.fragment }

    /// The request in one line: `notes:///create?title=Hi (route /create)`.
    public var description: String { "\(url) (route \(route))" }

    /// The request of the running handler; nil outside of handlers.
    @TaskLocal public static var current: RequestContext?
}
