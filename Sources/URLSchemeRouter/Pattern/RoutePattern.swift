package import QueryCoding

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
public struct RoutePattern: Sendable, Hashable, CustomStringConvertible {
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

    /// Compares the bytes of the texts.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The text of the pattern.
    public var description: String { text }

    /// Returns the path that this pattern matches with these parameters, and the remaining parameters for the query. A
    /// match of the path returns the same parameters.
    /// - Parameter query: The parameters in the form for the query; nil if both forms are equal.
    /// - Throws: A ``LinkError`` if a parameter is missing, reserved or cannot be in the path. The query is not
    ///   checked.
    package func path(
        with parameters: QueryParameters, query: QueryParameters? = nil
    ) throws(LinkError) -> LinkPath {
        var rest = query ?? parameters
        let hasOddName = parameters.elements.contains { $0.name.isEmpty || $0.isReserved }
        if hasOddName, parameters.elements.contains(where: \.isReserved) {
            throw .reservedNames(parameters.elements.filter(\.isReserved).map(\.name))
        }
        if hasOddName || query != nil { rest.elements.removeAll { $0.name.isEmpty } }
        var path = LinkPath(endsInSlash: endsInSlash, query: rest)
        var used: [String] = []
        for segment in segments {
            switch segment {
            case .literal(let text): path.segments.append(text)
            case .star: throw .unnamedSegment(pattern: text)
            // The rest may be empty if the path ends in a slash.
            case .rest(nil): path.endsInSlash = true
            case .parameter(let name):
                path.segments.append(try value(of: name, .text, in: parameters))
                used.append(name)
            case .composed(let pieces):
                path.segments.append(try composed(pieces, parameters))
                used += segment.names
            case .optional(let name, let type):
                // An empty value cannot be a segment, so it goes to the query, as any optional parameter may.
                guard case .value(let value) = parameters[name], !value.isEmpty else { continue }
                path.segments.append(try self.value(of: name, type, in: parameters))
                used.append(name)
            case .rest(let name?):
                let rest = try items(of: name, in: parameters)
                path.segments += rest
                if rest.isEmpty { path.endsInSlash = true }
                used.append(name)
            }
        }
        if !used.isEmpty { path.query.elements.removeAll { $0.isCovered(by: used) } }
        return path
    }

    /// Throws if a parameter of the query cannot be in any URL.
    func checkWritable(_ query: QueryParameters) throws(LinkError) {
        if let name = query.unwritableName { throw unwritable(query[name], name) }
    }

    /// Returns the value of a path parameter. The value must not be empty, because parsing ignores empty segments.
    private func value(
        of name: String, _ type: ParameterType, in parameters: QueryParameters
    ) throws(LinkError) -> String {
        guard case .value(let value) = parameters[name] else { throw .missingParameter(name, pattern: text) }
        guard !value.isEmpty else { throw refused(value, name, expected: "non-empty text") }
        guard type.accepts(value) else { throw refused(value, name, expected: type.expectation) }
        guard value.isWritable else { throw unwritable(.value(value), name) }
        return value
    }

    private func composed(_ pieces: [PatternSegment.Piece], _ parameters: QueryParameters) throws(LinkError) -> String {
        var segment = ""
        var values: [String] = []
        var names: [String] = []
        for piece in pieces {
            switch piece {
            case .text(let text): segment += text
            case .parameter(let name, let type):
                values.append(try value(of: name, type, in: parameters))
                names.append(name)
                segment += values.last ?? ""
            }
        }
        let parsed = pieces.match(segment) ?? []
        for (index, name) in names.enumerated()
        where index >= parsed.count || !parsed[index].hasSameBytes(as: values[index]) {
            throw refused(values[index], name, expected: "text that does not contain what follows it in the pattern")
        }
        return segment
    }

    private func items(of name: String, in parameters: QueryParameters) throws(LinkError) -> [String] {
        guard let items = parameters.items(of: name) else { throw .missingParameter(name, pattern: text) }
        var texts: [String] = []
        for item in items {
            guard case .text(let value, _) = item else { throw .missingParameter(item.path ?? name, pattern: text) }
            guard !value.isEmpty else { throw refused(value, name, expected: "non-empty texts") }
            guard value.isWritable else { throw unwritable(.value(value), name) }
            texts.append(value)
        }
        return texts
    }

    /// Returns the error for a text that would make a URL that no parser accepts. The error shows the text
    /// percent-encoded.
    private func unwritable(_ state: QueryParameters.State, _ name: String) -> LinkError {
        let value = if case .value(let value) = state { PercentCoding.encode(value) } else { "" }
        return refused(value, name, expected: "text without control characters, except tab, LF and CR")
    }

    private func refused(_ value: String, _ name: String, expected: String) -> LinkError {
        .refusedValue(value, parameter: name, pattern: text, expected: expected)
    }

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

extension QueryParameter {
    /// Whether the name begins with `x-`.
    fileprivate var isReserved: Bool {
        name.utf8.first == UInt8(ascii: "x") && name.utf8.dropFirst().first == UInt8(ascii: "-")
    }

    /// Whether the parameter has one of these names, or is an element or a member of such a parameter.
    func isCovered(by names: [String]) -> Bool {
        names.contains { name.hasSameBytes(as: $0) || name.hasSameBytes(as: "\($0)[]") || name.isBelow($0) }
    }
}

/// The path of a link, and the parameters that remain for its query.
package struct LinkPath: Sendable, Hashable {
    /// The decoded segments, each of which is not empty.
    package var segments: [String] = []
    /// Whether the path ends in a slash.
    package var endsInSlash = false
    /// The parameters that are not in the path and have a name, in the order of the input.
    package var query = QueryParameters()
}
