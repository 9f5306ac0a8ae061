extension Settings {
    /// Reads config.yaml.
    init(_ node: YAMLNode, _ context: ValueContext) {
        self.init()
        Self.keys.read(node, named: "config.yaml", into: &self, context)
    }

    /// The keys of config.yaml.
    static let keys = Table<Settings>("config.yaml") {
        Key(
            "opener", .opener, \.opener, standard: "[xdg-open]",
            """
            The program that opens a URL on the desktop; the URL is added as the last argument. A mapping chooses by \
            scheme, with 'default' for all others.
            """, example: "{default: [xdg-open], things3: [gio, open]}")
        Key(
            "prompt", .word("auto", or: .dialog), \.prompt, standard: "auto",
            """
            The program that asks the user; the question is added as the last argument. The exit status is the answer: \
            0 once, 10 always, 1 no. After 10 the program is started again with a text that says what will be allowed \
            from then on, and 0 confirms. 'auto' is zenity or kdialog, on KDE kdialog first.
            """, example: "[/usr/local/bin/ask]")
        Key(
            "callbacks", .mapping(CallbackLists.keys, from: CallbackLists()), \.callbacks,
            standard: "{hosts: [], allow: any}", "Where outcomes may be sent.",
            example: "{hosts: [example.org], allow: [otherapp, obsidian]}")
        Key(
            "apps", .apps, \.apps, standard: "{obsidian: {plus-as-space: true}}",
            "How other apps are called, by their schemes.", example: "{things: {secret: [ticket], plus-as-space: true}}"
        )
        Key(
            "journal", .flag, \.journal, standard: "on",
            """
            Whether requests and outcomes are recorded on disk. With 'off', nothing is kept across a restart.
            """, example: "off")
        Key(
            "history", .mapping(History.keys, from: History()), \.history,
            standard: "{keep: 30d, size: 256MiB, inputs: true}",
            "How long ended requests are kept, the maximum size of the database, and whether inputs are kept.",
            example: "{keep: 7d}")
        Key(
            "notifications", .flag, \.notifications, standard: "true",
            "Show a desktop notification for an error that no callback reports, and for an answer that is lost.",
            example: "false")
        Key(
            "environment", .list(of: .variable), \.environment, standard: "[]",
            "Names of the variables that commands get besides PATH, HOME, LANG, LC_*, XDG_* and the session's.",
            example: "[NOTES_DIR]")
        Key(
            "limits", .mapping(Limits.keys, from: Limits()), \.limits,
            "Limits of the daemon. A request beyond 'running' waits for its turn; a request beyond any other limit is an error.",
            example: "{running: 16, timeout: 1m}")
    }
}

extension Settings.App {
    static let keys = Table<Settings.App>("apps", frame: .flow("apps: {things: {", "}}")) {
        Key(
            "plus-as-space", .flag, \.plusAsSpace, standard: "false",
            "A '+' in an answer of the app is a space. For obsidian the default is true.", example: "true")
        Key(
            "secret", .list(of: .text), \.secretNames, standard: "[]",
            "The parameters of calls whose values are not recorded, besides the names of secrets.", example: "[ticket]")
    }
}

extension Settings.History {
    static let keys = Table<Settings.History>("history", frame: .flow("history: {", "}")) {
        Key("keep", .duration, \.keep, standard: "30d", "How long ended requests are kept.", example: "7d")
        Key(
            "size", .size(atLeast: Settings.History.minimumSize, "1MiB"), \.size, standard: "256MiB",
            """
            The maximum size of the database with its log. Beyond this size, the requests that ended first are \
            deleted; if one socket holds more than half of the history, its requests are deleted first. The output of \
            a click or an agent is kept up to 64 KiB.
            """, example: "64MiB")
        Key(
            "inputs", .flag, \.inputs, standard: "true",
            """
            Whether the history keeps the values of inputs. If not, only the scheme of a URL is kept, and no arguments of \
            the command.
            """, example: "false")
    }
}

extension Settings.Limits {
    private static let share = "The desktop socket may use half of this number, the agent socket a quarter."

    static let keys = Table<Settings.Limits>("limits", frame: .flow("limits: {", "}")) {
        Key(
            "connections", .count, \.connections, standard: "256",
            "The maximum number of connections. \(share)", example: "64")
        Key(
            "running", .count, \.running, standard: "64",
            "The maximum number of requests that run at once. \(share)", example: "16")
        Key(
            "waiting", .countOrZero, \.waiting, standard: "1000",
            "The maximum number of requests that wait. \(share)", example: "100")
        Key(
            "parameters", .count, \.parameters, standard: "1000", "The maximum number of parameters of a URL.",
            example: "100")
        Key(
            "line", .size, \.line, standard: "1MiB", "The maximum length of a line on the control socket.",
            example: "64KiB")
        Key("output", .size, \.output, standard: "1MiB", "The maximum length of a command's output.", example: "8MiB")
        Key(
            "timeout", .duration, \.timeout, standard: "30s",
            "The maximum time of a command, unless its route sets 'timeout'; afterwards the command is ended with error 408.",
            example: "2m")
    }
}
