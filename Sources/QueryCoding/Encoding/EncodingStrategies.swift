#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The way in which ``QueryEncoder`` writes dates, data, names, numbers and arrays; the counterpart of
/// ``DecodingStrategies``. `JSONEncoder` uses the same names.
public struct EncodingStrategies: Sendable {
    /// How dates are written.
    public enum DateEncodingStrategy: Sendable {
        /// ISO 8601 in UTC; a second with a fraction gets as many digits as the decoder needs to read the same date,
        /// from 3 to 9.
        case iso8601
        /// Seconds since 2001, the format of `Date`'s own `Codable` conformance.
        case deferredToDate
        /// Seconds since 1970; the fraction is omitted if it is zero.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// The value that a closure encodes at the date's path.
        case custom(@Sendable (Date, any Encoder) throws -> Void)

        /// The text that a closure writes: `.formatted { formatter.string(from: $0) }`.
        public static func formatted(_ write: @escaping @Sendable (Date) -> String) -> Self {
            .custom { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(write(date))
            }
        }
    }

    /// How data is written.
    public enum DataEncodingStrategy: Sendable {
        /// Base64 (RFC 4648 §4).
        case base64
        /// An array of bytes, the format of `Data`'s own `Codable` conformance.
        case deferredToData
        /// The value that a closure encodes at the data's path.
        case custom(@Sendable (Data, any Encoder) throws -> Void)
    }

    /// How the keys of structures become parameter names. The keys of a dictionary are never converted.
    public enum KeyEncodingStrategy: Sendable {
        /// Keys are names.
        case useDefaultKeys
        /// `createdAt` is written as `created_at`.
        case convertToSnakeCase
        /// The result of a closure that gets the coding path; the key to convert is its last element.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How infinite numbers and NaN are written.
    public enum NonConformingFloatEncodingStrategy: Sendable {
        /// Throws an error.
        case `throw`
        /// Writes these texts.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How dates are written.
    public var dateEncodingStrategy: DateEncodingStrategy
    /// How data is written.
    public var dataEncodingStrategy: DataEncodingStrategy
    /// How keys become names.
    public var keyEncodingStrategy: KeyEncodingStrategy
    /// How infinite numbers and NaN are written.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy
    /// How arrays are written.
    public var arrayEncodingStrategy: ArrayStyle

    /// The strategies whose output ``DecodingStrategies/default`` reads.
    public static let `default` = EncodingStrategies()

    /// Makes strategies; each omitted strategy is the default.
    public init(
        dataStrategy: DataEncodingStrategy = .base64, dateStrategy: DateEncodingStrategy = .iso8601,
        keyStrategy: KeyEncodingStrategy = .useDefaultKeys,
        nonConformingFloatStrategy: NonConformingFloatEncodingStrategy = .throw, arrayStrategy: ArrayStyle = .dotted
    ) {
        dateEncodingStrategy = dateStrategy
        dataEncodingStrategy = dataStrategy
        keyEncodingStrategy = keyStrategy
        nonConformingFloatEncodingStrategy = nonConformingFloatStrategy
        arrayEncodingStrategy = arrayStrategy
    }
}
