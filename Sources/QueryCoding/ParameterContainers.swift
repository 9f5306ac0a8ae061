/// The members of a structure or a dictionary.
struct KeyedParameters<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ParameterDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Each first part of a name below this level, once, in order: what a dictionary decodes.
    var allKeys: [Key] {
        var seen: Set<String> = []
        return decoder.parameters.elements.compactMap { element in
            var rest = element.name[...]
            if !decoder.path.isEmpty {
                guard element.name.isBelow(decoder.path) else { return nil }
                let start = element.name.utf8.index(element.name.startIndex, offsetBy: decoder.path.utf8.count + 1)
                rest = element.name[start...]
            }
            let end = rest.utf8.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? rest.endIndex
            let part = String(rest[..<end])
            return seen.insert(part).inserted ? Key(stringValue: part) : nil
        }
    }

    func contains(_ key: Key) -> Bool { decoder.parameters.contains(decoder.name(of: key)) }

    /// A bare name is nil; one that has members below it is not.
    func decodeNil(forKey key: Key) throws -> Bool {
        let name = decoder.name(of: key)
        guard case .bare = decoder.parameters[name] else { return false }
        return !decoder.parameters.elements.contains { $0.name.isBelow(name) }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.value(type, at: decoder.name(of: key), codingPath: codingPath + [key])
    }

    /// `?draft` is true for an optional Bool too, where the default would take every bare name for nil.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard contains(key) else { return nil }
        return try decode(type, forKey: key)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }

    private func scalar<T: QueryScalar>(_ type: T.Type, _ key: Key) throws -> T {
        try decoder.scalar(type, named: decoder.name(of: key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try level(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try level(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { level(key) }

    private func level(_ key: Key) -> ParameterDecoder {
        ParameterDecoder(
            parameters: decoder.parameters, path: decoder.name(of: key), codingPath: codingPath + [key],
            sendableUserInfo: decoder.sendableUserInfo)
    }
}

/// The elements of an array.
struct UnkeyedParameters: UnkeyedDecodingContainer {
    let decoder: ParameterDecoder
    let name: String
    let items: [QueryParameters.Item]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    init(decoder: ParameterDecoder, name: String, items: [QueryParameters.Item]) {
        self.decoder = decoder
        self.name = name
        self.items = items
    }

    func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let level = try next()
        return try level.value(type, at: level.path, codingPath: level.codingPath)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }

    /// The next element as a level of its own: a text stands alone under the name that an error will give.
    private mutating func next() throws -> ParameterDecoder {
        let path = "\(name).\(currentIndex)"
        guard !isAtEnd else { throw QueryCodingError.notFound(path) }
        let key = ElementKey(intValue: currentIndex)
        defer { currentIndex += 1 }
        switch items[currentIndex] {
        case .text(let text):
            return ParameterDecoder(
                parameters: [QueryParameter(path, text)], path: path, codingPath: codingPath + [key],
                sendableUserInfo: decoder.sendableUserInfo)
        case .below(let below):
            return ParameterDecoder(
                parameters: decoder.parameters, path: below, codingPath: codingPath + [key], sendableUserInfo: decoder.sendableUserInfo)
        }
    }
}

/// One value at a path, for the types that are a scalar in disguise (enums, identifiers).
struct SingleParameter: SingleValueDecodingContainer {
    let decoder: ParameterDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    private var name: String { decoder.path.isEmpty ? rootName : decoder.path }

    func decodeNil() -> Bool {
        if case .value = decoder.parameters[name] { return false }
        return !decoder.parameters.elements.contains { $0.name.isBelow(name) }
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.value(type, at: decoder.path, codingPath: codingPath)
    }
}

/// The place of an element in an array.
struct ElementKey: CodingKey {
    let intValue: Int?
    let stringValue: String

    init(intValue: Int) {
        self.intValue = intValue
        stringValue = "\(intValue)"
    }

    init?(stringValue: String) { return nil }
}
