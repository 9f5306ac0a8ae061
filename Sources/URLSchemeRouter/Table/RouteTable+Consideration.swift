import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// A route that was looked at for a URL.
    package struct Consideration: Sendable {
        package let entry: Entry
        /// Whether the URL matches it.
        package let matches: Bool
        /// Whether somebody who asks about the URL may have meant this one.
        package let isNear: Bool
        /// Why it answers, or why it does not.
        package let reason: String
    }

    /// Every route in a scope of the URL, and why it answers or not: those that match first, in the order in which they
    /// are tried; then the others, the nearest first. Where nothing matches, the routes of other scopes follow whose path
    /// would.
    package func considerations(for url: XCallbackURL, lenientAuthority: Bool) -> [Consideration] {
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
        return tried.enumerated().map { index, match in
            let reason =
                index == 0
                ? taken(match, among: tried, droppedAuthority: isShortened ? url : nil)
                : beaten(match, by: tried[0], for: url)
            return Consideration(entry: match.entry, matches: true, isNear: true, reason: reason)
        }
            + missed.map {
                Consideration(
                    entry: $0.entry, matches: false, isNear: $0.mismatch.isNear, reason: $0.mismatch.reason)
            } + (best != nil ? [] : elsewhere(url, inScope))
    }

    private func taken(_ match: Match, among tried: [Match], droppedAuthority url: XCallbackURL?) -> String {
        guard !match.isFallback else { return "taken: nothing else matches, and it is the default route" }
        if case .segment(let authority)? = url?.authority {
            return "taken: it matches the path without '\(authority.shortened)'"
        }
        let count = tried.count { !$0.isFallback }
        return count == 1 ? "taken: the only one that matches" : "taken: the most specific of \(count) that match"
    }

    private func beaten(_ match: Match, by winner: Match, for url: XCallbackURL) -> String {
        guard !match.isFallback else { return "the default route, for what nothing else answers" }
        let candidates = Scope.candidates(for: url)
        let scope = candidates.first { match.entry.scopes.contains($0) }
        let better = candidates.first { winner.entry.scopes.contains($0) }
        if let scope, let better, scope != better {
            return "matches too, but its scope, \(scope), is less specific than \(better)"
        }
        let advantage =
            winner.entry.pattern.advantage(over: match.entry.pattern)
            ?? "a route that is strict about the slash at the end comes first"
        return "matches too, but \(advantage)"
    }

    private func elsewhere(_ url: XCallbackURL, _ inScope: [Entry]) -> [Consideration] {
        allEntries.filter { entry in
            !inScope.contains { $0 === entry } && entry.mismatch(url.segments, endsInSlash: url.endsInSlash) == nil
        }.map { entry in
            let scopes = entry.scopes.map(\.description).joined(separator: ", ")
            return Consideration(
                entry: entry, matches: false, isNear: true, reason: "its path matches, but it answers only \(scopes)")
        }
    }
}

extension RouteTable.Entry {
    /// Whether this is the same route with the same pattern.
    fileprivate static func === (left: Self, right: Self) -> Bool {
        left.name == right.name && left.pattern == right.pattern
    }

    fileprivate static func === (left: Self, right: RouteTable.Match) -> Bool { left === right.entry }

    /// Why a path is not as the route wants it; nil if it is.
    fileprivate func mismatch(_ path: [String], endsInSlash: Bool) -> PathMismatch? {
        if let mismatch = PathMismatch(pattern, path, endsInSlash: endsInSlash) { return mismatch }
        guard isStrict, pattern.endsInSlash != endsInSlash else { return nil }
        return PathMismatch(slash: pattern.endsInSlash)
    }
}
