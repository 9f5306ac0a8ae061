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

        /// The text, read by a closure, which returns nil for a text that is not a date.
        ///
        /// The strategy has a closure instead of a `DateFormatter`, because that class is in the part of Foundation that
        /// this module does not import: `.formatted { formatter.date(from: $0) }`.
        public static func formatted(_ read: @escaping @Sendable (String) -> Date?) -> Self {
            .custom { decoder in
                let container = try decoder.singleValueContainer()
                guard let date = read(try container.decode(String.self)) else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "expected a date in the format of the program")
                }
                return date
            }
        }
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

        /// The function from a parameter's name below this path to its key; nil if every name is its key.
        func conversion(below path: [any CodingKey]) -> ((String) -> String)? {
            switch self {
            case .useDefaultKeys: nil
            case .convertFromSnakeCase: SnakeCase.toCamelCase
            case .custom(let convert): { convert(path + [MemberKey(stringValue: $0)]).stringValue }
            }
        }

        /// The name of a key for error messages, and for the look-up if no parameter's name converts to the key.
        func name(of key: String) -> String {
            if case .convertFromSnakeCase = self { SnakeCase.from(key) } else { key }
        }
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

        /// The maximum nesting of a JSON array.
        private static let depthLimit = 32

        /// Returns the parameters with the value of the named array split into its elements.
        func parameters(_ parameters: QueryParameters, ofArray name: String) throws(QueryCodingError) -> QueryParameters
        {
            switch self {
            case .automatic: return parameters
            case .comma:
                return QueryParameters(
                    parameters.elements.flatMap { element in
                        guard element.name.hasSameBytes(as: name), let value = element.value else { return [element] }
                        return value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                            .map { QueryParameter(name, String(Substring($0))) }
                    })
            case .json:
                guard case .value(let text) = parameters[name] else { return parameters }
                guard let value = try? JSONParser.parse(Array(text.utf8), depthLimit: Self.depthLimit),
                    case .array = value
                else { throw QueryCodingError(.incorrectType, path: name, detail: "expected a JSON array") }
                return value.parameters(below: name)
            }
        }
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

    /// The caller's closure for the type, if the strategies have such a closure.
    func custom(_ type: Any.Type) -> ((any Decoder) throws -> Any)? {
        if type is Date.Type, case .custom(let read) = dateDecodingStrategy { return read }
        if type is Data.Type, case .custom(let read) = dataDecodingStrategy { return read }
        return nil
    }

    /// Parses the whole text as a scalar; nil if the text is not a value of the type.
    ///
    /// Inlined because a generic call resolves its types at run time, which costs as much as parsing a number.
    @inline(__always)
    func read<T: QueryScalar>(_ type: T.Type, _ text: String) -> T? {
        if T.self == Date.self { return date(text) as? T }
        if let value = T.read(text) { return value }
        return notFinite(type, text)
    }

    private func notFinite<T: QueryScalar>(_ type: T.Type, _ text: String) -> T? {
        guard case .convertFromString(let positive, let negative, let nan) = nonConformingFloatDecodingStrategy,
            let number = type as? any BinaryFloatingPoint.Type
        else { return nil }
        let values: [(text: String, value: Double)] = [(positive, .infinity), (negative, -.infinity), (nan, .nan)]
        return values.first { text.hasSameBytes(as: $0.text) }.flatMap { number.init($0.value) as? T }
    }

    /// Describes the texts that the type accepts, for error messages.
    func expectation<T: QueryScalar>(_ type: T.Type) -> String {
        guard type == Date.self else { return T.expectation }
        switch dateDecodingStrategy {
        case .iso8601, .custom: return T.expectation
        case .deferredToDate: return "seconds since 2001 as a decimal number, in the years 0 to 9999"
        case .secondsSince1970: return "seconds since 1970 as a decimal number, in the years 0 to 9999"
        case .millisecondsSince1970: return "milliseconds since 1970 as a decimal number, in the years 0 to 9999"
        }
    }

    private func date(_ text: String) -> Date? {
        if case .iso8601 = dateDecodingStrategy { return Date.read(text) }
        guard let number = Double.read(text) else { return nil }
        let date: Date
        switch dateDecodingStrategy {
        case .secondsSince1970: date = Date(timeIntervalSince1970: number)
        case .millisecondsSince1970: date = Date(timeIntervalSince1970: number / 1000)
        case .deferredToDate, .iso8601, .custom: date = Date(timeIntervalSinceReferenceDate: number)
        }
        return ISO8601.text(of: date.timeIntervalSinceReferenceDate) == nil ? nil : date
    }
}
