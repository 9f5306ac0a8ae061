/// The name of another machine for ssh: a host of the user's ssh configuration, `host`, `user@host` or
/// `ssh://user@host:port`.
package struct RemoteHost: Sendable, Hashable {
    package let name: String

    /// Nil for an empty name, and for a name that has a NUL or that ssh would read as an option.
    package init?(_ name: String) {
        guard !name.isEmpty, !name.hasPrefix("-"), !name.utf8.contains(0) else { return nil }
        self.name = name
    }
}
