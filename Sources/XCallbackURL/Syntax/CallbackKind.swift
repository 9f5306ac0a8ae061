/// One of the three callbacks.
public enum CallbackKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// `x-success`
    case success
    /// `x-error`
    case error
    /// `x-cancel`
    case cancel

    /// The reserved parameter name of the callback.
    public var parameterName: String {
        switch self {
        case .success: "x-success"
        case .error: "x-error"
        case .cancel: "x-cancel"
        }
    }
}
