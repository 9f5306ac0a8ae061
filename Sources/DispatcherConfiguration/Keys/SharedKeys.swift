import QueryCoding

/// The values that a file sets for all of its routes, and a route for itself.
struct SharedKeys {
    var desktop = DesktopRule.ask
    var agent = AgentRule.never
    var callbacks: CallbackLists?
    /// The hosts for a mapping `callbacks` that has no `hosts`.
    var hosts: Set<String>
    var policy = RoutePolicy()
    /// Whether the URLs of the file's schemes are opaque.
    var isOpaque = false

    /// Returns the keys for a model that contains these values.
    /// - Parameters:
    ///   - answering: The condition under which the model may have `arrays`.
    ///   - commands: The condition under which the model may have `concurrency`.
    ///   - structured: The condition under which the model may have keys that read or answer a query.
    @KeyBuilder<Model> static func keys<Model>(
        in path: any WritableKeyPath<Model, SharedKeys> & Sendable, answering: Condition<Model>? = nil,
        commands: Condition<Model>? = nil, structured: Condition<Model>
    ) -> [Key<Model>] {
        desktop.lifted(to: path)
        agent.lifted(to: path)
        callbacks.lifted(to: path, structured)
        token.lifted(to: path, structured)
        rate.lifted(to: path)
        strip.lifted(to: path)
        concurrency.lifted(to: path, commands)
        plusAsSpace.lifted(to: path, structured)
        arrays.lifted(to: path, answering)
    }

    private static let desktop = Key<SharedKeys>(
        "desktop", .word(of: DesktopRule.self), \.desktop, standard: "ask",
        """
        What a click may do: 'never' refuses it, 'ask' asks the user, who may answer "always", 'ask-always' asks \
        each time, 'allow' runs it unasked.
        """, example: "allow")
    static let agent = Key<SharedKeys>(
        "agent", .word(of: AgentRule.self), \.agent, standard: "never",
        """
        What an agent may do by 'xcallback mcp': 'never' does not offer it the route, 'ask' asks the user each time, \
        'allow' runs it unasked.
        """, example: "ask")
    private static let callbacks = Key<SharedKeys>(
        "callbacks", CallbackLists.keys, \.callbacks, from: \.inheritedCallbacks,
        """
        Restricts the hosts and schemes that callbacks may open. The restriction also applies to the requests to \
        which a request of the route leads, as by a redirect.
        """,
        example: "{allow: [otherapp]}")
    static let token = Key<SharedKeys>(
        "token", .mapping(RoutePolicy.Token.keys, from: RoutePolicy.Token(file: "")), \.policy.token,
        "A secret in the URL that replaces the question to the user.", example: "{file: token}")
    private static let rate = Key<SharedKeys>(
        "rate", .rate, \.policy.rate,
        """
        How many requests a second each socket may send to the route, with a burst of twice as many. A request \
        beyond the rate is error 429. By default clicks and agents have 10 a second each with a burst of 20, and \
        scripts have no limit.
        """, example: "5")
    static let strip = Key<SharedKeys>(
        "strip", .list(of: .stripped), \.policy.strip, standard: "[]",
        "Parameters to drop before the input is read, by name or prefix.", example: "[utm_*, fbclid]")
    private static let concurrency = Key<SharedKeys>(
        "concurrency", .count, \.policy.concurrency,
        "How many commands of the route run at once; the rest queue in order. By default 'limits: {running: …}'.",
        example: "1")
    private static let plusAsSpace = Key<SharedKeys>(
        "plus-as-space", .flag, \.policy.plusAsSpace, standard: "false",
        "A '+' in the query is a space, for callers that send forms.", example: "true")
    private static let arrays = Key<SharedKeys>(
        "arrays",
        .words(["repeat": .repeated, "dotted": .dotted, "brackets": .brackets, "comma": .comma, "json": .json]),
        \.policy.arrays, standard: "dotted",
        """
        How callbacks write arrays: 'repeat' as a=1&a=2, 'dotted' as a.0=1&a.1=2, 'brackets' as a[]=1&a[]=2, 'comma' \
        as a=1,2, and 'json' as a=[1,2], with objects too.
        """, example: "json")

    /// The lists that add no restriction.
    private var inheritedCallbacks: CallbackLists { CallbackLists(hosts: hosts, allow: nil) }
}
