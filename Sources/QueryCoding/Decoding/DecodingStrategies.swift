#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How QueryDecoder reads what can be written in several ways. The names are those of `JSONDecoder`.
public struct DecodingStrategies: Sendable {
    /// How dates are read.
    public enum DateDecodingStrategy: Sendable {
        /// ISO 8601 with a time zone, or a date alone, which is its midnight in UTC.
        case iso8601
        /// Seconds since 2001, as `Date` itself is coded.
        case deferredToDate
        /// Seconds since 1970, possibly with a fraction.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// What a closure makes of the parameters at the date's place.
        case custom(@Sendable (any Decoder) throws -> Date)
    }

    /// How data is read.
    public enum DataDecodingStrategy: Sendable {
        /// Base64 or base64url (RFC 4648 §4, §5), with or without padding.
        case base64
        /// An array of bytes, as `Data` itself is coded.
        case deferredToData
        /// What a closure makes of the parameters at the data's place.
        case custom(@Sendable (any Decoder) throws -> Data)
    }

    /// How the names of parameters become the keys of structures. The names in a dictionary stay as they are.
    public enum KeyDecodingStrategy: Sendable {
        /// They are the same.
        case useDefaultKeys
        /// `created_at` is read as `createdAt`; `createdAt` too.
        case convertFromSnakeCase
        /// What a closure makes of a name, the last of a path.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How numbers are read that are not finite.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// They are refused.
        case `throw`
        /// They are these texts.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How arrays are read. `tags=a&tags=b`, `tags[]=a` and `tags.0=a` are in any case.
    public enum ArrayDecodingStrategy: Sendable {
        /// In no other way.
        case automatic
        /// A value is several, between commas: `tags=a,b`.
        case comma
        /// A value is a JSON array: `tags=["a","b"]`.
        case json
    }

    /// How dates are read.
    public var dateDecodingStrategy = DateDecodingStrategy.iso8601
    /// How data is read.
    public var dataDecodingStrategy = DataDecodingStrategy.base64
    /// How names become keys.
    public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
    /// How numbers are read that are not finite.
    public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
    /// How arrays are read.
    public var arrayDecodingStrategy = ArrayDecodingStrategy.automatic

    /// ISO 8601 dates, base64 data, names as they are, finite numbers.
    public static let `default` = DecodingStrategies()

    /// The default strategies, to be changed.
    public init() {}
}
