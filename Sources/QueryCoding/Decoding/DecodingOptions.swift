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
        let readsItself = readsDates && type == Date.self || readsData && type == Data.self
        return readsItself ? nil : type as? any QueryScalar.Type
    }
}
