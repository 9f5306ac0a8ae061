extension RouteKeys {
    static let name = Key<RouteDraft>(
        "name", Form<LocatedText>.name.map(\.text), \.name, isRequired: true, aliases: "id",
        "Name of the route; the full name is FEATURE.NAME.", example: "create")
    static let path = Key<RouteDraft>(
        "path", .oneOrMore(.pattern, atLeast: 1, orElse: "'path' needs at least one pattern"), \.route.patterns,
        isRequired: true, aliases: "pattern route",
        """
        The path, or a list of paths. {name} is a parameter, {id:int} a typed parameter, {key:/[A-Z]+/} a parameter \
        that matches the expression, {page?} an optional parameter at the end, * any segment, and {rest**} the rest as \
        an array.
        """, example: "[\"/note/{id:int}\", /note]")
    static let input = Key<RouteDraft>(
        "input", .fields, \.route.input, aliases: "parameters params inputs arguments",
        "The parameters to read from the URL, with their types. See TYPES OF INPUTS.",
        example: "{title: line, tags: [line], priority: {one-of: [low, high], default: low}}")
    static let require = Key<RouteDraft>(
        "require", .groups(atLeast: 1, "one parameter"), \.required,
        "A request needs at least one parameter of each list, else error 400.",
        with: "input: {id: \"line?\", title: \"line?\"}",
        example: "[[id, title]]")
    static let exclude = Key<RouteDraft>(
        "exclusive", .groups(atLeast: 2, "two parameters"), \.exclusive,
        "A request may have at most one parameter of each list, else error 400.",
        with: "input: {id: \"line?\", title: \"line?\"}",
        example: "[[id, title]]")
    static let examples = Key<RouteDraft>(
        "examples", Form<[YAMLNode]>.list(of: .mapping(of: ExampleKeys.table), isOfTexts: false), \.examples,
        """
        Sample URLs with the command or the URL that they must produce; 'xcallback check' verifies them, and \
        'xcallback page' lists them.
        """,
        with: "input: {title: line}\nrun: [echo, --, $title]",
        example: "[{url: \"notes:///r?title=Hi\", argv: [echo, --, Hi]}]")

    /// The keys that each route may have.
    @KeyBuilder<RouteDraft> static var ofEachRoute: [Key<RouteDraft>] {
        name
        path
        Key(
            "summary", .text, \.route.summary, "One line that says what the route does.", example: "Make a note")
        Key(
            "description", .description, \.route.description,
            "What the route does and returns, for an agent that chooses among routes. Default: the summary.",
            example: "Makes a note in the notebook, and returns its number.")
        Key(
            "effect", .word(of: RouteEffect.self), \.route.effect,
            "What the route does to your data, for an agent: 'reads' changes nothing, 'adds' only adds, 'changes' may replace.",
            example: "adds")
        input
        Key(
            "strict-input", .flag, \.route.strictInput, standard: "false", only: structured,
            "Unknown parameters are error 400.",
            example: "true")
        require
        exclude
        Key(
            "from-app", .list(of: .app, atLeast: 1, orElse: "'from-app' needs at least one app; see 'desktop: never'"),
            \.route.apps,
            """
            The apps whose clicks the route answers, by the ids of their desktop entries. All other requests go to the next \
            route that matches, which may have the same path without 'from-app', or end with error 403.
            """,
            example: "[firefox, org.mozilla.firefox]")
        Key(
            "confirm", .line(max: 200), \.route.confirm, only: answering,
            "A text for the question, in place of the route's name and summary.",
            example: "Make a note in ~/Notes?")
        Key(
            "fallback", .flag, \.route.isFallback, standard: "false",
            "The route answers the URLs that no other route answers.",
            example: "true")
        Key(
            "strict", .flag, \.route.isStrict, standard: "false", only: structured,
            "The path of a URL must end with a slash exactly if the route's path ends with one.",
            example: "true")
        examples
    }

    static let run = Key<RouteDraft>(
        "run", .template, \.run, aliases: "command cmd exec args",
        """
        Runs a command. $name and ${name} are replaced by a value inside one argument; $$ is a dollar sign; \
        ${x-url}, ${x-source}, ${x-fragment} and ${x-id} are the request's URL, source, fragment and id. An argument \
        with an absent value is left out; an argument with an array is repeated for each item. An inner list stays \
        together: [--tag, $tags]. Exit status 0 is success, 130 a cancel, any other an error of that code.
        """, with: "input: {title: line, tags: [line]}", example: "[notes-add, [--tag, $tags], --, $title]")
    static let script = Key<RouteDraft>(
        "script", .raw("the text of a script"), \.script,
        "Runs the text with 'sh -e'. Each input is a variable of the same name; write the variable in double quotes.",
        with: "input: {text: string}", example: "|\n  printf '%s\\n' \"$text\" >> diary.txt")
    static let open = Key<RouteDraft>(
        "open", .raw("a URL with values in it"), \.open, aliases: "url",
        "Opens a URL in the app of its scheme; values are percent-encoded. The scheme and the host contain no value.",
        with: "input: {q: line}", example: "\"https://en.wikipedia.org/w/index.php?search=$q\"")
    static let redirect = Key<RouteDraft>(
        "redirect", .raw("a URL of a route, with values in it"), \.redirect,
        "Continues the request as another URL of your routes.", with: "input: {u: url}",
        example: "\"xcallback:///echo?url=$u\"")
    static let worker = Key<RouteDraft>(
        "worker",
        .text("the name of a worker, such as count.words", mayBeOther: true) {
            NameRules.isRouteName($0)
        }, \.worker,
        """
        Gives the input to the worker that serves this name, a program that keeps running (see 'xcallback serve'). Without \
        such a worker the error is 502.
        """,
        with: "input: {text: string}", example: "count.words")
    static let interpreter = Key<RouteDraft>(
        "interpreter", .command, \.interpreter, standard: "[sh, -e]", only: .with([script]),
        "The command that runs the script; its last argument is the name of a file with the text.",
        with: "script: print(1)", example: "[python3]")
}
