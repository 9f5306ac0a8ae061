#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DecodingStrategies {
    /// A type that is read from one text; nil for one that reads its own parameters.
    func scalar(_ type: Any.Type) -> (any QueryScalar.Type)? {
        if type is Date.Type, case .custom = dateDecodingStrategy { return nil }
        if type is Data.Type {
            guard case .base64 = dataDecodingStrategy else { return nil }
        }
        return type as? any QueryScalar.Type
    }

    /// Whether names are not the keys: looking up what a type is takes time, and is seldom needed.
    var convertsKeys: Bool { if case .useDefaultKeys = keyDecodingStrategy { false } else { true } }

    /// The closure that reads a type instead of the type itself.
    func custom(_ type: Any.Type) -> ((any Decoder) throws -> Any)? {
        if type is Date.Type, case .custom(let read) = dateDecodingStrategy { return read }
        if type is Data.Type, case .custom(let read) = dataDecodingStrategy { return read }
        return nil
    }

    /// Reads a scalar's whole text; nil if it is anything else.
    ///
    /// A call of a generic function looks up its types while the program runs, which costs as much as reading a number.
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
        if text.hasSameBytes(as: positive) { return number.infinity(.plus) as? T }
        if text.hasSameBytes(as: negative) { return number.infinity(.minus) as? T }
        return text.hasSameBytes(as: nan) ? number.nan as? T : nil
    }

    /// What a text of a type looks like.
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

extension BinaryFloatingPoint {
    fileprivate static func infinity(_ sign: FloatingPointSign) -> Self { sign == .plus ? infinity : -infinity }
}

extension DecodingStrategies.KeyDecodingStrategy {
    /// What a name of a parameter is read as, below a path; nil if every name is its key.
    func conversion(below path: [any CodingKey]) -> ((String) -> String)? {
        switch self {
        case .useDefaultKeys: nil
        case .convertFromSnakeCase: SnakeCase.toCamelCase
        case .custom(let convert): { convert(path + [MemberKey(stringValue: $0)]).stringValue }
        }
    }

    /// The name that a key is looked up under if no name is converted to it, and that messages have for it.
    func name(of key: String) -> String {
        if case .convertFromSnakeCase = self { SnakeCase.from(key) } else { key }
    }
}
