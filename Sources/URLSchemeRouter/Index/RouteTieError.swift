/// An error for two routes of which no rule decides which answers first, that are given the same name, or that read the
/// URLs of their scheme differently.
public struct RouteTieError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Both routes with their patterns and declarations, and the scope that they share.
    public let description: String

    init(name: String, _ declaration: String, other: String) {
        description = "route '\(name)' (\(declaration)) has the name of another route (\(other))"
    }

    init(_ new: RouteEntry, _ old: RouteEntry, scope: Scope) {
        guard new.pattern.isOpaque == old.pattern.isOpaque else {
            description =
                "route '\(new.name)' (\(new.declaration)) and '\(old.name)' (\(old.declaration)) differ in whether the URLs of "
                + "\(scope) are opaque"
            return
        }
        description =
            "route '\(new.name)' (\(new.pattern), \(new.declaration)) ties with "
            + "'\(old.name)' (\(old.pattern), \(old.declaration)) in \(scope)"
    }
}
