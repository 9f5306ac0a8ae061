package import URLSchemeRouter

/// One file of routes.d, checked.
package struct Feature: Sendable {
    /// What the file says under `feature`, else the file's name without its extension.
    package var name: String
    package var file: String
    package var summary: String?
    /// Every scheme and domain that the file names.
    package var scopes: [Scope]
    package var availability: Availability
    /// Whether a path without its authority is tried where nothing else matches.
    package var lenientAuthority: Bool
    /// Whether `+` in a query is a space.
    package var plusAsSpace: Bool
    /// Whether each of its requests is logged at the default level.
    package var isLogged: Bool
    package var routes: [RouteDefinition]

    /// When the routes of a feature answer; otherwise they are errors 424.
    package struct Availability: Sendable, Hashable {
        package var isEnabled = true
        /// A command that exits with 0 while the feature is available.
        package var command: [String]?
        /// The first day, as ISO 8601, on which it is no longer available, in local time.
        package var until: String?
    }
}
