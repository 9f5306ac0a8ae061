/// Encodes an `Encodable` value as a ``QueryValue``, and that as parameters.
///
/// Fields keep the order in which they are declared, those of a dictionary are sorted; nil is left out. A scalar or an
/// array at the top stands under the name `result`.
public struct QueryEncoder: Sendable {
    /// What `Encoder.userInfo` gives to the types that are encoded.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// How dates, data, names, arrays and the like are written.
    public var strategies: EncodingStrategies

    /// Makes an encoder.
    public init(strategies: EncodingStrategies = .default) { self.strategies = strategies }

    /// The value as a tree. Throws `EncodingError` for a number that is not finite or a date past
    /// the year 9999, and what the type itself throws.
    public func value(of value: some Encodable) throws -> QueryValue {
        let node = ValueNode()
        let options = ValueEncoder.Options(strategies: strategies, userInfo: userInfo)
        try ValueEncoder(node: node, codingPath: [], options: options).encode(value)
        return node.value
    }

    /// The value as parameters, in order.
    public func encode(_ value: some Encodable) throws -> QueryParameters {
        try self.value(of: value).parameters(arrays: strategies.arrayEncodingStrategy)
    }
}
