package import QueryCoding
package import XCallbackURL

/// The routes, and the rule that selects the one to answer a URL.
///
/// A route for a specific scheme or domain beats one for any scheme or domain. Then the segments decide, from left to
/// right: literal, affixed or typed parameter, parameter, `*`, `**`.
///
/// A ``Builder`` makes the table, which is then immutable.
package struct RouteTable<Payload: Sendable>: Sendable {
    /// A route with one of its patterns.
    package struct Entry: Sendable {
        package let name: String
        package let pattern: RoutePattern
        package let scopes: [Scope]
        /// The schemes that ``Scope/anyScheme`` does not include for this route.
        let exceptions: Set<Scheme>
        /// Whether a path must have a trailing slash exactly if the pattern has one.
        package let isStrict: Bool
        /// The file and line that declared the route, for messages.
        package let declaration: String
        package let payload: Payload
    }

    /// A route that a URL matches.
    package struct Match: Sendable {
        package let entry: Entry
        /// The parameters in the path: one for each name. `{path**}` gives one for each segment, or a bare one if it
        /// matched no segment.
        package let pathParameters: QueryParameters
        /// Whether this is the default route, which answers because no other route matches.
        package let isFallback: Bool
    }

    private var entries: [Entry] = []
    private var tries: [Scope: RouteTrie] = [:]
    private var fallbacks: [Scope: Entry] = [:]
    /// Whether any route has exceptions.
    private var hasExceptions = false

    private init() {}

    /// The schemes that the routes name.
    package var schemes: Set<Scheme> {
        Set(
            (Array(tries.keys) + fallbacks.keys).compactMap { if case .scheme(let scheme) = $0 { scheme } else { nil } }
        )
    }

    /// Returns whether routes name the scheme or the domain of this callback, so that it stays in the process.
    package func owns(_ url: CallbackURL) -> Bool {
        if let host = url.host { return tries[.domain(host)] != nil || fallbacks[.domain(host)] != nil }
        return tries[.scheme(url.scheme)] != nil || fallbacks[.scheme(url.scheme)] != nil
    }

    /// Returns whether routes name the scheme or the domain of this URL. Routes for any scheme or domain do not count.
    package func owns(_ url: XCallbackURL) -> Bool {
        // The last candidate is any scheme or any domain.
        Scope.candidates(for: url).dropLast().contains { tries[$0] != nil || fallbacks[$0] != nil }
    }

    /// Returns the best route for a URL, or the default route; nil if there is neither.
    package func match(_ url: XCallbackURL, lenientAuthority: Bool) -> Match? {
        matches(url, lenientAuthority: lenientAuthority, limit: 1).first
    }

    /// Returns every route that matches a URL, best first. They are tried in this order while handlers decline. The
    /// default route comes last.
    /// - Parameter lenientAuthority: Whether to try the path without the authority if no route matches with it.
    package func matches(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int = .max) -> [Match] {
        let scopes = Scope.candidates(for: url)
        var matches = search(url.segments, url, scopes, limit: limit)
        if matches.isEmpty, lenientAuthority, case .segment = url.authority {
            // A path without its authority is only a part of the URL, so it must not reach a route that accepts
            // anything.
            matches = search(url.path, url, scopes, limit: .max).filter { match in
                !match.entry.pattern.beginsOpen && !fallbacks.values.contains { $0.name == match.entry.name }
            }
        }
        if matches.count < limit,
            let fallback = scopes.lazy.compactMap({ fallbacks[$0] }).first(where: { $0.answers(url.scheme) })
        {
            matches.append(Match(entry: fallback, pathParameters: [], isFallback: true))
        }
        return matches
    }

    private func search(_ segments: [String], _ url: XCallbackURL, _ scopes: [Scope], limit: Int) -> [Match] {
        var matches: [Match] = []
        for scope in scopes {
            guard matches.count < limit, let trie = tries[scope] else { continue }
            let room = limit - matches.count
            var hits = trie.search(segments, endsInSlash: url.endsInSlash, limit: hasExceptions ? .max : room)
            if hasExceptions { hits = Array(hits.filter { entries[$0.entry].answers(url.scheme) }.prefix(room)) }
            matches += hits.map { hit in
                let entry = entries[hit.entry]
                return Match(entry: entry, pathParameters: entry.pattern.parameters(of: hit), isFallback: false)
            }
        }
        return matches
    }

    /// Returns the entries in the scopes of a URL.
    package func entries(for url: XCallbackURL) -> [Entry] {
        let scopes = Set(Scope.candidates(for: url))
        return entries.filter { !scopes.isDisjoint(with: $0.scopes) && $0.answers(url.scheme) }
    }

    /// Returns whether any route has a scope of this URL.
    package func names(_ url: XCallbackURL) -> Bool {
        Scope.candidates(for: url).contains { tries[$0] != nil || fallbacks[$0] != nil }
    }

    /// Returns whether any route could answer a URL with this scheme.
    package func names(_ scheme: Scheme) -> Bool {
        let isDomain = { (scope: Scope) in
            switch scope {
            case .domain, .anyDomain: true
            case .scheme, .anyScheme: false
            }
        }
        guard scheme.isWeb else {
            let scopes: [Scope] = [.scheme(scheme), .anyScheme]
            return scopes.contains { tries[$0] != nil || fallbacks[$0] != nil }
        }
        return tries.keys.contains(where: isDomain) || fallbacks.keys.contains(where: isDomain)
    }

    /// All entries, in the order in which they were added.
    package var allEntries: [Entry] { entries }

    /// Returns whether an entry is the default route of its scopes.
    func isFallback(_ entry: Entry) -> Bool {
        entry.scopes.contains { fallbacks[$0].map { $0.name == entry.name && $0.pattern == entry.pattern } ?? false }
    }

    /// Collects routes.
    package struct Builder {
        private var table = RouteTable()

        package init() {}

        /// Adds a route. Throws and adds nothing if one of its patterns ties with another route.
        /// - Parameter exceptions: The schemes that ``Scope/anyScheme`` does not include.
        package mutating func add(
            name: String, patterns: [RoutePattern], scopes: [Scope], isStrict: Bool = false, isFallback: Bool = false,
            except exceptions: Set<Scheme> = [], declaration: String, payload: Payload
        ) throws(RouteTieError) {
            let scopes = scopes.enumerated().filter { !scopes[..<$0.offset].contains($0.element) }.map(\.element)
            let new = patterns.map { pattern in
                Entry(
                    name: name, pattern: pattern, scopes: scopes, exceptions: exceptions, isStrict: isStrict,
                    declaration: declaration, payload: payload)
            }
            try check(new, scopes, isStrict: isStrict, isFallback: isFallback)
            if !exceptions.isEmpty { table.hasExceptions = true }
            for entry in new {
                table.entries.append(entry)
                for scope in scopes {
                    table.tries[scope, default: RouteTrie()]
                        .add(entry.pattern, entry: table.entries.count - 1, isStrict: isStrict)
                    if isFallback { table.fallbacks[scope] = entry }
                }
            }
        }

        /// Adds a default route, which answers every URL of its scopes that no other route answers. Throws if a scope
        /// already has one.
        package mutating func addFallback(
            name: String, scopes: [Scope], declaration: String, payload: Payload
        ) throws(RouteTieError) {
            let entry = Entry(
                name: name, pattern: .everything, scopes: scopes, exceptions: [], isStrict: false,
                declaration: declaration, payload: payload)
            for scope in scopes {
                if let other = table.fallbacks[scope] { throw RouteTieError(entry, other, scope: scope) }
            }
            table.entries.append(entry)
            for scope in scopes { table.fallbacks[scope] = entry }
        }

        /// Throws if any of the new entries ties with another or with an existing one.
        private func check(
            _ new: [Entry], _ scopes: [Scope], isStrict: Bool, isFallback: Bool
        ) throws(RouteTieError) {
            guard let anyScope = scopes.first else { return }
            var among = RouteTrie()
            for (index, entry) in new.enumerated() {
                if let tie = among.tie(with: entry.pattern, isStrict: isStrict) {
                    throw RouteTieError(entry, new[tie], scope: anyScope)
                }
                among.add(entry.pattern, entry: index, isStrict: isStrict)
                for scope in scopes {
                    if let tie = table.tries[scope]?.tie(with: entry.pattern, isStrict: isStrict) {
                        throw RouteTieError(entry, table.entries[tie], scope: scope)
                    }
                    if isFallback, let other = table.fallbacks[scope], other.name != entry.name {
                        throw RouteTieError(entry, other, scope: scope)
                    }
                }
            }
        }

        /// Returns a table of the routes added so far.
        package func build() -> RouteTable { table }
    }
}

extension RouteTable.Entry {
    /// Returns whether the route answers a scheme that one of its scopes includes.
    func answers(_ scheme: Scheme) -> Bool { exceptions.isEmpty || !exceptions.contains(scheme) }
}

extension RoutePattern {
    fileprivate func parameters(of hit: RouteTrie.Hit) -> QueryParameters {
        var values = hit.values[...]
        var parameters: [QueryParameter] = []
        for name in parameterNames where !isRest(name) {
            // The segment of an optional parameter may be missing; the query may then have the value.
            guard let value = values.popFirst() else { break }
            parameters.append(QueryParameter(name, value))
        }
        if let rest = hit.rest, case .rest(let name?) = segments.last {
            parameters += rest.isEmpty ? [QueryParameter(name, nil)] : rest.map { QueryParameter(name, $0) }
        }
        return QueryParameters(parameters)
    }
}

/// Thrown if no rule decides which of two routes answers first.
public struct RouteTieError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Both routes with their patterns and declarations, and the scope that they share.
    public let description: String

    init<Payload>(_ new: RouteTable<Payload>.Entry, _ old: RouteTable<Payload>.Entry, scope: Scope) {
        description =
            "route '\(new.name)' (\(new.pattern), \(new.declaration)) ties with "
            + "'\(old.name)' (\(old.pattern), \(old.declaration)) in \(scope)"
    }
}
