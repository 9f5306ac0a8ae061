/// Thrown if no rule decides which of two routes answers first.
public struct RouteTieError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Both routes with their patterns and declarations, and the scope that they share.
    public let description: String

    init(_ new: RouteEntry, _ old: RouteEntry, scope: Scope) {
        description =
            "route '\(new.name)' (\(new.pattern), \(new.declaration)) ties with "
            + "'\(old.name)' (\(old.pattern), \(old.declaration)) in \(scope)"
    }
}

extension RouteIndex {
    /// Throws if any of a route's new entries ties with another or with an existing one.
    func check(_ new: [RouteEntry], isFallback: Bool) throws(RouteTieError) {
        guard let anyScope = new.first?.scopes.first else { return }
        var among = RouteTrie()
        let root = among.addRoot()
        for (number, entry) in new.enumerated() {
            if number > 0, let tie = among.tie(below: root, with: entry.pattern, isStrict: entry.isStrict) {
                throw RouteTieError(entry, new[Int(tie)], scope: anyScope)
            }
            if new.count > 1 { among.add(entry.pattern, below: root, route: Int32(number), isStrict: entry.isStrict) }
            for scope in entry.scopes {
                guard let routes = self.number(of: scope).map({ scopes[$0] }) else { continue }
                if let root = routes.root,
                    let tie = trie.tie(below: root, with: entry.pattern, isStrict: entry.isStrict)
                {
                    throw RouteTieError(entry, entries[Int(tie)], scope: scope)
                }
                if isFallback, let other = routes.fallback.map({ entries[Int($0)] }), other.name != entry.name {
                    throw RouteTieError(entry, other, scope: scope)
                }
            }
        }
    }

    /// Throws if a scope has a default route already.
    func checkFallback(_ entry: RouteEntry) throws(RouteTieError) {
        for scope in entry.scopes {
            if let other = number(of: scope).flatMap({ scopes[$0].fallback }) {
                throw RouteTieError(entry, entries[Int(other)], scope: scope)
            }
        }
    }
}
