package import XCallbackURL

/// The callbacks that a configuration permits. A feature narrows the settings, and a route narrows its feature.
package struct CallbackLists: Sendable, Hashable {
    /// The hosts that https callbacks may name, exact and in lower case; with `http://` before them, those that http
    /// callbacks may name.
    package var hosts: Set<String>
    /// The other schemes; nil for all that are not banned.
    package var allow: Set<Scheme>?

    package init(hosts: Set<String> = [], allow: Set<Scheme>? = nil) {
        self.hosts = hosts
        self.allow = allow
    }
}
