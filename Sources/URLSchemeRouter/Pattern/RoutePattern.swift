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
    /// Held as one reference, because each link reads the pattern of its route.
    private let content: Content

    private final class Content: Sendable {
        let text: String
        let literals: [String]
        let others: [PatternSegment]
        let endsInSlash: Bool
        let hasParameters: Bool
        let isOpaque: Bool

        init(text: String, _ parts: Parts, isOpaque: Bool) {
            self.text = text
            self.isOpaque = isOpaque
            literals = parts.literals
            others = parts.others
            endsInSlash = !isOpaque && text.utf8.last == UInt8(ascii: "/")
            hasParameters = parts.others.contains { $0.mostNames > 0 }
        }
    }

    /// The segments while they are parsed.
    private struct Parts {
        /// The literals before any other segment.
        var literals: [String] = []
        var others: [PatternSegment] = []

        mutating func append(_ segment: PatternSegment) {
            if others.isEmpty, case .literal(let text) = segment {
                literals.append(text)
            } else {
                others.append(segment)
            }
        }
    }

    /// The text of the pattern.
    public var text: String { content.text }
    /// All segments, in a new array.
    var segments: [PatternSegment] { content.literals.map { .literal($0) } + content.others }
    /// The literals with which the pattern begins. In most patterns these are all the segments.
    var leadingLiterals: [String] { content.literals }
    /// The segments after the leading literals.
    var otherSegments: [PatternSegment] { content.others }
    /// The number of segments.
    var segmentCount: Int { content.literals.count + content.others.count }
    /// Whether all segments are literals.
    var isLiteral: Bool { content.others.isEmpty }
    /// Whether the pattern ends in a slash, which matters only to a strict route.
    var endsInSlash: Bool { content.endsInSlash }
    /// Whether the pattern is compared with the whole of an opaque URL.
    package var isOpaque: Bool { content.isOpaque }
    /// Whether the path has parameters.
    @usableFromInline package var hasParameters: Bool { content.hasParameters }

    /// Parses a pattern. The error states the problem and what to write instead.
    public init(_ text: String) throws(RoutePatternError) { try self.init(text, isOpaque: false) }

    /// Parses a pattern.
    /// - Parameter isOpaque: Whether the pattern is for opaque URLs.
    package init(_ text: String, isOpaque: Bool) throws(RoutePatternError) {
        let parts =
            if isOpaque {
                try Self.opaqueParts(of: text)
            } else if let plain = Self.plainParts(of: text) {
                plain
            } else {
                try Self.parts(of: text)
            }
        if parts.others.reduce(0, { $0 + $1.mostNames }) > 1 {
            var seen: [String] = []
            for name in parts.others.lazy.flatMap(\.names) {
                if seen.contains(where: { $0.hasSameBytes(as: name) }) {
                    throw RoutePatternError(text, "parameter '\(name)' appears twice")
                }
                seen.append(name)
            }
        }
        content = Content(text: text, parts, isOpaque: isOpaque)
    }

    /// Returns the segments of a pattern if all are plain, as in most patterns; nil otherwise.
    private static func plainParts(of text: String) -> Parts? {
        text.withBytes { bytes in
            var parts = Parts()
            parts.literals.reserveCapacity(bytes.indices.count { bytes[$0] == UInt8(ascii: "/") })
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != UInt8(ascii: "/") { end += 1 }
                if start < end {
                    guard let segment = PatternSegment(plain: bytes.extracting(start..<end)) else { return nil }
                    parts.append(segment)
                }
                start = end + 1
            }
            return parts
        }
    }

    /// Returns the segment of a pattern for opaque URLs, which is all the text after the leading slash.
    private static func opaqueParts(of text: String) throws(RoutePatternError) -> Parts {
        var parts = Parts()
        let part = String(text.utf8.first == UInt8(ascii: "/") ? Substring(text.utf8.dropFirst()) : Substring(text))
        guard !part.isEmpty else { return parts }
        var parser = SegmentParser(part, pattern: text, isOpaque: true)
        parts.append(try parser.parse())
        return parts
    }

    private static func parts(of text: String) throws(RoutePatternError) -> Parts {
        var parts = Parts()
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
            parts.append(segment)
        }
        return parts
    }

    private init(_ content: Content) { self.content = content }

    /// The pattern `/**`.
    static func everything(isOpaque: Bool) -> RoutePattern {
        RoutePattern(Content(text: "/**", Parts(others: [.rest(nil)]), isOpaque: isOpaque))
    }

    /// The names of the parameters, in order.
    public var parameterNames: [String] { otherSegments.flatMap(\.names) }

    /// The name of the only parameter; nil without a parameter or with several parameters.
    var onlyParameter: String? {
        guard hasParameters else { return nil }
        let names = parameterNames
        return names.count == 1 ? names[0] : nil
    }

    /// Returns the indices of the segments that have a parameter whose name satisfies the predicate.
    package func segments(holding isMeant: (String) -> Bool) -> [Int] {
        otherSegments.indices.filter { otherSegments[$0].names.contains(where: isMeant) }
            .map { leadingLiterals.count + $0 }
    }

    /// Returns the type of a parameter (`{id:int}`): int, number, bool, uuid, date, or a regular expression between
    /// slashes; nil for text.
    package func typeName(of name: String) -> String? { type(of: name)?.name }

    /// Returns the regular expression of a parameter, or nil for a parameter without an expression.
    package func expression(of name: String) -> TextPattern? {
        if case .expression(let expression) = type(of: name) { expression } else { nil }
    }

    private func type(of name: String) -> ParameterType? {
        for segment in otherSegments {
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
    package func isRest(_ name: String) -> Bool { otherSegments.last == .rest(name) }

    /// Returns whether the segment of a parameter may be missing.
    package func isOptional(_ name: String) -> Bool {
        if case .optional(name, _) = otherSegments.last { true } else { false }
    }

    /// Whether the pattern begins with a parameter or a star. Such a route never answers if the authority was dropped.
    var beginsOpen: Bool {
        guard leadingLiterals.isEmpty else { return false }
        return switch otherSegments.first {
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
