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

    /// Thrown if the requested type has no empty value, which ends the discovery.
    struct Unseen: Error {}
}

private struct RecordedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
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
    // The default implementations call `decode`, which would record a required field.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { optional(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { optional(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { optional(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { optional(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { optional(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { optional(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { optional(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { optional(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { optional(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { optional(type, key) }

    private func optional<T: Decodable>(_ type: T.Type, _ key: Key) -> T? {
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
