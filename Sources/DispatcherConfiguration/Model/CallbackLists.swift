package import XCallbackURL

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
