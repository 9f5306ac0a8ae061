package import QueryCoding
public import XCallbackURL

/// The routes, and the rule that selects the route that answers a URL.
///
/// A route for a specific scheme or domain precedes a route for any scheme or domain. Among other routes, the segments
/// are compared from left to right. A literal is preferred to a parameter with a type or with text beside it; this
/// parameter to a plain parameter; then follow `*` and `**`.
///
/// A ``Builder`` makes the table, which is then immutable.
@usableFromInline package final class RouteTable<Payload: Sendable>: Sendable {
    /// A route with one of its patterns, and its payload.
    @usableFromInline package struct Entry: Sendable {
        @usableFromInline package let route: RouteEntry
        @usableFromInline package let payload: Payload

        @inlinable package init(route: RouteEntry, payload: Payload) {
            self.route = route
            self.payload = payload
        }

        @inlinable package var name: String { route.name }
        @inlinable package var pattern: RoutePattern { route.pattern }
        package var scopes: [Scope] { route.scopes }
        package var isStrict: Bool { route.isStrict }
        package var declaration: String { route.declaration }

        /// Returns whether both entries are the same route with the same pattern.
        fileprivate static func === (left: Self, right: Self) -> Bool {
            left.name == right.name && left.pattern == right.pattern
        }

        fileprivate static func === (left: Self, right: Match) -> Bool { left === right.entry }

        /// Returns why the route does not match a path, or nil if it does.
        fileprivate func mismatch(_ path: [String], endsInSlash: Bool) -> PathMismatch? {
            if let mismatch = PathMismatch(pattern, path, endsInSlash: endsInSlash) { return mismatch }
            guard isStrict, pattern.endsInSlash != endsInSlash else { return nil }
            return PathMismatch(slash: pattern.endsInSlash)
        }
    }

    /// A route that a URL matches.
    @usableFromInline package struct Match: Sendable {
        @usableFromInline package let entry: Entry
        /// The URL, which is one reference.
        @usableFromInline package let url: XCallbackURL
        @usableFromInline let hit: RouteHit
        /// Whether this is the default route, which answers because no other route matches.
        @inlinable package var isFallback: Bool { hit.isFallback }

        @inlinable init(_ entry: Entry, _ url: XCallbackURL, _ hit: RouteHit) {
            self.entry = entry
            self.url = url
            self.hit = hit
        }

        /// The parameters in the path: one for each name. `{path**}` gives one parameter for each segment, or a
        /// parameter without a value if it matched no segment.
        @usableFromInline package var pathParameters: QueryParameters {
            guard !isFallback, entry.pattern.hasParameters else { return [] }
            return entry.pattern.parameters(in: hit.dropsAuthority ? url.path : url.segments)
        }
    }

    @usableFromInline package let index: RouteIndex
    @usableFromInline package let payloads: [Payload]

    fileprivate init(_ index: RouteIndex, _ payloads: [Payload]) {
        self.index = index
        self.payloads = payloads
    }

    /// Returns the best route for a URL, or the default route; nil if there is neither.
    @inlinable @inline(__always) package func match(_ url: XCallbackURL, lenientAuthority: Bool) -> Match? {
        guard let hit = index.hits(url, lenientAuthority: lenientAuthority, limit: 1).first else { return nil }
        return match(hit, url)
    }

    /// Returns the match for a route that an index found for a URL.
    @inlinable @inline(__always) func match(_ hit: RouteHit, _ url: XCallbackURL) -> Match {
        Match(self[hit.number], url, hit)
    }

    /// Returns every route that matches a URL, best first. The routes are tried in this order while handlers decline.
    /// The default route comes last.
    /// - Parameter lenientAuthority: Whether to try the path without the authority if no route matches with it.
    @inlinable package func matches(_ url: XCallbackURL, lenientAuthority: Bool, limit: Int = .max) -> [Match] {
        index.hits(url, lenientAuthority: lenientAuthority, limit: limit).map { match($0, url) }
    }

    @inlinable package subscript(number: Int) -> Entry {
        Entry(route: index.entries[number], payload: payloads[number])
    }

    /// Returns whether a route names the scheme or the domain of this callback, so that the callback stays in the
    /// process.
    package func owns(_ url: CallbackURL) -> Bool {
        index.scopes[url.host.map { .domain($0) } ?? .scheme(url.scheme)] != nil
    }

    /// Returns whether a route names the scheme or the domain of this URL. Routes for any scheme or domain do not
    /// count.
    package func owns(_ url: XCallbackURL) -> Bool {
        Scope.candidates(for: url).contains { $0 != .anyScheme && $0 != .anyDomain && index.scopes[$0] != nil }
    }

    /// Returns whether any route has a scope of this URL.
    package func names(_ url: XCallbackURL) -> Bool { !index.scopes(of: url).isEmpty }

    /// Returns whether any route could answer a URL with this scheme.
    package func names(_ scheme: Scheme) -> Bool {
        if scheme.isWeb { return index.scopes.keys.contains(where: \.isWeb) }
        return index.scopes[.anyScheme] != nil || index.scopes[.scheme(scheme)] != nil
    }

    /// All entries, in the order in which they were added.
    package var allEntries: [Entry] { index.entries.indices.map { self[$0] } }

    /// Returns the entries whose payloads satisfy the predicate, in the order in which they were added.
    package func entries(where isMeant: (Payload) -> Bool) -> [Entry] {
        payloads.indices.filter { isMeant(payloads[$0]) }.map { self[$0] }
    }

    /// Returns the entries with a name, in the order in which they were added.
    package func entries(named name: String) -> [Entry] { index.routes(named: name).map { self[$0] } }

    /// Returns the entries in the scopes of a URL.
    package func entries(for url: XCallbackURL) -> [Entry] { index.routes(for: url).map { self[$0] } }

    /// Returns those entries that are in the scopes of a URL.
    package func entries(for url: XCallbackURL, among entries: [Entry]) -> [Entry] {
        guard !entries.isEmpty else { return [] }
        let scopes = Scope.candidates(for: url)
        return entries.filter { $0.scopes.contains(where: scopes.contains) }
    }

    /// Returns whether an entry is the default route of one of its scopes.
    package func isFallback(_ entry: Entry) -> Bool {
        entry.scopes.contains { scope in
            index.scopes[scope]?.fallback.map { index.entries[$0] === entry.route } ?? false
        }
    }

    /// Collects routes.
    package struct Builder: Sendable {
        private var index: RouteIndex
        private var payloads: [Payload]

        /// Begins with the routes of an index, or without routes.
        /// - Parameter payloads: One payload for each entry of the index, in the same order.
        package init(_ index: RouteIndex = RouteIndex(), payloads: [Payload] = []) {
            precondition(index.entries.count == payloads.count, "every entry needs a payload")
            self.index = index
            self.payloads = payloads
        }

        /// Adds a route. Throws and adds nothing if one of its patterns ties with another route.
        package mutating func add(
            name: String, patterns: [RoutePattern], scopes: [Scope], isStrict: Bool = false, isFallback: Bool = false,
            senders: [String]? = nil, declaration: String, payload: Payload
        ) throws(RouteTieError) {
            try index.add(
                name: name, patterns: patterns, scopes: scopes, isStrict: isStrict, isFallback: isFallback,
                senders: senders, declaration: declaration)
            for _ in patterns { payloads.append(payload) }
        }

        /// Adds a default route, which answers every URL of its scopes that no other route answers. Throws if a scope
        /// already has a default route.
        /// - Parameter isOpaque: Whether the URLs of the scopes, which are schemes, are opaque.
        package mutating func addFallback(
            name: String, scopes: [Scope], isOpaque: Bool = false, declaration: String, payload: Payload
        ) throws(RouteTieError) {
            let entry = RouteEntry(
                name: name, pattern: .everything(isOpaque: isOpaque), scopes: scopes, declaration: declaration)
            try index.checkFallback(entry)
            index.addFallback(entry)
            payloads.append(payload)
        }

        /// Returns whether any route has this scope.
        package func names(_ scope: Scope) -> Bool { index.scopes[scope] != nil }

        /// Returns the first declaration of a route with a name, or nil.
        package func declaration(ofRouteNamed name: String) -> String? {
            index.routes(named: name).first.map { index.entries[$0].declaration }
        }

        /// Returns a table of the routes added so far. Routes that are added later do not change it.
        package func build() -> RouteTable { RouteTable(index, payloads) }
    }

    /// A route that was considered for a URL.
    package struct Consideration: Sendable {
        package let entry: Entry
        /// Whether the URL matches the route.
        package let matches: Bool
        /// Whether the caller may have meant this route.
        package let isNear: Bool
        /// The reason why the route answers the URL or does not.
        package let reason: String
    }

    /// Returns every route in a scope of the URL, and why the route answers or not. The routes that match come first,
    /// in the order in which they are tried, then the others, nearest first. If no route of these scopes matches, the
    /// list ends with the routes of other scopes whose path matches. For a URL that is not a web link, routes that
    /// answer only web links are left out of that end.
    /// - Parameter reasonPassedOver: Returns why a route that matches does not answer this request; nil if it does.
    package func considerations(
        for url: XCallbackURL, lenientAuthority: Bool, reasonPassedOver: (Entry) -> String? = { _ in nil }
    ) -> [Consideration] {
        var tried: [Match] = []
        for match in matches(url, lenientAuthority: lenientAuthority)
        where !tried.contains(where: { $0.entry === match }) {
            tried.append(match)
        }
        let best = tried.first { !$0.isFallback }
        let isShortened = best?.entry.mismatch(url.segments, endsInSlash: url.endsInSlash) != nil
        let segments = isShortened ? url.path : url.segments
        let inScope = entries(for: url)
        let missed = inScope.filter { entry in !tried.contains { $0.entry === entry } }.compactMap { entry in
            entry.mismatch(segments, endsInSlash: url.endsInSlash).map { (entry: entry, mismatch: $0) }
        }.sorted { $0.mismatch < $1.mismatch }
        let open = tried.filter { reasonPassedOver($0.entry) == nil }
        return tried.map { match in
            let reason =
                if let reason = reasonPassedOver(match.entry) {
                    reason
                } else if let winner = open.first, !(winner.entry === match) {
                    reasonBeaten(match, by: winner, for: url)
                } else {
                    reasonChosen(match, among: open, droppedAuthority: isShortened ? url : nil)
                }
            return Consideration(entry: match.entry, matches: true, isNear: true, reason: reason)
        }
            + missed.map {
                Consideration(
                    entry: $0.entry, matches: false, isNear: $0.mismatch.isNear, reason: $0.mismatch.reason)
            } + (best != nil ? [] : elsewhere(url, inScope))
    }

    private func reasonChosen(_ match: Match, among tried: [Match], droppedAuthority url: XCallbackURL?) -> String {
        guard !match.isFallback else { return "chosen: the default route, because no other route matches" }
        if case .segment(let authority)? = url?.authority {
            return "chosen: it matches the path without '\(authority.shortened)'"
        }
        let count = tried.count { !$0.isFallback }
        return count == 1 ? "chosen: the only match" : "chosen: the most specific of \(count) matches"
    }

    private func reasonBeaten(_ match: Match, by winner: Match, for url: XCallbackURL) -> String {
        guard !match.isFallback else { return "the default route, used only if no other route matches" }
        let candidates = Scope.candidates(for: url)
        let scope = candidates.first { match.entry.scopes.contains($0) }
        let better = candidates.first { winner.entry.scopes.contains($0) }
        if let scope, let better, scope != better {
            return "also matches, but its scope, \(scope), is less specific than \(better)"
        }
        let advantage =
            winner.entry.pattern.advantage(over: match.entry.pattern)
            ?? (winner.entry.route.senders != nil
                ? "a route for the app that sends the URL comes first"
                : "a route that is strict about the trailing slash comes first")
        return "also matches, but \(advantage)"
    }

    private func elsewhere(_ url: XCallbackURL, _ inScope: [Entry]) -> [Consideration] {
        allEntries.filter { entry in
            // The domains of a route do not help the author of a URL that is not a web link.
            !inScope.contains { $0 === entry } && (url.scheme.isWeb || !entry.scopes.allSatisfy(\.isWeb))
                && entry.mismatch(url.segments, endsInSlash: url.endsInSlash) == nil
        }.map { entry in
            let scopes = entry.scopes.map { $0 == .anyDomain ? "any web link (https:)" : "\($0)" }
                .joined(separator: ", ")
            return Consideration(
                entry: entry, matches: false, isNear: true, reason: "its path matches, but it answers only \(scopes)")
        }
    }

    /// Returns the pattern that the caller of an unmatched URL may have meant: the nearest by edit distance, ignoring
    /// case. Returns nil if each pattern differs by more edits than ``Misspelling`` allows, or if the path is longer
    /// than 64 bytes. The search ends after 10,000 routes.
    package func suggestion(for url: XCallbackURL) -> String? {
        let path = "/" + url.segments.joined(separator: "/")
        guard path.utf8.count <= 64 else { return nil }
        let routes = index.routes(for: url).prefix(10_000).lazy
        return nearest(to: path, among: routes.map { [index] in index.entries[$0].pattern.spelling })
    }

    /// Returns the patterns from which the URL's path differs only by case, each pattern once. The search ends after
    /// 10,000 routes.
    package func caseSlips(for url: XCallbackURL) -> [String] {
        var patterns: [String] = []
        let path = url.segments
        for number in index.routes(for: url).prefix(10_000) {
            let pattern = index.entries[number].pattern
            guard pattern.differsByCase(from: path), !patterns.contains(pattern.text) else { continue }
            patterns.append(pattern.text)
        }
        return patterns
    }

    /// Returns the scheme that the caller may have meant, such as `notes:`. Returns nil if a route names the URL's
    /// scheme, or if no scheme is near.
    package func nearestScheme(to url: XCallbackURL) -> String? {
        guard !url.scheme.isWeb, index.scopes[.scheme(url.scheme)] == nil else { return nil }
        return nearest(to: url.scheme.text, among: index.schemes.lazy.map(\.text)).map { "\($0):" }
    }

    /// The maximum number of characters of a URL in a message. The message is appended to x-error, whose length is
    /// limited.
    private static var longestURLInMessage: Int { 200 }

    /// Returns the error for a URL that no route answers.
    /// - Parameter suggests: Whether to suggest the scheme or path that the caller may have meant.
    package func noRoute(for url: XCallbackURL, suggests: Bool = true) -> OutcomeError {
        let meant = !suggests ? nil : suggestion(for: url) ?? (names(url) ? nil : nearestScheme(to: url))
        var text = url.address
        // A segment is shown as a whole or not at all, so that a secret in it is recognized.
        if text.utf8.count > Self.longestURLInMessage,
            let slash = text.prefix(Self.longestURLInMessage).lastIndex(of: "/")
        {
            text = "\(text[...slash])…"
        }
        var message = "no route for " + text
        if let meant { message += "; did you mean \(meant)?" }
        return OutcomeError(.noRoute, message)
    }
}

extension RoutePattern {
    /// Returns the parameters in a path that this pattern matches.
    fileprivate func parameters(in path: [String]) -> QueryParameters {
        var parameters = QueryParameters()
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal, .star, .rest(nil): break
            case .parameter(let name): parameters.elements.append(QueryParameter(name, path[index]))
            case .composed(let pieces):
                for (name, value) in zip(segment.names, pieces.match(path[index]) ?? []) {
                    parameters.elements.append(QueryParameter(name, value))
                }
            // The segment of an optional parameter may be missing; the value may then be in the query.
            case .optional(let name, _):
                if index < path.count { parameters.elements.append(QueryParameter(name, path[index])) }
            case .rest(let name?):
                if index == path.count { parameters.elements.append(QueryParameter(name, nil)) }
                for rest in index..<path.count { parameters.elements.append(QueryParameter(name, path[rest])) }
            }
        }
        return parameters
    }

    /// Returns whether the path has the pattern's number of segments, and its literals differ only in the case of
    /// letters.
    fileprivate func differsByCase(from path: [String]) -> Bool {
        guard segments.count == path.count else { return false }
        var differs = false
        for case (.literal(let text), let actual) in zip(segments, path) where !text.hasSameBytes(as: actual) {
            guard text.utf8.count == actual.utf8.count, text.lowercased() == actual.lowercased() else { return false }
            differs = true
        }
        return differs
    }
}
