import QueryCoding

/// The difference between a path and a pattern: the first mismatch as text, and counts to rank patterns by.
struct PathMismatch {
    /// The first mismatch.
    let reason: String
    /// The number of segments that differ from the pattern's literals and are not misspellings of those literals.
    private let differing: Int
    /// The number of segments that equal the pattern's literals.
    private let agreeing: Int
    /// The number of all other mismatches: a wrong type, a misspelling, an extra or a missing segment.
    private let slight: Int

    /// Whether the caller may have meant this pattern.
    var isNear: Bool { differing == 0 || differing == 1 && agreeing > 0 && slight == 0 }

    static func < (left: Self, right: Self) -> Bool {
        (left.isNear ? 0 : 1, left.differing, left.slight, -left.agreeing)
            < (right.isNear ? 0 : 1, right.differing, right.slight, -right.agreeing)
    }

    /// Makes the mismatch of a path that differs only in its trailing slash.
    init(slash isWanted: Bool) {
        reason = "the route is strict, so the path must \(isWanted ? "" : "not ")end in a slash"
        (differing, agreeing, slight) = (0, 0, 1)
    }

    /// Compares a path with a pattern; nil if the pattern matches.
    init?(_ pattern: RoutePattern, _ path: [String], endsInSlash: Bool) {
        var (first, differing, agreeing, slight): (String?, Int, Int, Int) = (nil, 0, 0, 0)
        /// Notes a mismatch. Only the first one needs its text.
        func note(_ reason: @autoclosure () -> String, differs: Bool = false, count: Int = 1) {
            first = first ?? reason()
            if differs { differing += count } else { slight += count }
        }
        var takesRest = false
        for (index, segment) in pattern.segments.enumerated() {
            let place = "segment \(index + 1)"
            guard index < path.count else {
                switch segment {
                case .optional: break
                case .rest where endsInSlash: takesRest = true
                case .rest: note("'\(pattern.part(index))' needs one more segment or a trailing slash")
                default: note("the path ends before \(place), '\(pattern.part(index))'")
                }
                continue
            }
            let actual = path[index]
            switch segment {
            case .literal(let text) where text.hasSameBytes(as: actual): agreeing += 1
            case .literal(let text) where text.lowercased().hasSameBytes(as: actual.lowercased()):
                note("\(place) is '\(actual.shortened)', not '\(text)': case matters")
            case .literal(let text):
                let differs = nearest(to: actual, among: [text]) == nil
                note("\(place) is '\(actual.shortened)', not '\(text)'", differs: differs)
            case .composed(let pieces) where pieces.match(actual) == nil:
                var fault = "does not have the form '\(pattern.part(index))'"
                if pieces.count == 1, case .parameter(_, let type) = pieces[0] { fault = "is not \(type.withArticle)" }
                note("\(place) '\(actual.shortened)' \(fault)")
            case .optional(_, let type) where !type.accepts(actual):
                note("\(place) '\(actual.shortened)' is not \(type.withArticle)")
            case .rest: takesRest = true
            default: break
            }
        }
        if path.count > pattern.segments.count, !takesRest {
            let rest = path[pattern.segments.count].shortened
            let count = path.count - pattern.segments.count
            note("the path continues with '\(rest)' where the pattern ends", count: count)
        }
        guard let first else { return nil }
        reason = first
        (self.differing, self.agreeing, self.slight) = (differing, agreeing, slight)
    }
}

extension ParameterType {
    /// The type with an indefinite article, such as `an int`.
    fileprivate var withArticle: String {
        switch self {
        case .int: "an int"
        case .expression: "of the form \(name)"
        default: "a \(name)"
        }
    }
}

extension String {
    /// The text for use in a message: unchanged up to 64 bytes, else its first 60 Unicode scalars.
    var shortened: String { utf8.count <= 64 ? self : String(Substring(unicodeScalars.prefix(60))) + "…" }
}
