import DispatcherMessages
import XCallbackURL

extension ListedRoute {
    /// Whether some URL of the scheme reaches the route.
    func mayAnswer(_ scheme: Scheme) -> Bool {
        scheme.isWeb ? !domains.isEmpty : schemes.contains { $0 == scheme.text || $0 == Self.any }
    }
}
