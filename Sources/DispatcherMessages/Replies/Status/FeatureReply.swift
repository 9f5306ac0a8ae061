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
    /// Why it is not available.
    package var reason: String?
    /// Why the daemon will forget the switch when it ends.
    package var warning: String?

    /// - Parameter reason: Why the feature is not available; nil if it is.
    package init(name: String, unavailable reason: String?, warning: String? = nil) {
        self.name = name
        isAvailable = reason == nil
        self.reason = reason
        self.warning = warning
    }
}
