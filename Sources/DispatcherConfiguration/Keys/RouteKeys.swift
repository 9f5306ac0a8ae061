/// The keys of a route.
enum RouteKeys {
    static let table = Table<RouteDraft>(
        "A ROUTE", oneOf: ("action", [run, script, open, redirect, worker]),
        foreign: ["type types": "write the types of the values as 'input: {title: line}'"]
    ) {
        ofEachRoute
        run
        script
        open
        redirect
        worker
        interpreter
        ofCommands
        ofAnswers
        SharedKeys.keys(in: \.shared, answering: answering, commands: commands, structured: structured)
    }

    /// Requires URLs that are not opaque, which the route's file states.
    static let structured = Condition<RouteDraft>.structured { $0.shared.isOpaque }
    /// Requires an action that starts a command.
    static let commands = Condition<RouteDraft>.with([run, script])
    /// Requires an action that takes as long as a command or a worker needs.
    static let lasting = Condition<RouteDraft>.with([run, script, worker])
    /// Requires an action of a route that answers itself, and does not lead to another URL.
    static let answering = Condition<RouteDraft>.with(
        [run, script, open, worker], hint: "; set it in the route that the redirect leads to")

    static let name = Key<RouteDraft>(
        "name", Form<LocatedText>.name.map(\.text), \.name, isRequired: true, aliases: "id",
        "Name of the route; the full name is FILE.NAME.", example: "create")
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
            "prefix", .memberPrefix, \.route.outputPrefix, only: answering,
            "Text before the name of each output member in a callback. Does not go with 'result-name'.",
            example: "result-")
        Key(
            "error-name", .member, \.route.errorName, standard: "errorCode", only: answering,
            "The name of the error's code in a callback.", example: "error-Code")
    }
}

/// A route as its file has it. Values that depend on the parameters of the route are not read yet.
struct RouteDraft {
    var route: RouteDefinition
    /// The values that the route may share with the other routes of its file.
    var shared: SharedKeys
    var name: String?
    var run: YAMLNode?
    var script: LocatedText?
    var open: LocatedText?
    var redirect: LocatedText?
    var worker: String?
    var interpreter: [String]?
    var stdin: LocatedText?
    var present: YAMLNode?
    var resultName: LocatedText?
    var required: [[LocatedText]] = []
    var exclusive: [[LocatedText]] = []
    var examples: [YAMLNode] = []
}
