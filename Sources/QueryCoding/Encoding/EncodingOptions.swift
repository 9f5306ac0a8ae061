/// The settings of an encoder, which all levels share.
final class EncodingOptions: Sendable {
    let strategies: EncodingStrategies
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// Whether parameter names differ from keys.
    let convertsKeys: Bool

    init(strategies: EncodingStrategies, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.strategies = strategies
        self.userInfo = userInfo
        convertsKeys = if case .useDefaultKeys = strategies.keyEncodingStrategy { false } else { true }
    }
}
