import QueryCoding

/// Decodes a type from a value. Members that the type does not have are ignored, because a newer daemon may add some.
struct ReplyDecoder: Decoder, SingleValueDecodingContainer {
    let value: QueryValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.members else { throw ReplyError("must be an object", at: codingPath) }
        return KeyedDecodingContainer(ReplyMembers<Key>(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let values = value.elements else { throw ReplyError("must be an array", at: codingPath) }
        return ReplyElements(decoder: self, values: values)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let scalar: Any?
        let expectation: String
        if type == String.self {
            (scalar, expectation) = (value.string, "text")
        } else if type == Bool.self {
            (scalar, expectation) = (value.bool, "true or false")
        } else if let number = type as? any (Numeric & LosslessStringConvertible).Type {
            scalar = if case .number(let text) = value { number.init(text) } else { nil }
            expectation = type is any FixedWidthInteger.Type ? "a whole number" : "a number"
        } else {
            return try composed(type)
        }
        guard let scalar = scalar as? T else { throw ReplyError("must be \(expectation)", at: codingPath) }
        return scalar
    }

    /// Decodes a type that decodes itself from scalars or containers.
    private func composed<T: Decodable>(_ type: T.Type) throws -> T {
        do {
            return try T(from: self)
        } catch is DecodingError {
            // The initialiser of an enumeration throws it.
            let word = Printable.shown(value.text ?? "", limit: 64)
            throw ReplyError("must be a known word, not '\(word)'", at: codingPath)
        }
    }

    func at(_ value: QueryValue, _ key: some CodingKey) -> ReplyDecoder {
        ReplyDecoder(value: value, codingPath: codingPath + [key])
    }
}
