import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// The pattern that the writer of an unmatched URL may have meant: the nearest by edit distance, ignoring case, if
    /// it is near at all.
    package func suggestion(for url: XCallbackURL) -> String? {
        let path = "/" + url.segments.joined(separator: "/")
        guard path.utf8.count <= 64 else { return nil }
        let patterns = entries(for: url).lazy.map {
            $0.pattern.text.hasPrefix("/") ? $0.pattern.text : "/\($0.pattern.text)"
        }
        return nearest(to: path, among: patterns)
    }

    /// The patterns from which the path of the URL differs by case alone, each once.
    package func caseSlips(for url: XCallbackURL) -> [String] {
        var slips: [String] = []
        for entry in entries(for: url) where entry.pattern.differsByCase(from: url.segments) {
            if !slips.contains(entry.pattern.text) { slips.append(entry.pattern.text) }
        }
        return slips
    }

    /// The scheme that the writer of a URL may have meant that no route has: `notes:`.
    package func nearestScheme(to url: XCallbackURL) -> String? {
        guard !url.scheme.isWeb, !schemes.contains(url.scheme) else { return nil }
        return nearest(to: url.scheme.text, among: schemes.map(\.text).sorted()).map { "\($0):" }
    }

    /// A message is itself appended to x-error, and a URL has an end.
    private static var longestURLInMessage: Int { 200 }

    /// The error of a URL that no route answers.
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
        if text.utf8.count > Self.longestURLInMessage { text = "\(text.prefix(Self.longestURLInMessage))…" }
        return OutcomeError(.noRoute, "no route for \(text)\(hint)")
    }
}

extension RoutePattern {
    /// Whether it has as many segments as a path, and its texts are the path's but for the case of letters.
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
