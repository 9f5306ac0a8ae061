extension KeyTable {
    /// A file of routes.d
    package static let file = KeyTable(
        "a routes file", anyOf: ["schemes", "domains"],
        [
            KeyDefinition(
                "feature", .form(.name), "The name of the file's routes as a whole; by default that of the file.",
                example: "feature: notes"),
            KeyDefinition(
                "schemes", .either([.word(["any"]), .list(.form(.ownScheme))]),
                """
                The schemes whose URLs the routes answer. A scheme of the desktop or of another program, such as file, mailto \
                or ssh, is a mistake.
                """, example: "schemes: [notes]"),
            KeyDefinition(
                "domains", .either([.word(["any"]), .list(.form(.domain))]),
                "The hosts of the web links that the routes answer; '*.' stands for every subdomain.",
                example: "domains: [notes.example.org, \"*.example.org\"]"),
            KeyDefinition(
                "enabled", .flag, standard: "true",
                "Without it the routes answer 424. 'xcallback enable' and 'disable' override it.",
                example: "enabled: false"),
            KeyDefinition(
                "available-when", .command(withValues: false),
                """
                The routes answer 424 while this command does not exit with 0. It runs when it is needed, for at most 2 s; \
                its result holds for 5 s.
                """, example: "available-when: [test, -d, /srv/notes]"),
            KeyDefinition(
                "until", .form(.day), "The last day on which the routes answer; afterwards 424.",
                example: "until: 2027-01-31"),
            KeyDefinition(
                "lenient-authority", .flag, standard: "false",
                "If nothing else matches, the path is tried without its authority.", example: "lenient-authority: true"),
            KeyDefinition(
                "log", .flag, standard: "false",
                "Log a line for each request: its route, its outcome and the time it took.", example: "log: true"),
            KeyDefinition(
                "summary", .text, "One line about the file, which the desktop entry shows.",
                example: "summary: Notes as files"),
            KeyDefinition(
                "routes", .list(.mapping(route)), isRequired: true, "The routes.",
                example: "routes: [{name: ping, path: /ping, run: [\"true\"]}]"),
        ] + ofFileAndRoute)

    /// The keys that a file may have for all of its routes, and a route for itself.
    static let ofFileAndRoute =
        [
            KeyDefinition(
                "desktop", .word(DesktopRule.allCases.map(\.rawValue)), standard: "ask",
                """
                What a click may do: 'never' refuses it, 'ask' asks the user, who may answer "always", 'ask-always' asks each \
                time, 'allow' runs it unasked.
                """, example: "desktop: allow"),
            KeyDefinition(
                "callbacks", .mapping(callbacks),
                "Narrows where outcomes may be sent, and what follows from a request of the route.",
                example: "callbacks: {allow: [otherapp]}"),
        ] + policy

    /// What ``PolicyReader`` reads.
    private static let policy = [
        KeyDefinition(
            "token", .mapping(token), "A secret in the URL takes the place of the question to the user.",
            example: "token: {file: token}"),
        KeyDefinition(
            "rate", .either([.whole(count), .mapping(rate)]),
            """
            How often each of the two sockets may use the route: a number a second, with a burst of twice as many. Past it, \
            error 429. By default a click has 10 a second with a burst of 20, and a script no limit.
            """, example: "rate: 5"),
        KeyDefinition(
            "strip", .list(.form(.stripped)), standard: "[]",
            "Parameters to drop before the input is read, by name or prefix.", example: "strip: [utm_*, fbclid]"),
        KeyDefinition(
            "concurrency", .whole(count),
            "How many commands of a route run at once; the rest queue in order. By default 'limits: {running: …}'.",
            example: "concurrency: 1"),
        KeyDefinition(
            "plus-as-space", .flag, standard: "false",
            "A '+' in the query is a space, for callers that send forms.", example: "plus-as-space: true"),
        KeyDefinition(
            "arrays", .word(PolicyReader.arrays), standard: "dotted",
            """
            How callbacks write arrays: 'repeat' as a=1&a=2, 'dotted' as a.0=1&a.1=2, 'brackets' as a[]=1&a[]=2, 'comma' as \
            a=1,2, and 'json' as a=[1,2], with objects too.
            """, example: "arrays: json"),
    ]

    static let token = KeyTable(
        "token",
        [
            KeyDefinition(
                "file", .form(.place), isRequired: true,
                "The file with the secret, which only you may read; 'xcallback token new ROUTE' makes it.",
                example: "token: {file: token}"),
            KeyDefinition(
                "parameter", .form(.tokenParameter), standard: "x-token, or key",
                "The parameter that carries the secret.", example: "token: {file: token, parameter: auth-token}"),
            KeyDefinition(
                "required", .flag, standard: "false", "Every request needs the secret, on both sockets.",
                example: "token: {file: token, required: true}"),
        ])

    static let rate = KeyTable(
        "rate",
        [
            KeyDefinition(
                "per-second", .whole(count), standard: "10", "Requests a second in the long run.",
                example: "rate: {per-second: 5}"),
            KeyDefinition(
                "burst", .whole(count), standard: "twice as many", "Requests at once.",
                example: "rate: {per-second: 5, burst: 50}"),
        ])
}
