import XCallbackURL

extension CallbackLists {
    static let keys = Table<CallbackLists>("callbacks", frame: .flow("callbacks: {", "}")) {
        Key(
            "hosts", Form<[[String]]>.list(of: .callbackHost).map { Set($0.joined()) }, \.hosts, standard: "[]",
            """
            The hosts whose web pages may be opened as callbacks, by https; 'http://HOST' allows links without \
            encryption too. A routes file can only narrow the list of config.yaml.
            """, example: "[example.org, \"http://localhost:8080\"]")
        Key(
            "allow", .word("any", or: Form<[Scheme]>.list(of: .appScheme).map { Set($0) }), \.allow, standard: "any",
            """
            The schemes of apps that callbacks may open. With a list in config.yaml, the callback of a click opens a \
            listed scheme unasked, and the user is asked about any other; a script may open only listed schemes. With a \
            list in a routes file, any other scheme is refused.
            """, example: "[otherapp]")
    }
}
