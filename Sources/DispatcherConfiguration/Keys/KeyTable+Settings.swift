extension KeyTable {
    /// What the daemon adds and multiplies is at most this.
    static let count = 1...1_000_000

    /// config.yaml
    package static let settings = KeyTable(
        "config.yaml",
        [
            KeyDefinition(
                "opener",
                .either([
                    .command(withValues: false),
                    .entries(
                        .scheme, .either([.command(withValues: false), .word(["dbus"])]),
                        standard: .command(withValues: false)),
                ]), standard: "[xdg-open]",
                """
                The program that opens a URL on the desktop; the URL is added as the last argument. A mapping chooses by \
                scheme, with 'default' for all others. 'dbus' calls an app that D-Bus starts, with the activation token of \
                the click.
                """, example: "opener: {default: [xdg-open], things3: [gio, open], paper: dbus}"),
            KeyDefinition(
                "prompt", .either([.word(["auto"]), .command(withValues: false)]), standard: "auto",
                """
                The program that asks the user; the question is added as the last argument. It answers by its exit status: \
                0 once, 10 always, 1 no. After 10 it is started again with a text that says what is allowed from then on, \
                and 0 confirms it. 'auto' is zenity, else kdialog.
                """, example: "prompt: [/usr/local/bin/ask]"),
            KeyDefinition(
                "callbacks", .mapping(callbacks), standard: "{hosts: [], allow: any}",
                "Where outcomes may be sent.", example: "callbacks: {hosts: [example.org], allow: [otherapp, obsidian]}"
            ),
            KeyDefinition(
                "apps", .entries(.scheme, .mapping(app)), standard: "{obsidian: {plus-as-space: true}}",
                "How other apps are called, by their schemes.",
                example: "apps: {things: {secret: [ticket], plus-as-space: true}}"),
            KeyDefinition(
                "journal", .flag, standard: "on",
                """
                Whether requests and outcomes are recorded on disk. Without it, nothing is kept across a restart, and \
                durable routes are refused.
                """, example: "journal: off"),
            KeyDefinition(
                "history", .mapping(history), standard: "{keep: 30d, size: 256MiB, inputs: true}",
                "What is kept of ended requests.", example: "history: {keep: 7d}"),
            KeyDefinition(
                "notifications", .flag, standard: "true",
                "Show a desktop notification for an error that no callback reports, and for an answer that is lost.",
                example: "notifications: false"),
            KeyDefinition(
                "environment", .list(.form(.variable)), standard: "[]",
                "The variables that commands get besides PATH, HOME, LANG, LC_*, XDG_* and those of the session.",
                example: "environment: [NOTES_DIR]"),
            KeyDefinition(
                "limits", .mapping(limits), "Limits of the daemon. A request beyond one gets an error at once.",
                example: "limits: {running: 16, timeout: 1m}"),
        ])

    static let callbacks = KeyTable(
        "callbacks",
        [
            KeyDefinition(
                "hosts", .list(.form(.host)), standard: "[]",
                """
                The hosts that web pages may be opened on as callbacks, by https; 'http://HOST' allows links without \
                encryption too. A routes file can only narrow the list of config.yaml.
                """, example: "callbacks: {hosts: [example.org, \"http://localhost:8080\"]}"),
            KeyDefinition(
                "allow", .either([.word(["any"]), .list(.form(.appScheme))]), standard: "any",
                """
                The schemes of apps that may be opened as callbacks. A click opens the listed ones unasked, and asks about \
                any other.
                """, example: "callbacks: {allow: [otherapp]}"),
        ])

    static let app = KeyTable(
        "apps",
        [
            KeyDefinition(
                "plus-as-space", .flag, standard: "false",
                "A '+' in an answer of the app is a space. Obsidian has it by default.",
                example: "apps: {bear: {plus-as-space: true}}"),
            KeyDefinition(
                "secret", .list(.text), standard: "[]",
                """
                The parameters of calls whose values are not written down, besides auth-token, access-token, token, key, \
                password and x-token.
                """, example: "apps: {things: {secret: [ticket]}}"),
        ])

    static let history = KeyTable(
        "history",
        [
            KeyDefinition(
                "keep", .duration, standard: "30d", "How long ended requests are kept.", example: "history: {keep: 7d}"),
            KeyDefinition(
                "size", .size, standard: "256MiB",
                """
                The size of the database with its log, at least 1MiB. Past it, the requests that ended first are deleted, \
                beginning with those of the socket that holds more than half. The output of a click is kept up to 64 KiB.
                """, example: "history: {size: 64MiB}"),
            KeyDefinition(
                "inputs", .flag, standard: "true", "Whether the values of parameters are kept.",
                example: "history: {inputs: false}"),
        ])

    static let limits = KeyTable(
        "limits",
        [
            KeyDefinition(
                "connections", .whole(count), standard: "256",
                "Connections at once. The desktop socket may use half of them.", example: "limits: {connections: 64}"),
            KeyDefinition(
                "running", .whole(count), standard: "64",
                "Requests that run at once. The desktop socket may use half of them.", example: "limits: {running: 16}"),
            KeyDefinition(
                "waiting", .whole(0...count.upperBound), standard: "1000",
                "Requests that wait. The desktop socket may use half of them.", example: "limits: {waiting: 100}"),
            KeyDefinition(
                "parameters", .whole(count), standard: "1000", "Parameters of a URL.",
                example: "limits: {parameters: 100}"),
            KeyDefinition(
                "line", .size, standard: "1MiB", "The length of a line on the control socket.",
                example: "limits: {line: 64KiB}"),
            KeyDefinition(
                "output", .size, standard: "1MiB", "The length of a command's output.",
                example: "limits: {output: 8MiB}"),
            KeyDefinition(
                "timeout", .duration, standard: "30s", "How long a command runs, unless its route sets 'timeout'.",
                example: "limits: {timeout: 2m}"),
        ])
}
