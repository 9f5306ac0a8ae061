import QueryCoding
package import XCallbackURL

extension RouteTable {
    /// A route that was looked at for a URL, and why it does not answer; nil for one that matches.
    package struct Consideration: Sendable {
        package let entry: Entry
        package let mismatch: String?
    }

    /// Every route in a scope of the URL: those that match first, in the order in which they are tried, then the others
    /// in declared order.
    package func considerations(for url: XCallbackURL, lenientAuthority: Bool) -> [Consideration] {
        let matches = matches(url, lenientAuthority: lenientAuthority)
        let matched = matches.map { Consideration(entry: $0.entry, mismatch: nil) }
        let others = entries(for: url).filter { entry in
            !matches.contains { $0.entry.name == entry.name && $0.entry.pattern == entry.pattern }
        }
        return matched
            + others.map { Consideration(entry: $0, mismatch: $0.pattern.mismatch(url.segments, url.endsInSlash)) }
    }
}

extension RoutePattern {
    /// The first place where a path is not as the pattern wants it.
    fileprivate func mismatch(_ path: [String], _ endsInSlash: Bool) -> String {
        for (index, segment) in segments.enumerated() {
            guard index < path.count else {
                return switch segment {
                case .rest: "'**' wants one more segment, or a slash at the end"
                case .optional: "it is strict about the slash at the end"
                default: "the path ends before segment \(index + 1)"
                }
            }
            let actual = path[index]
            switch segment {
            case .literal(let text) where !text.hasSameBytes(as: actual):
                let near = text.lowercased() == actual.lowercased() ? "; paths compare exactly, case included" : ""
                return "segment \(index + 1) is '\(actual)', not '\(text)'\(near)"
            case .composed(let pieces) where pieces.match(actual) == nil:
                return "segment \(index + 1) '\(actual)' is not of the form that \(self) wants"
            case .optional(_, let type) where !type.accepts(actual):
                return "segment \(index + 1) '\(actual)' is not of the form that \(self) wants"
            case .rest: return "it is strict about the slash at the end"
            default: continue
            }
        }
        return path.count > segments.count
            ? "the path goes on behind segment \(segments.count)" : "it is strict about the slash at the end"
    }
}
