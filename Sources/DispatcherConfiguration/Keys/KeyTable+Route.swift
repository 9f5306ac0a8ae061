extension KeyTable {
    /// The actions. A route has exactly one.
    private static let actions = RouteReader.ActionKey.allCases.map(\.rawValue)
    /// The actions that start a command.
    static let commands = ["run", "script"]
    /// The actions of routes that answer themselves, and do not lead to another URL.
    static let answering = commands + ["open"]

    /// A route
    package static let route = KeyTable(
        "a route", oneOf: actions,
        ofEachRoute + ofActions + ofCommands + ofAnswers
            + ofFileAndRoute.map { key in
                switch key.name {
                case "arrays": key.needing(answering)
                case "concurrency": key.needing(commands)
                default: key
                }
            })

    private static let ofEachRoute = [
        KeyDefinition(
            "name", .form(.name), isRequired: true, "The name; the full name has that of the feature before it.",
            example: "name: create"),
        KeyDefinition(
            "path", .either([.form(.path), .list(.form(.path), atLeast: 1)]), isRequired: true,
            """
            The path, or several. {name} is a parameter, {id:int} a typed one, {key:/[A-Z]+/} one of a form, {page?} an \
            optional last one, * any segment, and {rest**} the rest as an array.
            """, example: "path: [\"/note/{id:int}\", /note]"),
        KeyDefinition(
            "summary", .text, "One line that says what the route does.", example: "summary: Make a note"),
        KeyDefinition(
            "input", .entries(.parameter, .input),
            "The parameters to read from the URL, with their types. See TYPES OF INPUTS.",
            example: "input: {title: line, tags: [line], priority: {one-of: [low, high], default: low}}"),
        KeyDefinition(
            "strict-input", .flag, standard: "false", "Unknown parameters are error 400.",
            example: "strict-input: true"),
        KeyDefinition(
            "require", .list(.list(.text, atLeast: 1)), "At least one parameter of each list, else error 400.",
            example: "input: {id: \"line?\", title: \"line?\"}\nrequire: [[id, title]]"),
        KeyDefinition(
            "exclusive", .list(.list(.text, atLeast: 2)), "At most one parameter of each list, else error 400.",
            example: "input: {id: \"line?\", title: \"line?\"}\nexclusive: [[id, title]]"),
        KeyDefinition(
            "from-app", .list(.form(.app), atLeast: 1),
            "The apps whose clicks the route answers, by the ids of their desktop entries; any other is error 403.",
            example: "from-app: [firefox, org.mozilla.firefox]"),
        KeyDefinition(
            "confirm", .form(.line), needs: answering,
            "The first line of the question to the user, in place of the route's name and summary.",
            example: "confirm: Make a note in ~/Notes?"),
        KeyDefinition(
            "fallback", .flag, standard: "false", "The route answers what no other route does.",
            example: "fallback: true"),
        KeyDefinition(
            "strict", .flag, standard: "false", "A slash at the end must be as in the path.", example: "strict: true"),
        KeyDefinition(
            "durable", .flag, standard: "false",
            "The records of its requests survive a power cut; a request that cannot be recorded so is error 503.",
            example: "durable: true"),
        KeyDefinition(
            "examples", .list(.mapping(example)), "URLs and what comes of them, for 'xcallback check' and 'page'.",
            example: "input: {title: line}\nrun: [echo, --, $title]\n"
                + "examples: [{url: \"notes:///r?title=Hi\", argv: [echo, --, Hi]}]"),
    ]

    private static let ofActions = [
        KeyDefinition(
            "run", .command(withValues: true),
            """
            Runs a command. $name and ${name} are replaced by a value inside one argument; $$ is a dollar sign; \
            ${x-url}, ${x-source}, ${x-fragment} and ${x-id} are the request's own. An argument with an absent value is \
            left out; one with an array is repeated. An inner list stays together: [--tag, $tags]. Exit status 0 is \
            success, 130 a cancel, any other an error of that code.
            """, example: "input: {title: line, tags: [line]}\nrun: [notes-add, [--tag, $tags], --, $title]"),
        KeyDefinition(
            "script", .form(.script),
            "Runs the text by 'sh -e'. Each input is a variable of its name; write it in double quotes.",
            example: "input: {text: string}\nscript: |\n  printf '%s\\n' \"$text\" >> diary.txt"),
        KeyDefinition(
            "open", .form(.openedURL),
            "Opens a URL in the app of its scheme; values are percent-encoded. The scheme and the host are fixed.",
            example: "input: {q: line}\nopen: \"https://en.wikipedia.org/w/index.php?search=$q\""),
        KeyDefinition(
            "redirect", .form(.redirectedURL), "Continues the request as another URL of your routes.",
            example: "input: {u: url}\nredirect: \"xcallback:///echo?url=$u\""),
        KeyDefinition(
            "interpreter", .command(withValues: false), standard: "[sh, -e]", needs: ["script"],
            "The command that runs the script; its last argument is the name of a file with the text.",
            example: "interpreter: [python3]\nscript: print(1)"),
    ]

    private static let ofCommands = [
        KeyDefinition(
            "stdin", .form(.stdin), standard: "none", needs: commands,
            """
            The standard input of the command: the whole input as JSON, all parameters as [[name, value], …], or one \
            parameter.
            """, example: "input: {body: string}\nstdin: $body"),
        KeyDefinition(
            "output", .word(RouteDefinition.Output.allCases.map(\.rawValue)), standard: "none", needs: commands,
            """
            How the standard output is read: 'json', 'text' as result without its last line break, or 'lines' as an array.
            """, example: "output: json"),
        KeyDefinition(
            "notify", .flag, standard: "false", needs: commands,
            """
            Show the result of a click as a notification: the text of 'output: text', the first three lines of 'lines', else \
            "done". A secret is never shown.
            """, example: "output: text\nnotify: true"),
        KeyDefinition(
            "present", .command(withValues: true), needs: commands,
            """
            A command that runs first, with the same values: 0 goes on, 130 is a cancel, anything else error 409, or the \
            code that it prints as {"code": 404}.
            """, example: "present: [test, -w, /srv/notes]"),
        KeyDefinition(
            "timeout", .duration, standard: "30s", needs: commands,
            "How long the command may run; then its process group is ended, and the error is 408.",
            example: "timeout: 10s"),
        KeyDefinition(
            "errors", .word(["stderr"]), needs: commands,
            "A web page gets the last line of stderr too, in place of a fixed sentence.", example: "errors: stderr"),
        KeyDefinition(
            "environment", .list(.form(.variable)), standard: "[]", needs: commands,
            "More variables that the command gets.", example: "environment: [NOTES_DIR]"),
        KeyDefinition(
            "directory", .form(.place), standard: "the home folder", needs: commands,
            "Where the command runs. A relative one begins at the folder of the file.", example: "directory: /srv/notes"
        ),
        KeyDefinition(
            "cancel-exit", .either([.whole(1...255), .list(.whole(1...255))]), needs: commands,
            "More exit statuses that are a cancel.", example: "cancel-exit: [1]"),
        KeyDefinition(
            "sandbox", .entries(.property, .form(.propertyValue)), needs: commands,
            "Properties of the unit in which the command runs for a click; see systemd.exec(5).",
            example: "sandbox: {ProtectHome: read-only, MemoryMax: 4G}"),
    ]

    private static let ofAnswers = [
        KeyDefinition(
            "result-name", .text, needs: answering, "The input by which a request names the result in its callback.",
            example: "input: {retParam: {type: line, default: text}}\nresult-name: retParam"),
        KeyDefinition(
            "prefix", .form(.prefix), needs: answering,
            "Put before the names of all output members in a callback.", example: "prefix: result-"),
        KeyDefinition(
            "error-name", .form(.member), standard: "errorCode", needs: answering,
            "The name of the error's code in a callback.", example: "error-name: error-Code"),
    ]

    static let example = KeyTable(
        "examples",
        [
            KeyDefinition(
                "url", .text, isRequired: true, "The URL.", example: "examples: [{url: \"notes:///r\"}]"),
            KeyDefinition(
                "argv", .list(.text, atLeast: 1), "The command that it runs.",
                example: "run: [echo, hi]\nexamples: [{url: \"notes:///r\", argv: [echo, hi]}]"),
            KeyDefinition(
                "opens", .text, "The URL that it opens or redirects to.",
                example:
                    "open: \"https://example.org/\"\nexamples: [{url: \"notes:///r\", opens: \"https://example.org/\"}]"
            ),
        ])
}
