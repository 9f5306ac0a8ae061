#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An encoder for one node of the tree. The encoder is a class because every container holds it, and because a nested
/// container may write after its parent has continued.
final class ValueEncoder: Encoder, SingleValueEncodingContainer {
    /// The place of the node in the coding path; nil at the top.
    let place: CodingPlace?
    let options: EncodingOptions
    var node: ValueNode
    /// Whether the node is the payload of an enum's case.
    var isCase = false
    var codingPath: [any CodingKey] { place?.codingPath ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }
    /// The encoded value.
    var value: QueryValue { node.value }

    init(place: CodingPlace?, options: EncodingOptions, node: ValueNode = ValueNode()) {
        self.place = place
        self.options = options
        self.node = node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedValues<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedValues(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Returns the encoder of a member.
    func member(_ name: String, _ key: some CodingKey) -> ValueEncoder {
        node.member(name) { ValueEncoder(place: CodingPlace(key, below: place), options: options, node: $0) }
    }

    /// Returns the encoder of a new element.
    func element() -> ValueEncoder {
        node.element { ValueEncoder(place: CodingPlace(MemberKey(intValue: $0), below: place), options: options) }
    }

    func encodeNil() throws { node.set(.null) }

    func encode<T: Encodable>(_ value: T) throws {
        if let scalar = scalar(value) { return node.set(scalar) }
        // A search for a conformance takes as long as three members. A dictionary is one reference: a type of another
        // size cannot be a dictionary. Most structures are larger than any leaf.
        guard MemoryLayout<T>.size <= Self.largestLeaf, Self.leaves.contains(ObjectIdentifier(T.self)) else {
            guard MemoryLayout<T>.size == MemoryLayout<[String: Int]>.size, let members = value as? any SortableMembers
            else { return try value.encode(to: self) }
            for (name, member) in members.sortedMembers { try encode(member, as: name) }
            return
        }
        switch value {
        case let value as any BinaryInteger: node.set(.number("\(value)"))
        case let value as any BinaryFloatingPoint: node.set(try number(Double(value), written: "\(value)"))
        case let value as Date: try encode(date: value)
        case let value as Data: try encode(data: value)
        case let value as URL: node.set(.string(value.absoluteString))
        case let value as UUID: node.set(.string(value.uuidString))
        case let value as Decimal:
            guard value.isFinite else { throw invalid(value, "\(value) is not finite") }
            node.set(.number("\(value)"))
        default: try value.encode(to: self)
        }
    }

    /// The types that are encoded as one value, apart from the types of ``scalar(_:)``.
    private static let leaves: Set<ObjectIdentifier> = {
        let types: [any Encodable.Type] = [
            Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, UInt128.self, Double.self, Float.self, Decimal.self, UUID.self, URL.self, Data.self, Date.self,
        ]
        return Set(types.map { ObjectIdentifier($0) })
    }()

    /// The size of a decimal number, in bytes. No other leaf is larger.
    private static let largestLeaf = MemoryLayout<Decimal>.size

    /// Returns the value of one of the most common types, without the searches for conformances that other types need.
    func scalar<T>(_ value: T) -> QueryValue? {
        // A bit cast is a copy here, because both types are the same.
        if T.self == String.self { return .string(unsafeBitCast(value, to: String.self)) }
        if T.self == Int.self { return .number("\(unsafeBitCast(value, to: Int.self))") }
        if T.self == Bool.self { return .bool(unsafeBitCast(value, to: Bool.self)) }
        if T.self == QueryValue.self { return unsafeBitCast(value, to: QueryValue.self) }
        return nil
    }

    private func encode(_ member: some Encodable, as name: String) throws {
        if let scalar = scalar(member) { return node.setMember(name, scalar) }
        try self.member(name, MemberKey(stringValue: name)).encode(member)
    }

    private func number(_ value: Double, written text: String) throws -> QueryValue {
        if value.isFinite { return .number(text) }
        guard
            case .convertToString(let positive, let negative, let nan) = options.strategies
                .nonConformingFloatEncodingStrategy
        else { throw invalid(value, "\(value) is not finite") }
        return .string(value.isNaN ? nan : value > 0 ? positive : negative)
    }

    private func encode(date: Date) throws {
        let strategy = options.strategies.dateEncodingStrategy
        if case .custom(let write) = strategy { return try write(date, self) }
        let interval = date.timeIntervalSinceReferenceDate
        // The error carries a number, because printing a `Date` that is not finite traps.
        guard let text = ISO8601.text(of: interval) else {
            throw invalid(interval, "a date needs a year from 0 to 9999")
        }
        switch strategy {
        case .iso8601, .custom: node.set(.string(text))
        case .deferredToDate: node.set(.decimal(interval))
        case .secondsSince1970: node.set(.decimal(date.timeIntervalSince1970))
        case .millisecondsSince1970: node.set(.decimal(date.timeIntervalSince1970 * 1000))
        }
    }

    private func encode(data: Data) throws {
        switch options.strategies.dataEncodingStrategy {
        case .base64: node.set(.string(data.base64EncodedString()))
        case .deferredToData: try data.encode(to: self)
        case .custom(let write): try write(data, self)
        }
    }

    private func invalid(_ value: Any, _ reason: String) -> EncodingError {
        EncodingError.invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
}

extension QueryValue {
    /// Makes a number, without a fraction for a whole number.
    fileprivate static func decimal(_ value: Double) -> QueryValue {
        if let whole = Int(exactly: value) { .integer(whole) } else { .number("\(value)") }
    }
}

/// A dictionary with `String` keys. The members are sorted, because the order of a dictionary changes from run to run,
/// and the order in a URL must not.
private protocol SortableMembers {
    var sortedMembers: [(String, any Encodable)] { get }
}

extension Dictionary: SortableMembers where Key == String, Value: Encodable {
    var sortedMembers: [(String, any Encodable)] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }
}
