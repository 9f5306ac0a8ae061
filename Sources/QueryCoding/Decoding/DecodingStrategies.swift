#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The way in which ``QueryDecoder`` reads dates, data, names, numbers and arrays. `JSONDecoder` uses the same names.
public struct DecodingStrategies: Sendable {
    /// How dates are read.
    public enum DateDecodingStrategy: Sendable {
        /// ISO 8601: a date and time with a time zone, or a date alone, which means midnight UTC.
        case iso8601
        /// Seconds since 2001, the format of `Date`'s own `Codable` conformance.
        case deferredToDate
        /// Seconds since 1970; a fraction is allowed.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// The result of a closure that decodes the parameters at the date's path.
        case custom(@Sendable (any Decoder) throws -> Date)
    }

    /// How data is read.
    public enum DataDecodingStrategy: Sendable {
        /// Base64 or base64url (RFC 4648 §4, §5), with or without padding.
        case base64
        /// An array of bytes, the format of `Data`'s own `Codable` conformance.
        case deferredToData
        /// The result of a closure that decodes the parameters at the data's path.
        case custom(@Sendable (any Decoder) throws -> Data)
    }

    /// How parameter names become the keys of structures. The keys of a dictionary are never converted.
    public enum KeyDecodingStrategy: Sendable {
        /// Names are keys.
        case useDefaultKeys
        /// `created_at` and `createdAt` both become `createdAt`.
        case convertFromSnakeCase
        /// The result of a closure that gets the coding path; the name to convert is its last element.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How infinite numbers and NaN are read.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// Throws an error.
        case `throw`
        /// Accepts these texts.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How arrays are read. Every strategy accepts `tags=a&tags=b`, `tags[]=a` and `tags.0=a`.
    public enum ArrayDecodingStrategy: Sendable {
        /// Accepts no other form.
        case automatic
        /// Splits each value at its commas: `tags=a,b`.
        case comma
        /// Parses the value as a JSON array: `tags=["a","b"]`.
        case json
    }

    /// How dates are read.
    public var dateDecodingStrategy: DateDecodingStrategy
    /// How data is read.
    public var dataDecodingStrategy: DataDecodingStrategy
    /// How names become keys.
    public var keyDecodingStrategy: KeyDecodingStrategy
    /// How infinite numbers and NaN are read.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy
    /// How arrays are read.
    public var arrayDecodingStrategy: ArrayDecodingStrategy

    /// ISO 8601 dates, base64 data, names as keys, finite numbers only, arrays in the three common forms.
    public static let `default` = DecodingStrategies()

    /// Makes strategies; each omitted strategy is the default.
    public init(
        dataStrategy: DataDecodingStrategy = .base64, dateStrategy: DateDecodingStrategy = .iso8601,
        keyStrategy: KeyDecodingStrategy = .useDefaultKeys,
        nonConformingFloatStrategy: NonConformingFloatDecodingStrategy = .throw,
        arrayStrategy: ArrayDecodingStrategy = .automatic
    ) {
        dateDecodingStrategy = dateStrategy
        dataDecodingStrategy = dataStrategy
        keyDecodingStrategy = keyStrategy
        nonConformingFloatDecodingStrategy = nonConformingFloatStrategy
        arrayDecodingStrategy = arrayStrategy
    }
}
