/// The members of a structure or a dictionary.
struct KeyedParameters<Key: CodingKey>: OptionalScalars {
    let decoder: ParameterDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Each name on this level, without repeats, in order; a dictionary decodes these names.
    var allKeys: [Key] {
        let conversion = decoder.conversion
        return decoder.names(below: decoder.path).compactMap { Key(stringValue: conversion?($0) ?? $0) }
    }

    func contains(_ key: Key) -> Bool { decoder.contains(decoder.name(of: key)) }

    /// Returns whether the name is bare and has no parameter below it.
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isBare(decoder.name(of: key)) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.value(type, at: decoder.name(of: key), key: key)
    }

    /// Decodes `?draft` as true for an optional `Bool` too; the default implementation would return nil.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        let name = decoder.name(of: key)
        let state = decoder.state(name)
        if case .absent = state { return nil }
        return try decoder.scalar(type, state, named: name)
    }

    /// Returns nil for an optional scalar `body` if the query has only `?body.x=1`: a scalar has no members.
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let name = decoder.name(of: key)
        if decoder.options.scalar(type) != nil {
            guard case .value = decoder.state(name) else { return nil }
        } else {
            guard decoder.contains(name), !decoder.isBare(name) else { return nil }
        }
        return try decoder.value(type, at: name, key: key)
    }

    @inline(__always)
    func optional<T: QueryScalar>(_ type: T.Type, _ key: Key) throws -> T? {
        let name = decoder.name(of: key)
        let state = decoder.state(name)
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
        decoder.level(key, at: decoder.name(of: key), of: decoder.source)
    }
}

/// The elements of an array.
struct UnkeyedParameters: UnkeyedDecodingContainer {
    let decoder: ParameterDecoder
    /// The parameters of the elements that are not texts.
    let source: ParameterSource
    let name: String
    let items: [QueryParameters.Item]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    /// Returns whether the next element is bare (`tags.1`), and skips a bare element.
    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .bare = items[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if !isAtEnd, case .text(let text, let path) = items[currentIndex],
            let scalarType = decoder.options.scalar(type)
        {
            let value = try decoder.scalar(scalarType, .value(text), named: path ?? "\(name).\(currentIndex)")
            currentIndex += 1
            if let value = value as? T { return value }
        }
        let level = try next()
        return try level.value(type, at: level.path, key: nil)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }

    /// Returns a decoder for the next element. A text becomes a parameter with a numbered name, for error messages.
    private mutating func next() throws -> ParameterDecoder {
        guard !isAtEnd else { throw QueryCodingError.notFound("\(name).\(currentIndex)") }
        let path = items[currentIndex].path ?? "\(name).\(currentIndex)"
        let key = MemberKey(intValue: currentIndex)
        defer { currentIndex += 1 }
        let source =
            switch items[currentIndex] {
            case .text(let text, _): ParameterSource([QueryParameter(path, text)])
            case .bare: ParameterSource([QueryParameter(path, nil)])
            case .below: source
            }
        return decoder.level(key, at: path, of: source)
    }
}

/// One value at a path, for types that wrap a scalar (enums, identifiers).
struct SingleParameter: SingleValueDecodingContainer {
    let decoder: ParameterDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Returns whether the value does not occur or is bare. At the top level the parameters are the fields of a
    /// structure, unless a parameter has the name of a scalar.
    func decodeNil() -> Bool {
        let name = decoder.path.isEmpty ? rootName : decoder.path
        if decoder.contains(name) { return decoder.isBare(name) }
        return !decoder.path.isEmpty || decoder.source.parameters.elements.isEmpty
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.value(type, at: decoder.path, key: nil)
    }
}
