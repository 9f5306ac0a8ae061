import QueryCoding

/// A path pattern: literals, `:name`, `{name}` or `$(name)` for a segment or a part of one, `{id:int}` for a typed one,
/// `{key:/[A-Z]+-[0-9]+/}` for one that a regular expression matches as a whole, `{page?}` for a last one that may be
/// missing, `*` for any one segment, `**` or `{path**}` for the rest.
///
/// Literals are written decoded: `/a b` matches `a%20b`. In a regular expression a slash is written `\/`, but for one in a
/// class. It knows literals, `.`, classes, `\d \w \s`, groups, `|` and counts, and takes a time that grows linearly with
/// the text; back-references, look-around and lazy counts are refused.
///
/// Of two routes that differ in the type of a parameter alone, one with a regular expression is tried before one with a
/// named type, and of two expressions or two names the one whose text comes first in byte order. The same expression
/// twice is a tie.
public struct RoutePattern: Sendable, Hashable {
    /// The pattern as it was written.
    public let text: String
    let segments: [PatternSegment]
    /// Whether the pattern ends in a slash, which only a strict route looks at.
    let endsInSlash: Bool

    /// Parses a pattern, or throws what is wrong with it and what to write instead.
    public init(_ text: String) throws(RoutePatternError) {
        self.text = text
        endsInSlash = text.utf8.last == UInt8(ascii: "/")
        var segments: [PatternSegment] = []
        let parts = try SegmentParser.parts(of: text)
        if let first = parts.first, first.utf8.last == UInt8(ascii: ":"), text.utf8.starts(with: "\(first)//".utf8) {
            throw RoutePatternError(text, "a pattern is a path; its scheme or domain is the scope of the route")
        }
        for (index, part) in parts.enumerated() {
            var parser = SegmentParser(part, pattern: text)
            let segment = try parser.parse()
            let isLast = index == parts.count - 1
            if case .optional = segment, !isLast {
                throw RoutePatternError(text, "only the last segment may be optional")
            }
            if case .rest = segment, !isLast { throw RoutePatternError(text, "'**' can only be the last segment") }
            segments.append(segment)
        }
        self.segments = segments
        var seen: [String] = []
        for name in segments.flatMap(\.names) {
            if seen.contains(where: { $0.hasSameBytes(as: name) }) {
                throw RoutePatternError(text, "the parameter '\(name)' stands there twice")
            }
            seen.append(name)
        }
    }

    private init(text: String, segments: [PatternSegment]) {
        self.text = text
        self.segments = segments
        endsInSlash = false
    }

    /// `/**`
    static let everything = RoutePattern(text: "/**", segments: [.rest(nil)])

    /// The names of its parameters, in order.
    public var parameterNames: [String] { segments.flatMap(\.names) }

    /// The type that the pattern gives to a parameter (`{id:int}`): int, number, bool, uuid, date, or a regular expression
    /// between slashes; nil for text.
    package func typeName(of name: String) -> String? { type(of: name)?.name }

    /// The regular expression that the pattern gives to a parameter.
    package func expression(of name: String) -> TextPattern? {
        if case .expression(let expression) = type(of: name) { expression } else { nil }
    }

    private func type(of name: String) -> ParameterType? {
        for segment in segments {
            switch segment {
            case .composed(let pieces):
                for case .parameter(name, let type) in pieces where type != .text { return type }
            case .optional(name, let type) where type != .text: return type
            default: break
            }
        }
        return nil
    }

    /// Whether a parameter takes the rest of the path.
    package func isRest(_ name: String) -> Bool { segments.last == .rest(name) }

    /// Whether the segment of a parameter may be missing.
    package func isOptional(_ name: String) -> Bool {
        if case .optional(name, _) = segments.last { true } else { false }
    }

    /// Whether any first segment would match: such a route never answers when the authority was dropped.
    var beginsOpen: Bool {
        switch segments.first {
        case .literal, nil: false
        case .composed(let pieces): if case .text = pieces.first { false } else { true }
        case .parameter, .optional, .star, .rest: true
        }
    }
}

extension RoutePattern: CustomStringConvertible {
    /// The pattern as it was written.
    public var description: String { text }
}

/// A pattern that means nothing, or whose scope does.
public struct RoutePatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern.
    public let pattern: String
    /// What is wrong with it.
    public let reason: String

    init(_ pattern: String, _ reason: String) {
        self.pattern = pattern
        self.reason = reason
    }

    /// The pattern and what is wrong with it.
    public var description: String { "pattern '\(pattern)': \(reason)" }
}
