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
    static func keys<Model>(
        in path: any WritableKeyPath<Model, SharedKeys> & Sendable, answering: Condition<Model>? = nil,
        commands: Condition<Model>? = nil, structured: Condition<Model>
    ) -> [Key<Model>] {
        own.map { $0.lifted(to: path, $0 === callbacks ? structured : nil) }
            + PolicyKeys.all.map { key in
                let condition =
                    key === PolicyKeys.arrays
                    ? answering
                    : key === PolicyKeys.concurrency
                        ? commands : key === PolicyKeys.token || key === PolicyKeys.plusAsSpace ? structured : nil
                return key.lifted(to: \SharedKeys.policy).lifted(to: path, condition)
            }
    }

    static let agent = Key<SharedKeys>(
        "agent", .word(of: AgentRule.self), \.agent, standard: "never",
        """
        What an agent may do by 'xcallback mcp': 'never' does not offer it the route, 'ask' asks the user each time, \
        'allow' runs it unasked.
        """, example: "ask")

    @KeyBuilder<SharedKeys> private static var own: [Key<SharedKeys>] {
        Key(
            "desktop", .word(of: DesktopRule.self), \.desktop, standard: "ask",
            """
            What a click may do: 'never' refuses it, 'ask' asks the user, who may answer "always", 'ask-always' asks \
            each time, 'allow' runs it unasked.
            """, example: "allow")
        agent
        callbacks
    }

    private static let callbacks = Key<SharedKeys>(
        "callbacks", CallbackLists.keys, \.callbacks, from: \.inheritedCallbacks,
        """
        Restricts the hosts and schemes that callbacks may open. The restriction also applies to the requests to \
        which a request of the route leads, as by a redirect.
        """,
        example: "{allow: [otherapp]}")

    /// The lists that add no restriction.
    private var inheritedCallbacks: CallbackLists { CallbackLists(hosts: hosts, allow: nil) }
}
