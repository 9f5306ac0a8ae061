/// A member that is one word or a list: `"json"`, `[{"name":"id",…}]`.
package enum WordOrList<Element: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    case word(String)
    case list([Element])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self =
            if let word = try? container.decode(String.self) { .word(word) } else {
                .list(try container.decode([Element].self))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .word(let word): try container.encode(word)
        case .list(let elements): try container.encode(elements)
        }
    }
}

extension WordOrList<String> {
    /// One text is a word, several are a list.
    package init(_ texts: [String]) { self = texts.count == 1 ? .word(texts[0]) : .list(texts) }

    package var texts: [String] {
        switch self {
        case .word(let text): [text]
        case .list(let texts): texts
        }
    }
}
