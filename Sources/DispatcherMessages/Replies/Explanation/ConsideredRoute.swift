/// A route in the reply to `explain`, with the reason why it matches or not.
package struct ConsideredRoute: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case route, pattern
        case declaration = "declared"
        case matches
        case isNear = "near"
        case reason
    }

    package var route: String
    package var pattern: String
    /// The `file:line` of the route's declaration.
    package var declaration: String
    package var matches: Bool
    /// Whether the route matches or nearly matches.
    package var isNear: Bool
    package var reason: String

    package init(
        route: String, pattern: String, declaration: String, matches: Bool, isNear: Bool, reason: String
    ) {
        self.route = route
        self.pattern = pattern
        self.declaration = declaration
        self.matches = matches
        self.isNear = isNear
        self.reason = reason
    }
}
