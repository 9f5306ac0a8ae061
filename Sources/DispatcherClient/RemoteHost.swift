/// Another machine as ssh knows it: a name of the user's ssh configuration, `host`, `user@host` or `ssh://user@host:port`.
package struct RemoteHost: Sendable, Hashable {
    package let name: String

    /// Nil for nothing, and for what ssh would take for an option.
    package init?(_ name: String) {
        guard !name.isEmpty, !name.hasPrefix("-"), !name.utf8.contains(0) else { return nil }
        self.name = name
    }
}
