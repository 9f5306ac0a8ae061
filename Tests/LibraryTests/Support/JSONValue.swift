import QueryCoding

/// A value from a JSON file. Members are sorted by name, because their order is lost.
enum JSONValue: Decodable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    subscript(name: String) -> JSONValue? { members[name] }

    var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var strings: [String] { elements.compactMap(\.string) }

    /// The value as a `QueryValue`.
    var queryValue: QueryValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): value == value.rounded() ? .integer(Int(value)) : .number("\(value)")
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.queryValue))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { QueryValue.Member($0.key, $0.value.queryValue) })
        }
    }

    /// The value with every scalar as its text in a URL.
    var asTexts: JSONValue {
        switch self {
        case .object(let members): .object(members.mapValues(\.asTexts))
        case .array(let elements): .array(elements.map(\.asTexts))
        default: queryValue.text.map { .string($0) } ?? self
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
