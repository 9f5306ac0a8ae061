import QueryCoding

extension QueryValue {
    /// The members of an object by name; empty for any other value.
    var fields: [String: QueryValue] { Dictionary((members ?? []).map { ($0.name, $0.value) }) { _, last in last } }

    /// The texts in an array; empty for any other value.
    var strings: [String] { elements?.compactMap(\.string) ?? [] }

    /// The value with the members of objects sorted by name.
    var sorted: QueryValue {
        switch self {
        case .object: .object(fields.sorted { $0.key < $1.key }.map { Member($0.key, $0.value.sorted) })
        case .array(let values): .array(values.map(\.sorted))
        case .null, .bool, .number, .string: self
        }
    }

    /// The value with every scalar as its text in a URL.
    var asTexts: QueryValue {
        switch self {
        case .object(let members): .object(members.map { Member($0.name, $0.value.asTexts) })
        case .array(let values): .array(values.map(\.asTexts))
        case .null, .bool, .number, .string: text.map { .string($0) } ?? self
        }
    }
}
