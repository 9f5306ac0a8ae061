package import UnixSystem

/// Keeps a page from asking again and again: three refusals of a route within a minute mute it for five minutes.
package struct RouteMutes: Sendable {
    private static let limit = 3
    private static let period = Duration.seconds(60)
    private static let mutedTime = Duration.seconds(300)

    /// The latest refusals of each route, oldest first.
    private var refusals: [String: [Timestamp]] = [:]

    package init() {}

    /// Whether no question about the route may be asked.
    package func isMuted(_ route: String, at now: Timestamp) -> Bool {
        guard let refusals = refusals[route], refusals.count == Self.limit, let last = refusals.last else {
            return false
        }
        return last.since(refusals[0]) <= Self.period && now.since(last) < Self.mutedTime
    }

    /// Notes that the user refused a request of the route.
    package mutating func addRefusal(of route: String, at now: Timestamp) {
        refusals[route] = (refusals[route] ?? []).suffix(Self.limit - 1) + [now]
    }
}
