import Foundation

/// Reads a value of scalars from query items with dotted names. As the original does, it first makes a tree of all items,
/// and decodes the escapes of each name and value once more.
struct ItemDecoder: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let root: Node

    /// The items whose names begin alike.
    private final class Node {
        let path: [String]
        var text: String?
        var children: [String: Node] = [:]

        init(path: [String]) { self.path = path }

        /// Returns the child of a name, which it makes if there is none.
        func child(_ name: String) -> Node {
            if let child = children[name] { return child }
            let child = Node(path: path + [name])
            children[name] = child
            return child
        }
    }

    init(_ items: [URLQueryItem]) throws {
        root = Node(path: [])
        for item in items {
            guard let names = item.name.removingPercentEncoding?.components(separatedBy: ".") else {
                throw Misuse(description: "a malformed name")
            }
            let node = names.reduce(root) { $0.child($1) }
            node.text = item.value?.removingPercentEncoding
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(node: root))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Misuse(description: "no lists") }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Misuse(description: "no scalars") }

    private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let node: Node
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { node.children.keys.compactMap { Key(stringValue: $0) } }

        func contains(_ key: Key) -> Bool { node.children[key.stringValue] != nil }

        func decodeNil(forKey key: Key) -> Bool { node.children[key.stringValue]?.text == nil }

        func decode<Value: Decodable & LosslessStringConvertible>(_: Value.Type, forKey key: Key) throws -> Value {
            guard let text = node.children[key.stringValue]?.text, let value = Value(text) else {
                throw DecodingError.keyNotFound(key, .init(codingPath: [key], debugDescription: "no value"))
            }
            return value
        }

        func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
            throw Misuse(description: "no value inside a value")
        }

        func nestedContainer<Inner: CodingKey>(
            keyedBy type: Inner.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Inner> { throw Misuse(description: "no value inside a value") }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw Misuse(description: "no lists")
        }

        func superDecoder() throws -> any Decoder { throw Misuse(description: "no classes") }

        func superDecoder(forKey key: Key) throws -> any Decoder { throw Misuse(description: "no classes") }
    }
}
