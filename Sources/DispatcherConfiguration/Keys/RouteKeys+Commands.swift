extension RouteKeys {
    static let stdin = Key<RouteDraft>(
        "stdin", .raw("json, none or a parameter such as $body"), \.stdin, standard: "none", only: commands,
        """
        The standard input of the command: the whole input as JSON, or one parameter.
        """, with: "input: {body: string}", example: "$body")
    static let notify = Key<RouteDraft>(
        "notify", .flag, \.route.notifies, standard: "false", only: commands,
        """
        Show the result of a click as a notification: the text ('output: text') or the first three lines ('output: \
        lines'), at most 200 characters; "done" for any other or empty output. A secret is never shown.
        """, with: "output: text", example: "true")
    static let present = Key<RouteDraft>(
        "present", .template, \.present, only: commands,
        """
        A command that runs before the command of the route, with the same values. With exit status 0 the request \
        continues. With 130 or a status of 'cancel-exit' the request is cancelled. With any other status the request ends with the code \
        that this command prints, as in {"code": 404}, or else with error 409.
        """, example: "[test, -w, /srv/notes]")

    /// The keys of routes that start a command.
    @KeyBuilder<RouteDraft> static var ofCommands: [Key<RouteDraft>] {
        stdin
        Key(
            "output", .output, \.route.output, standard: "none", only: commands,
            """
            How the standard output is read: 'none' ignores it, 'json' reads its members, 'text' makes it the member \
            'result' without its last line break, and 'lines' makes 'result' an array of its lines. A mapping declares \
            members of JSON and their types; output without them is error 500.
            """, example: "{id: int, url: \"url?\"}")
        notify
        present
        Key(
            "timeout", .duration, \.route.timeout, standard: "30s", only: lasting,
            """
            How long the command may run, or the worker may take; then the command's process group is ended, and the error \
            is 408.
            """,
            example: "10s")
        Key(
            "errors", .words(["stderr": true]), \.route.tellsStderr, only: commands,
            "With 'stderr', a web page too gets the last line of a failed command's standard error, not only a fixed sentence.",
            example: "stderr")
        Key(
            "environment", .list(of: .variable), \.route.environment, standard: "[]", only: commands,
            "Names of more variables that the command gets.", example: "[NOTES_DIR]")
        Key(
            "directory", .place, \.route.directory, standard: "the home folder", only: commands,
            "The folder in which the command runs. A relative path begins at the folder of the file.",
            example: "/srv/notes")
        Key(
            "cancel-exit", Form<[Int]>.oneOrMore(.whole(in: 1...255)).map { [130] + $0 }, \.route.cancelExits,
            only: commands,
            "Exit statuses that are a cancel, besides 130.",
            example: "[1]")
        Key(
            "sandbox", .unitProperties, \.route.sandbox, only: commands,
            """
            Properties of the systemd unit in which a click's command runs. They replace the standard properties of the \
            same name. See systemd.exec(5) and systemd.resource-control(5).
            """,
            example: "{ProtectHome: read-only, MemoryMax: 4G}")
    }

    static let resultName = Key<RouteDraft>(
        "result-name", .raw("text", mayBeOther: true), \.resultName, only: answering,
        "The input in which the caller names the result. The value replaces 'result', or the name of the only member.",
        with: "input: {retParam: {type: line, default: text}}", example: "retParam")
    /// The keys for the form of the callbacks.
    @KeyBuilder<RouteDraft> static var ofAnswers: [Key<RouteDraft>] {
        resultName
        Key(
            "prefix", .memberPrefix, \.route.outputPrefix, only: answering, excluding: resultName,
            "Text before the name of each output member in a callback.", example: "result-")
        Key(
            "error-name", .member, \.route.errorName, standard: "errorCode", only: answering,
            "The name of the error's code in a callback.", example: "error-Code")
    }
}
