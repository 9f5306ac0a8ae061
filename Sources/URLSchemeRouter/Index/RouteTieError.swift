/// An error for two routes of which no rule decides which answers first, that are given the same name, or that read the
/// URLs of their scheme differently.
public struct RouteTieError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Both routes with their patterns and declarations, and the scope that they share.
    public let description: String

    init(name: String, _ declaration: Declaration, other: Declaration) {
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
    /// Throws if any of a route's new entries ties with another new entry or with an existing entry. Returns the start
    /// of the last entry in the trie if the entry has one scope, and that scope already has patterns.
    func check(_ new: [RouteEntry], isFallback: Bool) throws(RouteTieError) -> RouteTrie.Start? {
        if new.count > 1 { try checkAmong(new) }
        var last: RouteTrie.Start?
        for entry in new {
            for scope in entry.scopes {
                guard let number = self.number(of: scope) else { continue }
                try checkForm(entry, scope, number)
                if let root = scopes.read(number, { $0.root }) {
                    let start = trie.start(of: entry.pattern, below: root)
                    if let tie = trie.tie(from: start, with: entry.pattern, isStrict: entry.isStrict),
                        let other = alternatives(of: tie, inScope: number).map({ entries[Int($0)] })
                            .first(where: { !$0.isDistinguished(from: entry) })
                    {
                        throw RouteTieError(entry, other, scope: scope)
                    }
                    if entry.scopes.count == 1 { last = start }
                }
                guard isFallback, let other = scopes[number].fallback.map({ entries[Int($0)] }) else { continue }
                if other.name != entry.name { throw RouteTieError(entry, other, scope: scope) }
            }
        }
        return last
    }

    /// Throws if the URLs of a scope are opaque only for the route or only for the routes that the scope has.
    private func checkForm(_ entry: RouteEntry, _ scope: Scope, _ number: Int) throws(RouteTieError) {
        let isOpaque = !opaqueSchemes.isEmpty && (scope.scheme.map(opaqueSchemes.contains) ?? false)
        guard isOpaque != entry.pattern.isOpaque, let first = scopes.read(number, { $0.routes.first }) else { return }
        throw RouteTieError(entry, entries[Int(first)], scope: scope)
    }

    private func checkAmong(_ new: [RouteEntry]) throws(RouteTieError) {
        guard let scope = new.first?.scopes.first else { return }
        var among = RouteTrie()
        let root = among.addRoot()
        for (number, entry) in new.enumerated() {
            let start = among.start(of: entry.pattern, below: root)
            if let tie = among.tie(from: start, with: entry.pattern, isStrict: entry.isStrict) {
                throw RouteTieError(entry, new[Int(tie)], scope: scope)
            }
            among.add(entry.pattern, from: start, route: Int32(number), isStrict: entry.isStrict)
        }
    }

    /// Throws if a scope has a default route already.
    func checkFallback(_ entry: RouteEntry) throws(RouteTieError) {
        for scope in entry.scopes {
            guard let number = number(of: scope) else { continue }
            try checkForm(entry, scope, number)
            if let other = scopes[number].fallback {
                throw RouteTieError(entry, entries[Int(other)], scope: scope)
            }
        }
    }
}
