import QueryCoding
package import XCallbackURL

extension RouteTable {
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
