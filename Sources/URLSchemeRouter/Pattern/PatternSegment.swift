/// One segment of a pattern.
enum PatternSegment: Sendable, Hashable {
    /// A decoded text.
    case literal(String)
    /// A parameter with text before or after it, several parameters, or a parameter with a type.
    case composed([Piece])
    /// A parameter that matches the whole segment.
    case parameter(String)
    /// A parameter in the last segment, which may be missing.
    case optional(String, ParameterType)
    /// `*`: any one segment.
    case star
    /// `**`: the rest of the path, with an optional name.
    case rest(String?)

    /// Text or a parameter inside a segment.
    enum Piece: Sendable, Hashable {
        case text(String)
        case parameter(String, ParameterType)
    }

    var names: [String] {
        switch self {
        case .literal, .star: []
        case .composed(let pieces):
            pieces.compactMap { if case .parameter(let name, _) = $0 { name } else { nil } }
        case .parameter(let name), .optional(let name, _): [name]
        case .rest(let name): name.map { [$0] } ?? []
        }
    }

    /// The order in which the kinds of segments are tried.
    var rank: Int {
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
    var kind: String {
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

extension [PatternSegment.Piece] {
    /// Returns the values of the parameters in a segment, or nil if the segment does not match.
    ///
    /// Each parameter matches at least one byte. Its value ends at the first occurrence of the following text for which
    /// the type accepts the value. The last text must be the end of the segment.
    func match(_ segment: String) -> [String]? {
        if count == 1, case .parameter(_, let type)? = first {
            return !segment.isEmpty && type.accepts(segment) ? [segment] : nil
        }
        var rest = Array<UInt8>(segment.utf8)[...]
        var values: [String] = []
        for (index, piece) in enumerated() {
            switch piece {
            case .text(let text):
                guard rest.starts(with: text.utf8) else { return nil }
                rest = rest.dropFirst(text.utf8.count)
            case .parameter(_, let type):
                guard let value = value(of: type, in: rest, before: index + 1) else { return nil }
                values.append(value)
                rest = rest.dropFirst(value.utf8.count)
            }
        }
        return rest.isEmpty ? values : nil
    }

    /// The maximum length in bytes of a typed value that itself contains the text after it in the pattern, as a date
    /// contains `-` in `{day:date}-{title}`.
    private static var longestValue: Int { 64 }

    private func value(of type: ParameterType, in rest: ArraySlice<UInt8>, before next: Int) -> String? {
        guard next < count - 1, case .text(let text) = self[next] else {
            var length = rest.count
            if next < count, case .text(let last) = self[next] { length -= last.utf8.count }
            return length > 0 ? Self.value(of: type, rest.prefix(length)) : nil
        }
        if case .expression(let pattern) = type {
            return pattern.match(in: String(decoding: rest, as: UTF8.self), before: text)
        }
        var isFirst = true
        var end = rest.startIndex + 1
        while end + text.utf8.count <= rest.endIndex, isFirst || end - rest.startIndex <= Self.longestValue {
            if rest[end...].starts(with: text.utf8) {
                if let value = Self.value(of: type, rest[..<end]) { return value }
                isFirst = false
            }
            end += 1
        }
        return nil
    }

    private static func value(of type: ParameterType, _ bytes: ArraySlice<UInt8>) -> String? {
        let value = String(decoding: bytes, as: UTF8.self)
        return type.accepts(value) ? value : nil
    }

    /// The number of parameters with a type.
    var typeCount: Int {
        count { if case .parameter(_, let type) = $0 { type != .text } else { false } }
    }
}
