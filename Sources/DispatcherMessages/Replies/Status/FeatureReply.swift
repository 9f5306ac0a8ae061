/// The reply to `feature`, and a feature in `status`: `{"name":"notes","available":false,"because":"…"}`.
package struct FeatureReply: Reply, Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case isAvailable = "available"
        case reason = "because"
        case warning
    }

    package var name: String
    package var isAvailable: Bool
    /// The reason why the feature is not available.
    package var reason: String?
    /// The reason why the daemon will forget the switch when it ends.
    package var warning: String?

    /// - Parameter reason: The reason why the feature is not available; nil for an available feature.
    package init(name: String, unavailable reason: String?, warning: String? = nil) {
        self.name = name
        isAvailable = reason == nil
        self.reason = reason
        self.warning = warning
    }
}
