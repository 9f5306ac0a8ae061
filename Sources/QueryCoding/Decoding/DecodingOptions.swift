#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The settings of a decoder, which all levels share.
final class DecodingOptions: Sendable {
    let strategies: DecodingStrategies
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// Whether parameter names differ from keys.
    let convertsKeys: Bool
    /// Whether dates are read by a closure.
    private let readsDates: Bool
    /// Whether data is read by a closure, or by its own `Codable` conformance.
    private let readsData: Bool
    /// Whether a closure may read a value.
    var hasClosures: Bool { readsDates || readsData }

    init(strategies: DecodingStrategies, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.strategies = strategies
        self.userInfo = userInfo
        convertsKeys = if case .useDefaultKeys = strategies.keyDecodingStrategy { false } else { true }
        readsDates = if case .custom = strategies.dateDecodingStrategy { true } else { false }
        readsData = if case .base64 = strategies.dataDecodingStrategy { false } else { true }
    }

    /// Returns the type as a scalar, or nil for a type that decodes itself from its own parameters.
    func scalar(_ type: Any.Type) -> (any QueryScalar.Type)? {
        // A comparison with all types, because hashing takes longer, and a search for a conformance even more.
        let identifier = ObjectIdentifier(type)
        guard let index = Self.identifiers.firstIndex(of: identifier) else { return nil }
        let scalar = Self.types[index]
        let readsItself = readsDates && type == Date.self || readsData && type == Data.self
        return readsItself ? nil : scalar
    }

    /// Every type that conforms to `QueryScalar`; a test compares the names.
    private static let types: [any QueryScalar.Type] = [
        String.self, Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
        UInt16.self, UInt32.self, UInt64.self, Double.self, Float.self, Decimal.self, UUID.self, URL.self,
        Data.self, Date.self,
    ]

    private static let identifiers = types.map { ObjectIdentifier($0) }
}
