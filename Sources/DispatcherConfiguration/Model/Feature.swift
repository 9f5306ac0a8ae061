package import URLSchemeRouter

/// A checked file of routes.d.
package struct Feature: Sendable {
    /// The value of `feature`, or the file's name without its extension.
    package var name: String
    package var file: String
    package var summary: String?
    /// The schemes and domains of the file.
    package var scopes: [Scope] = []
    package var availability = Availability()
    /// Whether the path is tried without the authority if no route matches with the authority.
    package var lenientAuthority = false
    /// Whether the URLs of the schemes are opaque.
    package var isOpaque = false
    /// Whether the routes read the fragment of a URL as a query.
    package var readsFragment = false
    /// Whether each request of the feature is logged at the default level.
    package var isLogged = false
    package var routes: [DefinedRoute] = []

    /// The conditions under which the routes of a feature answer. Otherwise the routes return error 424.
    package struct Availability: Sendable, Hashable {
        package var isEnabled = true
        /// A command that exits with 0 while the feature is available.
        package var command: [String]?
        /// The first day on which the feature is unavailable, as ISO 8601 in local time.
        package var until: String?
    }
}

extension RouteIndex {
    /// Adds a route of a file. Throws and adds nothing if one of its patterns ties with another route.
    mutating func add(_ route: DefinedRoute, of feature: Feature) throws(RouteTieError) {
        try add(
            name: route.value.name, patterns: route.value.patterns, scopes: feature.scopes,
            isStrict: route.value.isStrict, isFallback: route.value.isFallback, senders: route.value.apps,
            declaration: route.value.location.description)
    }
}
