/// One segment of a pattern.
enum PatternSegment: Sendable, Hashable {
    /// A text, decoded.
    case literal(String)
    /// A parameter with text beside it, several parameters, or one whose value has a type.
    case composed([Piece])
    /// A parameter that takes the whole segment.
    case parameter(String)
    /// The last segment, which may be missing.
    case optional(String, ParameterType)
    /// `*`: any one segment.
    case star
    /// `**`: the rest, under a name or none.
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
}

extension [PatternSegment.Piece] {
    /// Binds a segment: each parameter takes at least one byte, and ends where the text behind it first occurs such that
    /// its type accepts what stands before; the last text is the end of the segment, wherever else it occurs.
    func match(_ segment: String) -> [String]? {
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

    /// How long a value of a named type may be that has the text behind it inside: a number, a date, a UUID.
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
}
