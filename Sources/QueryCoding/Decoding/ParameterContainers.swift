/// The members of a structure or a dictionary.
struct KeyedParameters<Key: CodingKey>: OptionalScalars {
    let decoder: ParameterDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Each name on this level, once, in order; a dictionary decodes these.
    var allKeys: [Key] {
        let conversion = decoder.conversion
        return decoder.parameters.names(below: decoder.path).compactMap { Key(stringValue: conversion?($0) ?? $0) }
    }

    func contains(_ key: Key) -> Bool { decoder.parameters.contains(decoder.name(of: key)) }

    /// Returns whether the name is bare and no parameter is below it.
    func decodeNil(forKey key: Key) throws -> Bool {
        let name = decoder.name(of: key)
        guard case .bare = decoder.parameters[name] else { return false }
        return !decoder.parameters.elements.contains { $0.name.isBelow(name) }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.value(type, at: decoder.name(of: key), codingPath: codingPath + [key])
    }

    /// Decodes `?draft` as true for an optional `Bool` too; the default implementation would return nil.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        if case .absent = decoder.parameters[decoder.name(of: key)] { return nil }
        return try decode(type, forKey: key)
    }

    /// Returns nil for an optional scalar `body` if the query has only `?body.x=1`: a scalar has no members.
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if decoder.options.strategies.scalar(type) != nil {
            guard case .value = decoder.parameters[decoder.name(of: key)] else { return nil }
        } else {
            guard contains(key), try !decodeNil(forKey: key) else { return nil }
        }
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

    func optional<T: QueryScalar>(_ type: T.Type, _ key: Key) throws -> T? {
        let name = decoder.name(of: key)
        let state = decoder.parameters[name]
        guard case .value = state else { return nil }
        return try decoder.scalar(type, state, named: name)
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
            options: decoder.options)
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

    /// Returns whether the next element is bare (`tags.1`), and skips it if so.
    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .bare = items[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if !isAtEnd, case .text(let text) = items[currentIndex],
            let scalarType = decoder.options.strategies.scalar(type)
        {
            let value = try decoder.scalar(scalarType, .value(text), named: "\(name).\(currentIndex)")
            currentIndex += 1
            if let value = value as? T { return value }
        }
        let level = try next()
        return try level.value(type, at: level.path, codingPath: level.codingPath)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }

    /// Returns a decoder for the next element. A text becomes a parameter with a numbered name, for error messages.
    private mutating func next() throws -> ParameterDecoder {
        let path = "\(name).\(currentIndex)"
        guard !isAtEnd else { throw QueryCodingError.notFound(path) }
        let key = MemberKey(intValue: currentIndex)
        defer { currentIndex += 1 }
        switch items[currentIndex] {
        case .text(let text): return level([QueryParameter(path, text)], path, key)
        case .bare: return level([QueryParameter(path, nil)], path, key)
        case .below(let below): return level(decoder.parameters, below, key)
        }
    }

    private func level(_ parameters: QueryParameters, _ path: String, _ key: MemberKey) -> ParameterDecoder {
        ParameterDecoder(
            parameters: parameters, path: path, codingPath: codingPath + [key],
            options: decoder.options)
    }
}

/// One value at a path, for types that wrap a scalar (enums, identifiers).
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
