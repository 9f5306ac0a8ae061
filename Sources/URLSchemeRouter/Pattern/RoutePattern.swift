import QueryCoding

/// A pattern for the path of a URL.
///
/// The pattern consists of:
///
/// - literals, written decoded: `/a b` matches `a%20b`
/// - `{name}` or `$(name)` for a segment or a part of a segment, `:name` for a whole segment
/// - `{id:int}` for a value of a type
/// - `{key:/[A-Z]+-[0-9]+/}` for a value that a regular expression matches as a whole
/// - `{page?}` for a last segment that may be missing
/// - `*` for any one segment
/// - `**` or `{path**}` for the rest of the path
///
/// In a regular expression, write `\/` for a slash outside of a class. The engine supports literals, `.`, classes,
/// `\d \w \s`, groups, `|` and counts, and its time grows linearly with the text. The engine rejects back-references,
/// look-around and lazy counts.
///
/// The pattern of an opaque URL is one segment, slashes included: `/https://{rest}`. Such a pattern has no `**` and no
/// `{page?}`.
///
/// If two routes differ only in the type of a parameter, a regular expression is tried before a named type. Of two
/// different expressions, or two different names, the first in byte order is tried first. Two routes with the same
/// expression tie.
public struct RoutePattern: Sendable {
    /// The text of the pattern.
    public let text: String
    let segments: [PatternSegment]
    /// Whether the pattern is compared with the whole of an opaque URL.
    package let isOpaque: Bool
    /// Whether all segments are literals.
    let isLiteral: Bool
    /// Whether the path has parameters.
    @usableFromInline package let hasParameters: Bool

    /// Whether the pattern ends in a slash, which matters only to a strict route.
    var endsInSlash: Bool { !isOpaque && text.utf8.last == UInt8(ascii: "/") }

    /// Parses a pattern. The error states the problem and what to write instead.
    public init(_ text: String) throws(RoutePatternError) { try self.init(text, isOpaque: false) }

    /// Parses a pattern.
    /// - Parameter isOpaque: Whether the pattern is for opaque URLs.
    package init(_ text: String, isOpaque: Bool) throws(RoutePatternError) {
        self.init(text, try isOpaque ? Self.opaqueSegments(of: text) : Self.segments(of: text), isOpaque: isOpaque)
        var seen: Set<ByteText> = []
        for name in parameterNames where !seen.insert(ByteText(name)).inserted {
            throw RoutePatternError(text, "parameter '\(name)' appears twice")
        }
    }

    private init(_ text: String, _ segments: [PatternSegment], isOpaque: Bool) {
        self.text = text
        self.segments = segments
        self.isOpaque = isOpaque
        isLiteral = segments.allSatisfy { if case .literal = $0 { true } else { false } }
        hasParameters = segments.contains { !$0.names.isEmpty }
    }

    /// Returns the segment of a pattern for opaque URLs, which is all the text after the leading slash.
    private static func opaqueSegments(of text: String) throws(RoutePatternError) -> [PatternSegment] {
        let part = String(text.utf8.first == UInt8(ascii: "/") ? Substring(text.utf8.dropFirst()) : Substring(text))
        guard !part.isEmpty else { return [] }
        var parser = SegmentParser(part, pattern: text, isOpaque: true)
        return [try parser.parse()]
    }

    private static func segments(of text: String) throws(RoutePatternError) -> [PatternSegment] {
        var segments: [PatternSegment] = []
        let texts = try SegmentParser.parts(of: text)
        if let first = texts.first, first.utf8.last == UInt8(ascii: ":"), text.utf8.starts(with: "\(first)//".utf8) {
            throw RoutePatternError(text, "a pattern is only a path; name its scheme or domain in the route's scope")
        }
        for (index, part) in texts.enumerated() {
            var parser = SegmentParser(part, pattern: text)
            let segment = try parser.parse()
            let isLast = index == texts.count - 1
            if case .optional = segment, !isLast {
                throw RoutePatternError(text, "only the last segment may be optional")
            }
            if case .rest = segment, !isLast { throw RoutePatternError(text, "'**' can only be the last segment") }
            segments.append(segment)
        }
        return segments
    }

    /// The pattern `/**`.
    static func everything(isOpaque: Bool) -> RoutePattern {
        RoutePattern("/**", [.rest(nil)], isOpaque: isOpaque)
    }

    /// The names of the parameters, in order.
    public var parameterNames: [String] { segments.flatMap(\.names) }

    /// The name of the only parameter; nil without a parameter or with several parameters.
    var onlyParameter: String? {
        guard hasParameters else { return nil }
        let names = parameterNames
        return names.count == 1 ? names[0] : nil
    }

    /// Returns the indices of the segments that have a parameter whose name satisfies the predicate.
    package func segments(holding isMeant: (String) -> Bool) -> [Int] {
        segments.indices.filter { segments[$0].names.contains(where: isMeant) }
    }

    /// Returns the type of a parameter (`{id:int}`): int, number, bool, uuid, date, or a regular expression between
    /// slashes; nil for text.
    package func typeName(of name: String) -> String? { type(of: name)?.name }

    /// Returns the regular expression of a parameter, or nil for a parameter without an expression.
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

    /// Returns whether a parameter matches the rest of the path.
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

extension RoutePattern: Hashable {
    /// Compares the bytes of the texts.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RoutePattern: CustomStringConvertible {
    /// The text of the pattern.
    public var description: String { text }
}

/// The reason why a pattern or the scope of its route is invalid.
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
