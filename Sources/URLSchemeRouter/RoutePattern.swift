import QueryCoding

/// A path pattern: literals, `:name`, `{name}` or `$(name)` for a segment or a part of one, `{id:int}` for a typed one,
/// `{page?}` for a last one that may be missing, `*` for any one segment, `**` or `{path**}` for the rest.
///
/// Literals are written decoded: `/a b` matches `a%20b`.
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
        let parts = text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
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

    /// The type that the pattern gives to a parameter (`{id:int}`): int, number, bool, uuid or date; nil for text.
    package func typeName(of name: String) -> String? {
        for segment in segments {
            switch segment {
            case .composed(let pieces):
                for case .parameter(name, let type) in pieces where type != .text { return type.rawValue }
            case .optional(name, let type) where type != .text: return type.rawValue
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

/// A pattern that means nothing.
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

/// Parses one segment of a pattern.
private struct SegmentParser {
    private let pattern: String
    private let part: String
    private var rest: Substring

    init(_ part: String, pattern: String) {
        self.part = part
        self.pattern = pattern
        rest = part[...]
    }

    mutating func parse() throws(RoutePatternError) -> PatternSegment {
        if part == "*" { return .star }
        if part == "**" { return .rest(nil) }
        if part.utf8.first == UInt8(ascii: ":") { return .parameter(try name(Substring(part.utf8.dropFirst()))) }
        var pieces: [PatternSegment.Piece] = []
        var text = ""
        while let character = rest.unicodeScalars.first {
            if character == "{" || rest.utf8.starts(with: "$(".utf8) {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = ""
                let body = try takeBody()
                if body.hasSuffix("**") || body.hasSuffix("?") {
                    guard pieces.isEmpty, rest.isEmpty else { throw fault("'{\(body)}' must be a segment of its own") }
                    return try whole(body)
                }
                if case .parameter = pieces.last {
                    throw fault("two parameters need text between them, as in '{major}.{minor}'")
                }
                pieces.append(try parameter(body))
            } else {
                try checkLiteral(character)
                text.unicodeScalars.append(character)
                rest.unicodeScalars.removeFirst()
            }
        }
        if pieces.isEmpty { return .literal(text) }
        if !text.isEmpty { pieces.append(.text(text)) }
        if pieces.count == 1, case .parameter(let name, .text) = pieces[0] { return .parameter(name) }
        return .composed(pieces)
    }

    private func fault(_ reason: String) -> RoutePatternError { RoutePatternError(pattern, reason) }

    private func checkLiteral(_ character: Unicode.Scalar) throws(RoutePatternError) {
        switch character {
        case "*": throw fault("a star beside other text in a segment matches nothing; write '{name}' for a part of one")
        case "?": throw fault("a pattern has no query; declare the parameters as the route's input")
        case "}": throw fault("'}' without '{'")
        default: break
        }
    }

    /// Takes `{…}` or `$(…)` and returns what stands inside.
    private mutating func takeBody() throws(RoutePatternError) -> Substring {
        let isBrace = rest.utf8.first == UInt8(ascii: "{")
        rest = Substring(rest.utf8.dropFirst(isBrace ? 1 : 2))
        guard let end = rest.utf8.firstIndex(of: isBrace ? UInt8(ascii: "}") : UInt8(ascii: ")")) else {
            throw fault(isBrace ? "'{' without '}'" : "'$(' without ')'")
        }
        defer { rest = rest[rest.utf8.index(after: end)...] }
        return rest[..<end]
    }

    /// `{name**}` and `{name?}` take the whole segment.
    private func whole(_ body: Substring) throws(RoutePatternError) -> PatternSegment {
        if body.hasSuffix("**") { return .rest(try name(body.dropLast(2))) }
        guard case .parameter(let name, let type) = try parameter(body.dropLast()) else {
            throw fault("a parameter needs a name")
        }
        return .optional(name, type)
    }

    private func parameter(_ body: Substring) throws(RoutePatternError) -> PatternSegment.Piece {
        let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = try name(parts[0])
        guard parts.count == 2 else { return .parameter(name, .text) }
        guard let type = PatternSegment.ParameterType(rawValue: String(parts[1])) else {
            let known = PatternSegment.ParameterType.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("unknown type '\(parts[1])'; known are \(known)")
        }
        return .parameter(name, type)
    }

    private func name(_ text: Substring) throws(RoutePatternError) -> String {
        guard let first = text.utf8.first else { throw fault("a parameter needs a name") }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20) || first == UInt8(ascii: "_")
        let isWellFormed = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        guard isLetter, isWellFormed else {
            throw fault("'\(text)' is no name: a letter, then letters, digits, '_', '-' and '.'")
        }
        guard !text.lowercased().hasPrefix("x-") else { throw fault("names that begin with 'x-' are reserved") }
        return String(text)
    }
}
