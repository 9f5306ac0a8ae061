/// Records the fields that a type requests, and returns empty values.
struct RecordingDecoder: Decoder {
    let log: FieldLog
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordedFields<Key>(log: log))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        log.single = "array"
        throw Unseen()
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { RecordedValue(log: log) }

    /// An error that ends the discovery, because the requested type has no empty value.
    struct Unseen: Error {}
}

private struct RecordedFields<Key: CodingKey>: OptionalScalars {
    let log: FieldLog
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let found = log.examine(type)
        log.add(key.stringValue, found.name, isOptional: false)
        guard let value = found.value else { throw RecordingDecoder.Unseen() }
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { optional(type, key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { optional(type, key) }

    func optional<T: Decodable>(_ type: T.Type, _ key: Key) -> T? {
        log.add(key.stringValue, log.examine(type).name, isOptional: true)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        log.add(key.stringValue, FieldLog.emptyStructure, isOptional: false)
        throw RecordingDecoder.Unseen()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        log.add(key.stringValue, "array", isOptional: false)
        throw RecordingDecoder.Unseen()
    }

    func superDecoder() throws -> any Decoder { RecordingDecoder(log: log) }
    func superDecoder(forKey key: Key) throws -> any Decoder { RecordingDecoder(log: log) }
}

private struct RecordedValue: SingleValueDecodingContainer {
    let log: FieldLog
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let found = log.examine(type)
        log.single = found.name
        guard let value = found.value else { throw RecordingDecoder.Unseen() }
        return value
    }
}
