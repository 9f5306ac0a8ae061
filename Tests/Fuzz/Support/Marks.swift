import QueryCoding

/// Letters in place of values, from which the values come back.
struct Marks {
    private var texts: [Unicode.Scalar: String] = [:]

    /// A letter of the private use area, which no template has, in place of the text.
    mutating func mark(_ text: String) -> String {
        let letter = Unicode.Scalar(0xF0000 + UInt32(texts.count)) ?? "?"
        texts[letter] = text
        return String(Character(letter))
    }

    /// The same for each text of a value.
    mutating func mark(_ value: QueryValue) -> QueryValue {
        switch value {
        case .string(let text): return .string(mark(text))
        case .array(let values):
            var marked: [QueryValue] = []
            for value in values { marked.append(mark(value)) }
            return .array(marked)
        default: return value
        }
    }

    /// The text with the values in place of the letters.
    func restore(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += texts[$1] ?? String(Character($1)) }
    }

    /// Whether the first byte of the restored text comes from a value.
    func firstIsValue(_ text: String) -> Bool {
        for letter in text.unicodeScalars {
            guard let value = texts[letter] else { return false }
            if !value.isEmpty { return true }
        }
        return false
    }
}
