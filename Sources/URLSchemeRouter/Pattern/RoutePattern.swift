import QueryCoding

/// A pattern for the path of a URL.
///
/// It consists of:
///
/// - literals, written decoded: `/a b` matches `a%20b`
/// - `{name}` or `$(name)` for a segment or a part of one, `:name` for a segment
/// - `{id:int}` for a value of a type
/// - `{key:/[A-Z]+-[0-9]+/}` for a value that a regular expression matches as a whole
/// - `{page?}` for a last segment that may be missing
/// - `*` for any one segment
/// - `**` or `{path**}` for the rest of the path
///
/// In a regular expression, write `\/` for a slash outside of a class. The engine supports literals, `.`, classes,
/// `\d \w \s`, groups, `|` and counts, and its time grows linearly with the text. It rejects back-references,
/// look-around and lazy counts.
///
/// If two routes differ only in the type of a parameter, a regular expression is tried before a named type; of two
/// expressions or two names, the first in byte order. The same expression twice is a tie.
public struct RoutePattern: Sendable, Hashable {
    /// The text of the pattern.
    public let text: String
    let segments: [PatternSegment]
    /// Whether the pattern ends in a slash, which matters only to a strict route.
    let endsInSlash: Bool
    /// The segments, if all are literals, as for most routes; nil otherwise.
    let literals: [String]?
    /// Whether the path has parameters.
    package let hasParameters: Bool

    /// Parses a pattern. The error states the problem and what to write instead.
    public init(_ text: String) throws(RoutePatternError) {
        self.text = text
        endsInSlash = text.utf8.last == UInt8(ascii: "/")
        var segments: [PatternSegment] = []
        let parts = try SegmentParser.parts(of: text)
        if let first = parts.first, first.utf8.last == UInt8(ascii: ":"), text.utf8.starts(with: "\(first)//".utf8) {
            throw RoutePatternError(text, "a pattern is only a path; name its scheme or domain in the route's scope")
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
        literals = Self.literals(of: segments)
        var seen: [String] = []
        for name in segments.lazy.flatMap(\.names) {
            if seen.contains(where: { $0.hasSameBytes(as: name) }) {
                throw RoutePatternError(text, "parameter '\(name)' appears twice")
            }
            seen.append(name)
        }
        hasParameters = !seen.isEmpty
    }

    private init(text: String, segments: [PatternSegment]) {
        self.text = text
        self.segments = segments
        literals = Self.literals(of: segments)
        endsInSlash = false
        hasParameters = false
    }

    private static func literals(of segments: [PatternSegment]) -> [String]? {
        var literals: [String] = []
        for segment in segments {
            guard case .literal(let text) = segment else { return nil }
            literals.append(text)
        }
        return literals
    }

    /// The pattern `/**`.
    static let everything = RoutePattern(text: "/**", segments: [.rest(nil)])

    /// The names of the parameters, in order.
    public var parameterNames: [String] { segments.flatMap(\.names) }

    /// The name of the only parameter; nil if there are none or several.
    var onlyParameter: String? {
        let names = parameterNames
        return names.count == 1 ? names[0] : nil
    }

    /// Returns the indices of the segments that hold such a parameter.
    package func segments(holding isMeant: (String) -> Bool) -> [Int] {
        hasParameters ? segments.indices.filter { segments[$0].names.contains(where: isMeant) } : []
    }

    /// Returns the type of a parameter (`{id:int}`): int, number, bool, uuid, date, or a regular expression between
    /// slashes; nil for text.
    package func typeName(of name: String) -> String? { type(of: name)?.name }

    /// Returns the regular expression of a parameter, or nil if it has none.
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

    /// Returns whether a parameter takes the rest of the path.
    package func isRest(_ name: String) -> Bool { segments.last == .rest(name) }

    /// Returns whether the segment of a parameter may be missing.
    package func isOptional(_ name: String) -> Bool {
        if case .optional(name, _) = segments.last { true } else { false }
    }

    /// Whether the pattern begins with a parameter or a star. Such a route never answers if the authority was dropped.
    var beginsOpen: Bool {
        switch segments.first {
        case .literal, nil: false
        case .composed(let pieces): if case .text = pieces.first { false } else { true }
        case .parameter, .optional, .star, .rest: true
        }
    }
}

extension RoutePattern: CustomStringConvertible {
    /// The text of the pattern.
    public var description: String { text }
}

/// Why a pattern or the scope of its route is invalid.
public struct RoutePatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern.
    public let pattern: String
    /// The problem, with the remedy where possible.
    public let reason: String

    init(_ pattern: String, _ reason: String) {
        self.pattern = pattern
        self.reason = reason
    }

    /// The pattern and the reason.
    public var description: String { "pattern '\(pattern)': \(reason)" }
}
