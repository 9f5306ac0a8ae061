import FoundationEssentials

/// Writes a flat value as query items.
final class ItemEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private(set) var items: [URLQueryItem] = []

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("no lists") }

    func singleValueContainer() -> any SingleValueEncodingContainer { preconditionFailure("no scalars") }

    private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ItemEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) {}

        func encode<Value: Encodable & CustomStringConvertible>(_ value: Value, forKey key: Key) {
            encoder.items.append(URLQueryItem(name: key.stringValue, value: value.description))
        }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            throw Misuse(description: "no value inside a value")
        }

        func nestedContainer<Inner: CodingKey>(
            keyedBy type: Inner.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Inner> { preconditionFailure("no value inside a value") }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { preconditionFailure("no lists") }

        func superEncoder() -> any Encoder { encoder }

        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }
}
