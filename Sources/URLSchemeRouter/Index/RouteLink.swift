package import XCallbackURL

/// A URL that runs a route.
package struct RouteLink: Sendable {
    package let text: String
    /// The number of the route.
    let number: Int32
    let scheme: Scheme
    let authority: Authority
    let path: LinkPath
    let callbacks: Callbacks
    let source: String?

    /// The URL as a value, which most callers do not need.
    package var url: XCallbackURL {
        XCallbackURL(
            scheme: scheme, authority: authority, path: path.segments, endsInSlash: path.endsInSlash,
            parameters: path.query, callbacks: callbacks, source: source)
    }
}
