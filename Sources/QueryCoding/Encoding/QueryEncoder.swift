/// Encodes an `Encodable` value as a ``QueryValue`` or as parameters.
///
/// Fields keep their declared order; the keys of a dictionary are sorted; nil is omitted. A scalar or an array at the
/// top level has the name `result`.
public struct QueryEncoder: Sendable {
    /// The values that the encoded types find in `Encoder.userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { options.userInfo }
        set { options = EncodingOptions(strategies: strategies, userInfo: newValue) }
    }

    /// How dates, data, names, numbers and arrays are written.
    public var strategies: EncodingStrategies {
        get { options.strategies }
        set { options = EncodingOptions(strategies: newValue, userInfo: userInfo) }
    }

    private var options: EncodingOptions

    /// Makes an encoder.
    public init(strategies: EncodingStrategies = .default) {
        options = EncodingOptions(strategies: strategies, userInfo: [:])
    }

    /// Returns the value as a tree.
    /// - Throws: `EncodingError` for a number that is not finite or a date outside the years 0 to 9999, or an error of
    ///   the type's own `encode(to:)`.
    public func value(of value: some Encodable) throws -> QueryValue {
        let encoder = ValueEncoder(place: nil, options: options)
        try encoder.encode(value)
        return encoder.value
    }

    /// Returns the value as parameters, in order. Throws as ``value(of:)`` does.
    public func encode(_ value: some Encodable) throws -> QueryParameters {
        try self.value(of: value).parameters(arrays: strategies.arrayEncodingStrategy)
    }
}
