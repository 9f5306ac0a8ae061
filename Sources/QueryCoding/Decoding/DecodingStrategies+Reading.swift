#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DecodingStrategies {
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

extension DecodingStrategies.KeyDecodingStrategy {
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
