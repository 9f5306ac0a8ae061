package import QueryCoding
package import XCallbackURL

/// Which routes there are, and which of them answers a URL: a specific scheme or domain before any; then, segment by
/// segment from the left, a literal, a part of a segment or a typed parameter, a parameter, `*`, `**`.
///
/// Built once by ``Builder``, immutable afterwards.
package struct RouteTable<Payload: Sendable>: Sendable {
    /// A route with one of its patterns.
    package struct Entry: Sendable {
        package let name: String
        package let pattern: RoutePattern
        package let scopes: [Scope]
        /// Whether a trailing slash must be as in the pattern.
        package let isStrict: Bool
        /// Where the route was declared, for messages.
        package let declaration: String
        package let payload: Payload
    }

    /// A route that a URL matches.
    package struct Match: Sendable {
        package let entry: Entry
        /// What the path says: one parameter for each name, one for each segment that `{path**}` took, and a bare one
        /// if it took none.
        package let pathParameters: QueryParameters
        /// Whether it answers because nothing else does.
        package let isFallback: Bool
    }

    private var entries: [Entry] = []
    private var tries: [Scope: RouteTrie] = [:]
    private var fallbacks: [Scope: Entry] = [:]

    private init() {}

    /// The schemes that routes name.
    package var schemes: Set<Scheme> {
        Set(
            (Array(tries.keys) + fallbacks.keys).compactMap { if case .scheme(let scheme) = $0 { scheme } else { nil } }
        )
    }

    /// Whether a callback to this URL stays in the process.
    package func owns(_ url: CallbackURL) -> Bool {
        if let host = url.host { return tries[.domain(host)] != nil || fallbacks[.domain(host)] != nil }
        return tries[.scheme(url.scheme)] != nil || fallbacks[.scheme(url.scheme)] != nil
    }

    /// Whether routes name the scheme or the domain of this URL; those of any scheme or domain do not count.
    package func owns(_ url: XCallbackURL) -> Bool {
        // The last one is that of any.
        Scope.candidates(for: url).dropLast().contains { tries[$0] != nil || fallbacks[$0] != nil }
    }

    /// The best route for a URL; nil if there is none, not even a default route.
    package func match(_ url: XCallbackURL, lenientAuthority: Bool) -> Match? {
        matches(url, lenientAuthority: lenientAuthority, limit: 1).first
    }

    /// Every route that a URL matches, the best first: what is tried in turn while handlers decline. The default route
    /// comes last.
    package func matches(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int = .max) -> [Match] {
        let scopes = Scope.candidates(for: url)
        var matches = search(url.segments, url, scopes, limit: limit)
        if matches.isEmpty, lenientAuthority, case .segment = url.authority {
            // Whoever drops a part of the URL must not end up at a route that takes anything.
            matches = search(url.path, url, scopes, limit: .max).filter { match in
                !match.entry.pattern.beginsOpen && !fallbacks.values.contains { $0.name == match.entry.name }
            }
        }
        if matches.count < limit, let fallback = scopes.lazy.compactMap({ fallbacks[$0] }).first {
            matches.append(Match(entry: fallback, pathParameters: [], isFallback: true))
        }
        return matches
    }

    private func search(_ segments: [String], _ url: XCallbackURL, _ scopes: [Scope], limit: Int) -> [Match] {
        var matches: [Match] = []
        for scope in scopes {
            guard matches.count < limit, let trie = tries[scope] else { continue }
            let hits = trie.search(segments, endsInSlash: url.endsInSlash, limit: limit - matches.count)
            matches += hits.map { hit in
                let entry = entries[hit.entry]
                return Match(entry: entry, pathParameters: entry.pattern.parameters(of: hit), isFallback: false)
            }
        }
        return matches
    }

    /// The entries of the scopes that a URL is looked up in.
    package func entries(for url: XCallbackURL) -> [Entry] {
        let scopes = Set(Scope.candidates(for: url))
        return entries.filter { !scopes.isDisjoint(with: $0.scopes) }
    }

    /// Whether any route answers in a scope of this URL.
    package func names(_ url: XCallbackURL) -> Bool {
        Scope.candidates(for: url).contains { tries[$0] != nil || fallbacks[$0] != nil }
    }

    /// Whether any route could answer a URL of this scheme, as far as the scheme alone tells.
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

    /// Collects routes.
    package struct Builder {
        private var table = RouteTable()

        package init() {}

        /// Adds a route, or throws the one that it ties with. Nothing is added then.
        package mutating func add(
            name: String, patterns: [RoutePattern], scopes: [Scope], isStrict: Bool = false, isFallback: Bool = false,
            declaration: String, payload: Payload
        ) throws(RouteTieError) {
            let scopes = scopes.enumerated().filter { !scopes[..<$0.offset].contains($0.element) }.map(\.element)
            let new = patterns.map { pattern in
                Entry(
                    name: name, pattern: pattern, scopes: scopes, isStrict: isStrict, declaration: declaration,
                    payload: payload)
            }
            try check(new, scopes, isStrict: isStrict, isFallback: isFallback)
            for entry in new {
                table.entries.append(entry)
                for scope in scopes {
                    table.tries[scope, default: RouteTrie()]
                        .add(entry.pattern, entry: table.entries.count - 1, isStrict: isStrict)
                    if isFallback { table.fallbacks[scope] = entry }
                }
            }
        }

        /// Adds a route that answers what nothing else in its scopes does, whatever the path; or throws the one that does
        /// so already.
        package mutating func addFallback(
            name: String, scopes: [Scope], declaration: String, payload: Payload
        ) throws(RouteTieError) {
            let entry = Entry(
                name: name, pattern: .everything, scopes: scopes, isStrict: false, declaration: declaration,
                payload: payload)
            for scope in scopes {
                if let other = table.fallbacks[scope] { throw RouteTieError(entry, other, scope: scope) }
            }
            table.entries.append(entry)
            for scope in scopes { table.fallbacks[scope] = entry }
        }

        /// Throws if any of the entries ties, before the first of them is added.
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

        /// The table with the routes so far.
        package func build() -> RouteTable { table }
    }
}

extension RouteTable.Match {
    /// What the handler's input is decoded from: the URL's own parameters, and the path's in place of those of the same
    /// name.
    package func input(_ url: XCallbackURL) -> QueryParameters { input(url, path: pathParameters) }

    /// The same with the segments of `{path**}` as numbered elements (`path.0`), which every strategy for arrays reads as
    /// they are.
    func numberedInput(_ url: XCallbackURL) -> QueryParameters {
        guard case .rest(let name?) = entry.pattern.segments.last else { return input(url) }
        var count = 0
        let numbered = pathParameters.elements.map { parameter in
            guard parameter.name.hasSameBytes(as: name), parameter.value != nil else { return parameter }
            defer { count += 1 }
            return QueryParameter("\(name).\(count)", parameter.value)
        }
        return input(url, path: QueryParameters(numbered))
    }

    private func input(_ url: XCallbackURL, path: QueryParameters) -> QueryParameters {
        guard !path.elements.isEmpty else { return url.parameters }
        let names = pathParameters.elements.map(\.name)
        return QueryParameters(path.elements + url.parameters.elements.filter { !$0.isSaid(by: names) })
    }
}

extension RoutePattern {
    fileprivate func parameters(of hit: RouteTrie.Hit) -> QueryParameters {
        var values = hit.values[...]
        var parameters: [QueryParameter] = []
        for name in parameterNames where !isRest(name) {
            // The segment of an optional parameter may be missing: its value may then come from the query.
            guard let value = values.popFirst() else { break }
            parameters.append(QueryParameter(name, value))
        }
        if let rest = hit.rest, case .rest(let name?) = segments.last {
            parameters += rest.isEmpty ? [QueryParameter(name, nil)] : rest.map { QueryParameter(name, $0) }
        }
        return QueryParameters(parameters)
    }
}

/// Two routes that no rule puts in order.
public struct RouteTieError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Both routes, their patterns, where they were declared, and the scope in which they meet.
    public let description: String

    init<Payload>(_ new: RouteTable<Payload>.Entry, _ old: RouteTable<Payload>.Entry, scope: Scope) {
        description =
            "route '\(new.name)' (\(new.pattern), \(new.declaration)) ties with "
            + "'\(old.name)' (\(old.pattern), \(old.declaration)) in \(scope)"
    }
}
