import QueryCoding

/// Parses one segment of a pattern.
struct SegmentParser {
    private let pattern: String
    private let part: String
    private let isOpaque: Bool
    private var rest: Substring

    /// - Parameter isOpaque: Whether the segment is all of an opaque URL.
    init(_ part: String, pattern: String, isOpaque: Bool = false) {
        self.part = part
        self.pattern = pattern
        self.isOpaque = isOpaque
        rest = part[...]
    }

    /// Splits a pattern at its slashes, except those in regular expressions. No part is empty.
    static func parts(of pattern: String) throws(RoutePatternError) -> [String] {
        let bytes = Array(pattern.utf8)
        var parts: [String] = []
        var isInBraces = false
        var start = 0
        var index = 0
        func endPart() { if start < index { parts.append(String(decoding: bytes[start..<index], as: UTF8.self)) } }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"): isInBraces = true
            case UInt8(ascii: "("): isInBraces = isInBraces || index > start && bytes[index - 1] == UInt8(ascii: "$")
            case UInt8(ascii: "}"), UInt8(ascii: ")"): isInBraces = false
            case UInt8(ascii: ":") where isInBraces && bytes[(index + 1)...].first == UInt8(ascii: "/"):
                let text = String(decoding: bytes[(index + 1)...], as: UTF8.self)[...]
                guard let end = endOfExpression(in: text) else {
                    throw RoutePatternError(pattern, "a regular expression has no closing '/'")
                }
                index += 1 + text[..<end].utf8.count
                continue
            case UInt8(ascii: "/"):
                endPart()
                start = index + 1
                isInBraces = false
            default: break
            }
            index += 1
        }
        endPart()
        return parts
    }

    /// Returns the index after the slash that closes a regular expression: the first that is neither escaped nor in a
    /// class. The text begins with the opening slash.
    private static func endOfExpression(in text: Substring) -> String.Index? {
        var (isEscaped, isInClass) = (false, false)
        for index in text.utf8.indices.dropFirst() {
            let byte = text.utf8[index]
            defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
            guard !isEscaped else { continue }
            switch byte {
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return text.utf8.index(after: index)
            default: break
            }
        }
        return nil
    }

    mutating func parse() throws(RoutePatternError) -> PatternSegment {
        if part == "*" { return .star }
        if part == "**", !isOpaque { return .rest(nil) }
        if part.utf8.first == UInt8(ascii: ":") { return .parameter(try nameAlone(Substring(part.utf8.dropFirst()))) }
        var pieces: [PatternSegment.Piece] = []
        var text = ""
        while let character = rest.unicodeScalars.first {
            if character == "{" || rest.utf8.starts(with: "$(".utf8) {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = ""
                let body = try takeBody()
                if body.hasSuffix("**") || body.hasSuffix("?") {
                    guard !isOpaque else { throw fault("an opaque URL is one segment; write '{name}' for all of it") }
                    guard pieces.isEmpty, rest.isEmpty else { throw fault("'{\(body)}' must be a whole segment") }
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

    /// Parses the name after a colon, without a type or a mark. If the text would be valid in `{…}`, the error suggests
    /// to write that.
    private func nameAlone(_ text: Substring) throws(RoutePatternError) -> String {
        do throws(RoutePatternError) {
            return try name(text)
        } catch {
            var braced = SegmentParser("{\(text)}", pattern: pattern)
            guard (try? braced.parse()) != nil else { throw error }
            throw fault("'\(text)' is not a name; write '{\(text)}'")
        }
    }

    private func fault(_ reason: String) -> RoutePatternError { RoutePatternError(pattern, reason) }

    private func checkLiteral(_ character: Unicode.Scalar) throws(RoutePatternError) {
        switch character {
        case "*": throw fault("'*' must be a whole segment; write '{name}' for a part of one")
        case "?" where isOpaque, "#" where isOpaque: break
        case "?": throw fault("a pattern has no query; declare the parameters as the route's input")
        case "#": throw fault("a pattern has no fragment; a handler finds it in its request context")
        case "}": throw fault("'}' without '{'")
        case "%": try checkEscape()
        case "\t", "\n", "\r": break
        default:
            guard character.properties.generalCategory == .control else { break }
            throw fault("no URL has the control character U+\(String(character.value, radix: 16, uppercase: true))")
        }
    }

    /// Throws for a percent escape, which only a segment with an encoded percent sign would match.
    private func checkEscape() throws(RoutePatternError) {
        let escape = rest.utf8.prefix(3)
        guard escape.count == 3, Substring(escape.dropFirst()).allSatisfy(\.isHexDigit) else { return }
        let decoded = try? PercentCoding.decode(Array(part.utf8)[...])
        guard let decoded, isOpaque || !decoded.utf8.contains(UInt8(ascii: "/")) else {
            throw fault("literals are written decoded, and cannot have what '\(part)' stands for; write '{name}'")
        }
        throw fault("literals are written decoded; write '\(decoded)' instead of '\(part)'")
    }

    /// Consumes `{…}` or `$(…)` and returns the text inside.
    private mutating func takeBody() throws(RoutePatternError) -> Substring {
        let isBrace = rest.utf8.first == UInt8(ascii: "{")
        rest = Substring(rest.utf8.dropFirst(isBrace ? 1 : 2))
        var searched = rest
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let type = rest[rest.utf8.index(after: colon)...]
            if type.utf8.first == UInt8(ascii: "/"), let end = Self.endOfExpression(in: type) {
                searched = rest[end...]
            }
        }
        guard let end = searched.utf8.firstIndex(of: isBrace ? UInt8(ascii: "}") : UInt8(ascii: ")")) else {
            throw fault(isBrace ? "'{' without '}'" : "'$(' without ')'")
        }
        defer { rest = rest[rest.utf8.index(after: end)...] }
        return rest[..<end]
    }

    /// Parses `{name**}` or `{name?}`, which must be a whole segment.
    private func whole(_ body: Substring) throws(RoutePatternError) -> PatternSegment {
        if body.hasSuffix("**") {
            let name = body.dropLast(2)
            if let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
                throw fault("the rest of a path has no type; write '{\(name[..<colon])**}'")
            }
            return .rest(try self.name(name))
        }
        guard case .parameter(let name, let type) = try parameter(body.dropLast()) else {
            throw fault("a parameter needs a name")
        }
        return .optional(name, type)
    }

    private func parameter(_ body: Substring) throws(RoutePatternError) -> PatternSegment.Piece {
        let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].hasSuffix("?") {
            throw fault("the '?' of an optional segment comes last; write '{\(parts[0].dropLast()):\(parts[1])?}'")
        }
        if parts[0].hasSuffix("*") {
            throw fault("a single '*' means nothing here; write '{\(parts[0].dropLast())**}' for the rest")
        }
        let name = try name(parts[0])
        guard parts.count == 2 else { return .parameter(name, .text) }
        return .parameter(name, try type(parts[1]))
    }

    private func type(_ text: Substring) throws(RoutePatternError) -> ParameterType {
        if text.utf8.first == UInt8(ascii: "/") { return .expression(try expression(text)) }
        guard let type = ParameterType.named.first(where: { $0.name.utf8.elementsEqual(text.utf8) }) else {
            if text.utf8.elementsEqual("line".utf8) { throw fault("a segment is one line anyway; leave out ':line'") }
            if text.utf8.contains(UInt8(ascii: "|")) { throw fault("a choice is an expression; write '/\(text)/'") }
            let known = ParameterType.named.map(\.name).joined(separator: ", ")
            throw fault("unknown type '\(text)'; use \(known), or a regular expression between slashes")
        }
        return type
    }

    private func expression(_ text: Substring) throws(RoutePatternError) -> TextPattern {
        guard Self.endOfExpression(in: text) == text.endIndex else {
            throw fault("'\(text)' continues after its closing slash; write '\\/' for a slash in it")
        }
        let inner = Substring(text.utf8.dropFirst().dropLast())
        guard !inner.isEmpty else { throw fault("the regular expression is empty") }
        do throws(TextPatternError) {
            return try TextPattern(String(inner))
        } catch {
            throw fault("in \(text): \(error)")
        }
    }

    private func name(_ text: Substring) throws(RoutePatternError) -> String {
        guard let first = text.utf8.first else { throw fault("a parameter needs a name") }
        let isWellFormed = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-.".utf8.contains($0) }
        guard first.isLetter || first == UInt8(ascii: "_"), isWellFormed else {
            throw fault("'\(text)' is not a name; use a letter, then letters, digits, '_', '-' and '.'")
        }
        guard !text.lowercased().hasPrefix("x-") else { throw fault("names that begin with 'x-' are reserved") }
        return String(text)
    }
}
