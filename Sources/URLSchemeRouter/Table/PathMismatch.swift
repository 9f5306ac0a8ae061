import QueryCoding

/// How a path differs from a pattern: the first place for a reader, and how much in all.
struct PathMismatch {
    /// What is wrong at the first place.
    let reason: String
    /// The segments that are other texts than the pattern's, not even misspelt.
    private let differing: Int
    /// The segments that are the pattern's texts.
    private let agreeing: Int
    /// All other faults: a type, a misspelling, a segment too many or too few.
    private let slight: Int

    /// Whether the path may have been meant for the pattern.
    var isNear: Bool { differing == 0 || differing == 1 && agreeing > 0 && slight == 0 }

    static func < (left: Self, right: Self) -> Bool {
        (left.isNear ? 0 : 1, left.differing, left.slight, -left.agreeing)
            < (right.isNear ? 0 : 1, right.differing, right.slight, -right.agreeing)
    }

    /// A path that is right but for its end.
    init(slash isWanted: Bool) {
        reason = "it is strict, and the path must \(isWanted ? "" : "not ")end in a slash"
        (differing, agreeing, slight) = (0, 0, 1)
    }

    /// Nil if the pattern matches the path.
    init?(_ pattern: RoutePattern, _ path: [String], endsInSlash: Bool) {
        var (first, differing, agreeing, slight): (String?, Int, Int, Int) = (nil, 0, 0, 0)
        var takesRest = false
        for (index, segment) in pattern.segments.enumerated() {
            let place = "segment \(index + 1)"
            guard index < path.count else {
                switch segment {
                case .optional: break
                case .rest where endsInSlash: takesRest = true
                case .rest:
                    first = first ?? "'\(pattern.part(index))' wants one more segment, or a slash at the end"
                    slight += 1
                default:
                    first = first ?? "the path ends before \(place), '\(pattern.part(index))'"
                    slight += 1
                }
                continue
            }
            let actual = path[index]
            switch segment {
            case .literal(let text) where text.hasSameBytes(as: actual): agreeing += 1
            case .literal(let text) where text.lowercased().hasSameBytes(as: actual.lowercased()):
                first = first ?? "\(place) is '\(actual.shortened)', not '\(text)': case counts"
                slight += 1
            case .literal(let text):
                first = first ?? "\(place) is '\(actual.shortened)', not '\(text)'"
                if nearest(to: actual, among: [text]) == nil { differing += 1 } else { slight += 1 }
            case .composed(let pieces) where pieces.match(actual) == nil:
                var fault = "is not of the form '\(pattern.part(index))'"
                if pieces.count == 1, case .parameter(_, let type) = pieces[0] { fault = "is not \(type.withArticle)" }
                first = first ?? "\(place) '\(actual.shortened)' \(fault)"
                slight += 1
            case .optional(_, let type) where !type.accepts(actual):
                first = first ?? "\(place) '\(actual.shortened)' is not \(type.withArticle)"
                slight += 1
            case .rest: takesRest = true
            default: break
            }
        }
        if path.count > pattern.segments.count, !takesRest {
            let rest = path[pattern.segments.count].shortened
            first = first ?? "the path goes on with '\(rest)' where the pattern ends"
            slight += path.count - pattern.segments.count
        }
        guard let first else { return nil }
        reason = first
        (self.differing, self.agreeing, self.slight) = (differing, agreeing, slight)
    }
}

extension ParameterType {
    /// `an int`
    fileprivate var withArticle: String {
        switch self {
        case .int: "an int"
        case .expression: "of the form \(name)"
        default: "a \(name)"
        }
    }
}

extension String {
    /// A part of a URL in a sentence: its first 64 bytes or so.
    var shortened: String { utf8.count <= 64 ? self : String(Substring(unicodeScalars.prefix(60))) + "…" }
}
