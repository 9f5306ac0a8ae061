#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes an `Encodable` value as a ``QueryValue``, and that as parameters.
///
/// Fields keep the order in which they are declared, those of a dictionary are sorted; nil is left out. Dates are ISO 8601, data is base64, a scalar or an
/// array at the top stands under the name `result`.
public struct QueryEncoder: Sendable {
    /// What `Encoder.userInfo` gives to the types that are encoded.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// How arrays are written.
    public var arrays = ArrayStyle.dotted

    /// Makes an encoder.
    public init() {}

    /// The value as a tree. Throws `EncodingError` for a number that is not finite or a date past
    /// the year 9999, and what the type itself throws.
    public func value(of value: some Encodable) throws -> QueryValue {
        let node = ValueNode()
        try ValueEncoder(node: node, codingPath: [], userInfo: userInfo).encode(value)
        return node.value
    }

    /// The value as parameters, in order.
    public func encode(_ value: some Encodable) throws -> QueryParameters {
        try self.value(of: value).parameters(arrays: arrays)
    }
}

/// A place in the tree that is being written; nested containers write to theirs after their parent has passed on.
final class ValueNode {
    private enum Content {
        case leaf(QueryValue)
        case array([ValueNode])
        case object([(name: String, node: ValueNode)])
    }

    private var content = Content.object([])

    var value: QueryValue {
        switch content {
        case .leaf(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members): .object(members.map { QueryValue.Member($0.name, $0.node.value) })
        }
    }

    var count: Int {
        if case .array(let nodes) = content { nodes.count } else { 0 }
    }

    func set(_ value: QueryValue) { content = .leaf(value) }

    func becomeArray() { if case .array = content {} else { content = .array([]) } }

    func member(_ name: String) -> ValueNode {
        var members: [(name: String, node: ValueNode)] = []
        if case .object(let existing) = content { members = existing }
        if let existing = members.first(where: { $0.name.hasSameBytes(as: name) }) { return existing.node }
        let node = ValueNode()
        members.append((name, node))
        content = .object(members)
        return node
    }

    func append() -> ValueNode {
        var nodes: [ValueNode] = []
        if case .array(let existing) = content { nodes = existing }
        let node = ValueNode()
        nodes.append(node)
        content = .array(nodes)
        return node
    }
}

/// Writes one place of the tree.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let node: ValueNode
    let codingPath: [any CodingKey]
    let sendableUserInfo: [CodingUserInfoKey: any Sendable]
    var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

    init(node: ValueNode, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: any Sendable]) {
        self.node = node
        self.codingPath = codingPath
        sendableUserInfo = userInfo
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedValues<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedValues(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func at(_ node: ValueNode, _ key: some CodingKey) -> ValueEncoder {
        ValueEncoder(node: node, codingPath: codingPath + [key], userInfo: sendableUserInfo)
    }

    func encodeNil() throws { node.set(.null) }

    func encode(_ value: some Encodable) throws {
        switch value {
        case let value as String: node.set(.string(value))
        case let value as Bool: node.set(.bool(value))
        case let value as any BinaryInteger: node.set(.number("\(value)"))
        case let value as any BinaryFloatingPoint:
            guard Double(value).isFinite else { throw invalid(value, "\(value) is not finite") }
            node.set(.number("\(value)"))
        case let value as QueryValue: node.set(value)
        case let value as Date:
            let interval = value.timeIntervalSinceReferenceDate
            // The error holds a number, since printing a date that is not finite traps.
            guard let text = ISO8601.text(of: interval) else {
                throw invalid(interval, "a date needs a year from 0 to 9999")
            }
            node.set(.string(text))
        case let value as Data: node.set(.string(value.base64EncodedString()))
        case let value as URL: node.set(.string(value.absoluteString))
        case let value as UUID: node.set(.string(value.uuidString))
        case let value as Decimal:
            guard value.isFinite else { throw invalid(value, "\(value) is not finite") }
            node.set(.number("\(value)"))
        case let value as any SortableMembers:
            for (name, member) in value.sortedMembers { try encode(member, as: name) }
        default: try value.encode(to: self)
        }
    }

    private func encode(_ member: some Encodable, as name: String) throws {
        try at(node.member(name), MemberKey(stringValue: name)).encode(member)
    }

    private func invalid(_ value: Any, _ reason: String) -> EncodingError {
        EncodingError.invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

extension QueryValue: Encodable {
    /// Encodes the tree as it stands.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .number(let text):
            if let whole = Int64(text) {
                try whole.encode(to: encoder)
            } else {
                try (Double(text) ?? 0).encode(to: encoder)
            }
        case .string(let text): try text.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: MemberKey.self)
            for member in members { try container.encode(member.value, forKey: MemberKey(stringValue: member.name)) }
        }
    }

}

/// The name of a member that is known only when it is written.
private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
}

/// A dictionary of texts: its own order changes from run to run, a URL's should not.
private protocol SortableMembers {
    var sortedMembers: [(String, any Encodable)] { get }
}

extension Dictionary: SortableMembers where Key == String, Value: Encodable {
    var sortedMembers: [(String, any Encodable)] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }
}
