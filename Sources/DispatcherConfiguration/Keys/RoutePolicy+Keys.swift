extension RoutePolicy.Token {
    static let keys = Table<RoutePolicy.Token>("token", frame: .flow("token: {", "}")) {
        Key(
            "file", .place, \.file, isRequired: true, aliases: "path secret",
            "The file with the secret, which only you may read; 'xcallback token ROUTE' makes it.", example: "token"
        )
        Key(
            "parameter", .tokenParameter, \.parameter, standard: "x-token, and also key", aliases: "name param query",
            "The parameter that carries the secret.", with: "file: token", example: "auth-token")
        Key(
            "required", .flag, \.isRequired, standard: "false", "Every request needs the secret, on each socket.",
            with: "file: token", example: "true")
    }
}

/// The values of the mapping `rate`.
struct RateDraft {
    fileprivate var perSecond = 10
    fileprivate var burst: Int?

    static let table = Table<RateDraft>("rate", frame: .flow("rate: {", "}")) {
        Key("per-second", .count, \.perSecond, standard: "10", "Requests a second in the long run.", example: "5")
        Key(
            "burst", .count, \.burst, standard: "twice per-second", "Requests at once.", with: "per-second: 5",
            example: "50")
    }
}

extension Form<RoutePolicy.Rate> {
    /// The number of requests a second, with a burst of twice that number, or a mapping with both numbers.
    static var rate: Form {
        let number = Form<Int>.count.map { RoutePolicy.Rate(perSecond: $0, burst: 2 * $0) }
        let mapping = Form<RateDraft>.mapping(RateDraft.table, from: RateDraft()).map { draft in
            RoutePolicy.Rate(perSecond: draft.perSecond, burst: draft.burst ?? 2 * draft.perSecond)
        }
        return .either(number, mapping) { if case .text = $0 { true } else { false } }
    }
}
