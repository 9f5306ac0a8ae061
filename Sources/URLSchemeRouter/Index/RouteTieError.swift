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

extension RouteIndex {
    /// Throws if any of a route's new entries ties with another new entry or with an existing entry.
    func check(_ new: [RouteEntry], isFallback: Bool) throws(RouteTieError) {
        try checkAmong(new)
        for entry in new {
            for scope in entry.scopes {
                guard let routes = scopes[scope] else { continue }
                try checkForm(entry, scope, routes)
                if let tie = routes.tree.tie(with: entry.pattern, isStrict: entry.isStrict),
                    let other = (routes.alternatives[tie] ?? [tie]).map({ entries[$0] })
                        .first(where: { !$0.isDistinguished(from: entry) })
                {
                    throw RouteTieError(entry, other, scope: scope)
                }
                guard isFallback, let other = routes.fallback.map({ entries[$0] }) else { continue }
                if other.name != entry.name { throw RouteTieError(entry, other, scope: scope) }
            }
        }
    }

    /// Throws if the URLs of a scope are opaque only for the route or only for the routes that the scope has.
    private func checkForm(_ entry: RouteEntry, _ scope: Scope, _ routes: ScopeRoutes) throws(RouteTieError) {
        let isOpaque = scope.scheme.map(opaqueSchemes.contains) ?? false
        guard isOpaque != entry.pattern.isOpaque, let first = routes.routes.first else { return }
        throw RouteTieError(entry, entries[first], scope: scope)
    }

    private func checkAmong(_ new: [RouteEntry]) throws(RouteTieError) {
        guard new.count > 1, let scope = new[0].scopes.first else { return }
        var among = RouteTree()
        for (number, entry) in new.enumerated() {
            if let tie = among.tie(with: entry.pattern, isStrict: entry.isStrict) {
                throw RouteTieError(entry, new[tie], scope: scope)
            }
            among.add(entry.pattern, route: number, isStrict: entry.isStrict)
        }
    }

    /// Throws if a scope has a default route already.
    func checkFallback(_ entry: RouteEntry) throws(RouteTieError) {
        for scope in entry.scopes {
            guard let routes = scopes[scope] else { continue }
            try checkForm(entry, scope, routes)
            if let other = routes.fallback { throw RouteTieError(entry, entries[other], scope: scope) }
        }
    }
}
