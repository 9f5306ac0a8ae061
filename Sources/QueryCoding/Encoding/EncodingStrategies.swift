#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How ``QueryEncoder`` writes what can be written in several ways: the other side of ``DecodingStrategies``. The names are
/// those of `JSONEncoder`.
public struct EncodingStrategies: Sendable {
    /// How dates are written.
    public enum DateEncodingStrategy: Sendable {
        /// ISO 8601 in UTC, with milliseconds unless they are zero.
        case iso8601
        /// Seconds since 2001, as `Date` itself is coded.
        case deferredToDate
        /// Seconds since 1970, with a fraction unless that is zero.
        case secondsSince1970
        /// Milliseconds since 1970.
        case millisecondsSince1970
        /// What a closure writes at the date's place.
        case custom(@Sendable (Date, any Encoder) throws -> Void)
    }

    /// How data is written.
    public enum DataEncodingStrategy: Sendable {
        /// Base64 (RFC 4648 §4).
        case base64
        /// An array of bytes, as `Data` itself is coded.
        case deferredToData
        /// What a closure writes at the data's place.
        case custom(@Sendable (Data, any Encoder) throws -> Void)
    }

    /// How the keys of structures become names of parameters. The names in a dictionary stay as they are.
    public enum KeyEncodingStrategy: Sendable {
        /// They are the same.
        case useDefaultKeys
        /// `createdAt` is written as `created_at`.
        case convertToSnakeCase
        /// What a closure makes of a key, the last of a path.
        case custom(@Sendable ([any CodingKey]) -> any CodingKey)
    }

    /// How numbers are written that are not finite.
    public enum NonConformingFloatEncodingStrategy: Sendable {
        /// They are refused.
        case `throw`
        /// As these texts.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How dates are written.
    public var dateEncodingStrategy = DateEncodingStrategy.iso8601
    /// How data is written.
    public var dataEncodingStrategy = DataEncodingStrategy.base64
    /// How keys become names.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
    /// How numbers are written that are not finite.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
    /// How arrays are written.
    public var arrayEncodingStrategy = ArrayStyle.dotted

    /// What ``DecodingStrategies/default`` reads.
    public static let `default` = EncodingStrategies()

    /// The default strategies, to be changed.
    public init() {}
}
