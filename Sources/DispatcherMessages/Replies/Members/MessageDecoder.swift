package import QueryCoding

/// Decodes a type from a value.
struct MessageDecoder: Decoder, SingleValueDecodingContainer {
    let value: QueryValue
    /// Whether a member that the type lacks is refused, and also null in place of an absent member. A reply may have
    /// further members, because a newer daemon may add some.
    var isStrict = false
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.members else { throw MessageError("must be an object", at: codingPath) }
        if isStrict, let unknown = members.first(where: { Key(stringValue: $0.name) == nil }) {
            throw MessageError(unknown: codingPath + [MemberKey(stringValue: unknown.name)])
        }
        return KeyedDecodingContainer(MessageMembers<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let values = value.elements else { throw MessageError("must be an array", at: codingPath) }
        return MessageElements(decoder: self, values: values)
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
            scalar =
                if case .number(let text) = value {
                    number.init(text) ?? value.wholeText.flatMap { number.init($0) }
                } else { nil }
            expectation = type is any FixedWidthInteger.Type ? "a whole number" : "a number"
        } else {
            return try composed(type)
        }
        guard let scalar = scalar as? T else { throw MessageError("must be \(expectation)", at: codingPath) }
        return scalar
    }

    /// Decodes a type that decodes itself from scalars or containers.
    private func composed<T: Decodable>(_ type: T.Type) throws -> T {
        do {
            return try T(from: self)
        } catch is DecodingError {
            // The initializer of an enumeration throws this error.
            let word = Printable.shown(value.text ?? "", limit: 64)
            let words = (type as? any CaseIterable.Type).map { Self.words($0) } ?? "a known word"
            throw MessageError("must be \(words), not '\(word)'", at: codingPath)
        }
    }

    /// Returns `success, error or cancel`.
    private static func words<Word: CaseIterable>(_ type: Word.Type) -> String {
        let words = Word.allCases.map { "\(($0 as? any RawRepresentable)?.rawValue ?? $0)" }
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    func at(_ value: QueryValue, _ key: some CodingKey) -> MessageDecoder {
        MessageDecoder(value: value, isStrict: isStrict, codingPath: codingPath + [key])
    }
}

extension QueryValue {
    /// Decodes the value. Members that the type lacks are ignored.
    package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try MessageDecoder(value: self).decode(type)
    }
}

/// The reason why a value is not the expected message.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A text such as `'files.0.state' is missing`.
    package let description: String

    init(description: String) { self.description = description }

    /// - Parameters:
    ///   - problem: The fault of a member, to follow the member's name.
    ///   - path: The names and positions that lead to the member, outermost first; empty for the whole message.
    init(_ problem: String, at path: [any CodingKey] = []) {
        description = path.isEmpty ? "the reply \(problem)" : "'\(Self.name(path))' \(problem)"
    }

    /// Makes the error for a parameter that the method lacks.
    init(unknown path: [any CodingKey]) { description = "unknown parameter '\(Self.name(path))'" }

    private static func name(_ path: [any CodingKey]) -> String {
        Printable.shown(path.map(\.stringValue).joined(separator: "."), limit: 64)
    }
}
