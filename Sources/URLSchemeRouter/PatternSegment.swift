import QueryCoding

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
    /// Binds a segment: each parameter takes at least one byte, and ends where the text behind it first occurs.
    func match(_ segment: String) -> [String]? {
        var rest = Array<UInt8>(segment.utf8)[...]
        var values: [String] = []
        for (index, piece) in enumerated() {
            switch piece {
            case .text(let text):
                guard rest.starts(with: text.utf8) else { return nil }
                rest = rest.dropFirst(text.utf8.count)
            case .parameter(_, let type):
                guard let end = end(of: rest, before: index + 1), end > rest.startIndex else { return nil }
                let value = String(decoding: rest[..<end], as: UTF8.self)
                guard type.accepts(value) else { return nil }
                values.append(value)
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? values : nil
    }

    private func end(of rest: ArraySlice<UInt8>, before next: Int) -> Int? {
        guard next < count, case .text(let text) = self[next] else { return rest.endIndex }
        let length = text.utf8.count
        if next == count - 1 {
            // The last text is the suffix of the segment, wherever else it occurs.
            return rest.count > length ? rest.endIndex - length : nil
        }
        var index = rest.startIndex + 1
        while index + length <= rest.endIndex {
            if rest[index...].starts(with: text.utf8) { return index }
            index += 1
        }
        return nil
    }
}
