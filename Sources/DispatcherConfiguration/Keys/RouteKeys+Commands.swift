extension RouteKeys {
    static let stdin = Key<RouteDraft>(
        "stdin", .stdin, \.stdin, standard: "none", only: commands,
        """
        The standard input of the command: the whole input as JSON, all parameters as [[name, value], …], or one \
        parameter.
        """, with: "input: {body: string}", example: "$body")
    static let notify = Key<RouteDraft>(
        "notify", .flag, \.route.notifies, standard: "false", only: commands,
        """
        Show the result of a click as a notification: the text of 'output: text', the first three lines of 'lines', \
        else "done". A secret is never shown.
        """, with: "output: text", example: "true")
    static let present = Key<RouteDraft>(
        "present", .template, \.present, only: commands,
        """
        A command that runs before the command of the route, with the same values. Exit status 0 continues, 130 is a \
        cancel, and any other is error 409, or the code that the command prints as {"code": 404}.
        """, example: "[test, -w, /srv/notes]")

    /// The keys of routes that start a command.
    @KeyBuilder<RouteDraft> static var ofCommands: [Key<RouteDraft>] {
        stdin
        Key(
            "output", .word(of: RouteDefinition.Output.self), \.route.output, standard: "none", only: commands,
            """
            How the standard output is read: 'json', 'text' as result without its last line break, or 'lines' as an array.
            """, example: "json")
        notify
        present
        Key(
            "timeout", .duration, \.route.timeout, standard: "30s", only: commands,
            "How long the command may run; then the command's process group is ended, and the error is 408.",
            example: "10s")
        Key(
            "errors", .words(["stderr": true]), \.route.tellsStderr, only: commands,
            "A web page also gets the last line of the command's stderr, instead of a fixed sentence.",
            example: "stderr")
        Key(
            "environment", .list(of: .variable), \.route.environment, standard: "[]", only: commands,
            "Names of more variables that the command gets.", example: "[NOTES_DIR]")
        Key(
            "directory", .place, \.route.directory, standard: "the home folder", only: commands,
            "The folder in which the command runs. A relative path begins at the folder of the file.",
            example: "/srv/notes")
        Key(
            "cancel-exit", .cancelExits, \.route.cancelExits, only: commands,
            "Exit statuses that are a cancel, besides 130.",
            example: "[1]")
        Key(
            "sandbox", .unitProperties, \.route.sandbox, only: commands,
            "Properties of the unit in which the command runs for a click; see systemd.exec(5).",
            example: "{ProtectHome: read-only, MemoryMax: 4G}")
    }
}

extension RouteKeys {
    static let resultName = Key<RouteDraft>(
        "result-name", .raw("text", nil, mayBeOther: true), \.resultName, only: answering,
        "The input by which a request names the result in its callback.",
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
