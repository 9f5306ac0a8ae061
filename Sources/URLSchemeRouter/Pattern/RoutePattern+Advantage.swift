extension RoutePattern {
    /// Explains why this pattern is tried before another that matches the same path, by the first segment that differs.
    /// Returns nil if no segment differs.
    func advantage(over other: RoutePattern) -> String? {
        for index in 0..<max(segments.count, other.segments.count) {
            guard index < segments.count else {
                return "'\(self)' ends where the path does, and '\(other.part(index))' would be empty"
            }
            guard index < other.segments.count else { return nil }
            let (mine, its) = (segments[index], other.segments[index])
            let place = "at segment \(index + 1)"
            if mine.rank != its.rank {
                return "\(mine.kind) '\(part(index))' beats \(its.kind) '\(other.part(index))' \(place)"
            }
            guard case .composed(let pieces) = mine, case .composed(let others) = its, pieces != others else {
                continue
            }
            let rank = PatternRank(pieces)
            guard rank != PatternRank(others) else { continue }
            let verb =
                rank.hasMoreText(than: PatternRank(others))
                ? "has more text than"
                : pieces.typeCount > others.typeCount ? "has more typed parameters than" : "is tried before"
            return "'\(part(index))' \(verb) '\(other.part(index))' \(place)"
        }
        return nil
    }

    /// The text of a segment in the pattern.
    func part(_ index: Int) -> String {
        guard !isOpaque else { return String(Substring(spelling.utf8.dropFirst())) }
        // Cannot fail: `init` has parsed the same text.
        guard let parts = try? SegmentParser.parts(of: text), index < parts.count else { return text }
        return parts[index]
    }
}

extension [PatternSegment.Piece] {
    /// The number of parameters with a type.
    fileprivate var typeCount: Int {
        count { if case .parameter(_, let type) = $0 { type != .text } else { false } }
    }
}

extension PatternSegment {
    /// The order in which the kinds of segments are tried.
    fileprivate var rank: Int {
        switch self {
        case .literal: 0
        case .composed: 1
        case .optional(_, let type): type == .text ? 2 : 1
        case .parameter: 2
        case .star: 3
        case .rest: 4
        }
    }

    /// The kind of segment, for messages.
    fileprivate var kind: String {
        switch self {
        case .literal: "literal"
        case .composed(let pieces): pieces.count == 1 ? "typed parameter" : "affixed parameter"
        case .parameter: "parameter"
        case .optional: "optional parameter"
        case .star: "the wildcard"
        case .rest: "the rest"
        }
    }
}
