import QueryCoding

/// Reads the members of an object.
struct MessageMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: MessageDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { (decoder.value.members ?? []).compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { decoder.value[key.stringValue] != nil }

    /// Returns false for a null among parameters. The decoders of optional scalars call this function first.
    func decodeNil(forKey key: Key) throws -> Bool { try !decoder.isStrict && member(key).decodeNil() }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try member(key).decode(type) }

    /// A null in a reply counts as absent, unless the member may be any value.
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard contains(key), try type == JSONValue.self || !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func member(_ key: Key) throws -> MessageDecoder {
        guard let value = decoder.value[key.stringValue] else {
            throw MessageError("is missing", at: codingPath + [key])
        }
        return decoder.at(value, key)
    }
}

/// Reads the elements of an array in order.
struct MessageElements: UnkeyedDecodingContainer {
    let decoder: MessageDecoder
    let values: [QueryValue]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> MessageDecoder {
        let key = MemberKey(intValue: currentIndex)
        guard !isAtEnd else { throw MessageError("is missing", at: codingPath + [key]) }
        defer { currentIndex += 1 }
        return decoder.at(values[currentIndex], key)
    }
}
