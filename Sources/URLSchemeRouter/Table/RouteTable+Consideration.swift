import QueryCoding
package import XCallbackURL

extension RouteTable {
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
}

extension RouteTable.Entry {
    /// Returns whether both entries are the same route with the same pattern.
    fileprivate static func === (left: Self, right: Self) -> Bool {
        left.name == right.name && left.pattern == right.pattern
    }

    fileprivate static func === (left: Self, right: RouteTable.Match) -> Bool { left === right.entry }

    /// Returns why the route does not match a path, or nil if it does.
    fileprivate func mismatch(_ path: [String], endsInSlash: Bool) -> PathMismatch? {
        if let mismatch = PathMismatch(pattern, path, endsInSlash: endsInSlash) { return mismatch }
        guard isStrict, pattern.endsInSlash != endsInSlash else { return nil }
        return PathMismatch(slash: pattern.endsInSlash)
    }
}
