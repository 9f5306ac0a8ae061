import QueryCoding

/// The keys of a policy.
enum PolicyKeys {
    static let strip = Key<RoutePolicy>(
        "strip", .list(of: .stripped), \.strip, standard: "[]",
        "Parameters to drop before the input is read, by name or prefix.", example: "[utm_*, fbclid]")
    static let token = Key<RoutePolicy>(
        "token", .mapping(RoutePolicy.Token.keys, from: RoutePolicy.Token(file: "")), \.token,
        "A secret in the URL that replaces the question to the user.", example: "{file: token}")
    static let concurrency = Key<RoutePolicy>(
        "concurrency", .count, \.concurrency,
        "How many commands of the route run at once; the rest queue in order. By default 'limits: {running: …}'.",
        example: "1")
    static let plusAsSpace = Key<RoutePolicy>(
        "plus-as-space", .flag, \.plusAsSpace, standard: "false",
        "A '+' in the query is a space, for callers that send forms.", example: "true")
    static let arrays = Key<RoutePolicy>(
        "arrays",
        .words(["repeat": .repeated, "dotted": .dotted, "brackets": .brackets, "comma": .comma, "json": .json]),
        \.arrays, standard: "dotted",
        """
        How callbacks write arrays: 'repeat' as a=1&a=2, 'dotted' as a.0=1&a.1=2, 'brackets' as a[]=1&a[]=2, 'comma' \
        as a=1,2, and 'json' as a=[1,2], with objects too.
        """, example: "json")

    /// The keys that a file may set for all of its routes, and a route for itself.
    @KeyBuilder<RoutePolicy> static var all: [Key<RoutePolicy>] {
        token
        Key(
            "rate", .rate, \.rate,
            """
            How many requests a second each socket may send to the route, with a burst of twice as many. A request \
            beyond the rate is error 429. By default clicks and agents have 10 a second each with a burst of 20, and \
            scripts have no limit.
            """, example: "5")
        strip
        concurrency
        plusAsSpace
        arrays
    }
}

extension RoutePolicy.Token {
    static let keys = Table<RoutePolicy.Token>("token", frame: .flow("token: {", "}")) {
        Key(
            "file", .place, \.file, isRequired: true,
            "The file with the secret, which only you may read; 'xcallback token new ROUTE' makes it.", example: "token"
        )
        Key(
            "parameter", .tokenParameter, \.parameter, standard: "x-token, and also key",
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
    fileprivate static var rate: Form {
        let number = Form<Int>.count.map { RoutePolicy.Rate(perSecond: $0, burst: 2 * $0) }
        let mapping = Form<RateDraft>.mapping(RateDraft.table, from: RateDraft()).map { draft in
            RoutePolicy.Rate(perSecond: draft.perSecond, burst: draft.burst ?? 2 * draft.perSecond)
        }
        return .either(number, mapping) { if case .text = $0 { true } else { false } }
    }
}
