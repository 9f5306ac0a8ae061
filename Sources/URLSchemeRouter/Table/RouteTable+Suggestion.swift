import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// Returns the pattern that the caller of an unmatched URL may have meant: the nearest by edit distance, ignoring
    /// case. Returns nil if no pattern is near, or if the path is longer than 64 bytes.
    package func suggestion(for url: XCallbackURL) -> String? {
        let path = "/" + url.segments.joined(separator: "/")
        guard path.utf8.count <= 64 else { return nil }
        let patterns = entries(for: url).lazy.map {
            $0.pattern.text.hasPrefix("/") ? $0.pattern.text : "/\($0.pattern.text)"
        }
        return nearest(to: path, among: patterns)
    }

    /// Returns the patterns from which the URL's path differs only by case, each once.
    package func caseSlips(for url: XCallbackURL) -> [String] {
        var patterns: [String] = []
        for entry in entries(for: url) where entry.pattern.differsByCase(from: url.segments) {
            if !patterns.contains(entry.pattern.text) { patterns.append(entry.pattern.text) }
        }
        return patterns
    }

    /// Returns the scheme that the caller may have meant, such as `notes:`. Returns nil if a route names the URL's
    /// scheme, or if no scheme is near.
    package func nearestScheme(to url: XCallbackURL) -> String? {
        guard !url.scheme.isWeb, !schemes.contains(url.scheme) else { return nil }
        return nearest(to: url.scheme.text, among: schemes.map(\.text).sorted()).map { "\($0):" }
    }

    /// The maximum number of characters of a URL in a message. The message is appended to x-error, whose length is
    /// limited.
    private static var longestURLInMessage: Int { 200 }

    /// Returns the error for a URL that no route answers.
    package func noRoute(for url: XCallbackURL) -> OutcomeError {
        var short = url
        short.parameters = []
        short.callbacks = Callbacks()
        short.source = nil
        short.reserved = []
        short.fragment = nil
        let meant = suggestion(for: url) ?? (names(url) ? nil : nearestScheme(to: url))
        let hint = meant.map { "; did you mean \($0)?" } ?? ""
        var text = short.description
        // A segment is shown as a whole or not at all, so that a secret in it is recognized.
        if text.utf8.count > Self.longestURLInMessage,
            let slash = text.prefix(Self.longestURLInMessage).lastIndex(of: "/")
        {
            text = "\(text[...slash])…"
        }
        return OutcomeError(.noRoute, "no route for \(text)\(hint)")
    }
}

extension RoutePattern {
    /// Returns whether the path has as many segments, and its literals differ only in the case of letters.
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
