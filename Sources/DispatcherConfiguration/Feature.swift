package import URLSchemeRouter
package import XCallbackURL

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

/// What the untrusted door may do with a route.
package enum DesktopRule: String, Sendable, Hashable, CaseIterable {
    case never, ask, askAlways = "ask-always", allow
}

/// Which callbacks a configuration lets through; a feature or a route narrows what stands above it.
package struct CallbackLists: Sendable, Hashable {
    /// Hosts, exact and lower-cased, that http and https callbacks may name.
    package var hosts: Set<String>
    /// The other schemes; nil for any that is not banned.
    package var allow: Set<Scheme>?

    package init(hosts: Set<String> = [], allow: Set<Scheme>? = nil) {
        self.hosts = hosts
        self.allow = allow
    }
}
