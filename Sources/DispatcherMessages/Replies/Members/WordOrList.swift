import QueryCoding

/// A member that is one word or a list: `"json"`, `[{"name":"id",…}]`.
package enum WordOrList<Element: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    case word(String)
    case list([Element])

    package init(from decoder: any Decoder) throws {
        switch try JSONValue(from: decoder).value {
        case .string(let word): self = .word(word)
        case .array: self = .list(try decoder.singleValueContainer().decode([Element].self))
        default: throw MessageError("must be text or an array", at: decoder.codingPath)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .word(let word): try word.encode(to: encoder)
        case .list(let elements): try elements.encode(to: encoder)
        }
    }
}

extension WordOrList<String> {
    /// Makes a word of one text, and a list of several texts.
    package init(_ texts: [String]) { self = texts.count == 1 ? .word(texts[0]) : .list(texts) }

    package var texts: [String] {
        switch self {
        case .word(let text): [text]
        case .list(let texts): texts
        }
    }
}
