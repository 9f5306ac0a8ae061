/// Writes the members of an object.
struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws { encoder.node.setMember(name(of: key), .null) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if let scalar = encoder.scalar(value) {
            encoder.node.setMember(name(of: key), scalar)
        } else {
            try level(key).encode(value)
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let level = level(key)
        // The compiler encodes the case of an enum by this method.
        level.isCase = true
        return level.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { level(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { level(key) }

    private func level(_ key: Key) -> ValueEncoder { encoder.member(name(of: key), key) }

    private func name(of key: Key) -> String {
        guard encoder.options.convertsKeys else { return key.stringValue }
        return encoder.options.strategies.keyEncodingStrategy.name(of: key, below: codingPath)
    }
}

extension EncodingStrategies.KeyEncodingStrategy {
    /// Returns the parameter name of a key.
    func name(of key: some CodingKey, below path: [any CodingKey]) -> String {
        switch self {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCase.from(key.stringValue)
        case .custom(let convert): convert(path + [key]).stringValue
        }
    }
}

/// Writes the elements of an array.
struct UnkeyedValues: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    func encodeNil() throws { encoder.node.append(.null) }

    func encode<T: Encodable>(_ value: T) throws {
        if let scalar = encoder.scalar(value) {
            encoder.node.append(scalar)
        } else {
            try level().encode(value)
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        level().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { level().unkeyedContainer() }
    func superEncoder() -> any Encoder { level() }

    private func level() -> ValueEncoder { encoder.element() }
}
