import DispatcherConfiguration
import Testing

/// The mistakes of those who write their first files, and the spelling that the messages show.
struct SpellingMistakeTests {
    private static let secret =
        "curl -s -H 'Authorization; Bearer 0123456789abcdef0123456789abcdef' https://example.org/notes/list"

    static let files: [BadFile] = [
        BadFile(
            "a scheme as text", "schemes: hello\nroutes: []\n",
            "1:10: 'schemes' must be 'any' or a list, not 'hello'; write [hello]"),
        BadFile(
            "two schemes as text", "schemes: hello, world\nroutes: []\n",
            "1:10: 'schemes' must be 'any' or a list, not 'hello, world'; write [hello, world]"),
        BadFile(
            "a misspelt word", "schemes: ayn\nroutes: []\n",
            "1:10: 'schemes' must be 'any' or a list, not 'ayn'; did you mean 'any'?"),
        BadFile(
            "the start of a URL", "schemes: ['hello://']\nroutes: []\n",
            "1:11: 'hello://' is not a scheme; write 'hello'"),
        BadFile(
            "routes without dashes", "schemes: [a]\nroutes:\n  name: a\n",
            "3:3: 'routes' must be a list, not a mapping; begin each element with '- '"),
        BadFile(
            "a tab before a key", "schemes: [a]\nroutes:\n  - name: a\n    \tpath: /a\n",
            "4:5: YAML syntax: this is a tab; YAML indents with spaces"),
        BadFile(
            "a tab in a script", BadFile.route("path: /a\nscript: |\n\techo"),
            "5:5: YAML syntax: this is a tab; YAML indents with spaces"),
        BadFile(
            "a colon in a text", BadFile.route("summary: Say: hi"),
            "3:17: YAML syntax: mapping values are not allowed in this context; quote a text that contains ': '"),
        BadFile(
            "a sign at the start of a text", BadFile.route("run: [x, %s]"),
            "3:14: YAML syntax: while scanning for the next token found character that cannot start any token; "
                + "quote a text that begins with '%'"),
        BadFile(
            "a brace in a flow", "schemes: [a]\nroutes:\n  - {name: a, path: /a/{id}, run: [x]}\n",
            "3:24: YAML syntax: while parsing a flow mapping did not find expected ',' or '}'; "
                + "close each '[' and '{', and quote a text that contains one of them"),
        BadFile(
            "a command as in a shell", BadFile.route("path: /a\ninput: {n: line}\nrun: printf 'Hi %s' \"$n\""),
            "5:10: 'run' must be a list, not a text; write [printf, 'Hi %s', $n]"),
        BadFile(
            "a long command as in a shell", BadFile.route("path: /a\nrun: \(secret)"),
            "4:10: 'run' must be a list, not a text; write 'script: |' for a line of a shell, and the line below it"),
        BadFile(
            "a very long word", BadFile.route("path: /a\nrun: \(String(repeating: "x", count: 900_000))"),
            "4:10: 'run' must be a list, not a text; write 'script: |' for a line of a shell, and the line below it"),
        BadFile(
            "a word that is long only as a list",
            BadFile.route("path: /a\nrun: \"\(String(repeating: "%", count: 77))\""),
            "4:10: 'run' must be a list, not a text"),
        BadFile(
            "a long condition", "schemes: [a]\navailable-when: \(secret) | grep x\nroutes: []\n",
            "2:17: 'available-when' must be a list, not a text"),
        BadFile(
            "a variable in a long condition",
            "schemes: [a]\navailable-when: [test, $HOME, \"\(secret)\"]\nroutes: []\n",
            "2:17: '$HOME' is not expanded; write the whole path, or let a shell do it"),
        BadFile(
            "a long text for a word or a list", "schemes: \"\(secret)\"\nroutes: []\n",
            "1:10: 'schemes' must be 'any' or a list, not a text"),
        BadFile(
            "a line for a shell alone", BadFile.route("path: /a\nrun: ls | wc"),
            "4:10: 'run' must be a list, not a text; write 'script: |' for a line of a shell, and the line below it"),
        BadFile(
            "a condition as in a shell", "schemes: [a]\navailable-when: test -e /x && true\nroutes: []\n",
            "2:17: 'available-when' must be a list, not a text; write [sh, -c, 'test -e /x && true']"),
        BadFile(
            "a variable in a condition", "schemes: [a]\navailable-when: [test, -d, '${HOME}/my notes']\nroutes: []\n",
            "2:17: '$HOME' is not expanded; write the whole path, or let a shell do it: "
                + "[sh, -c, 'test -d \"${HOME}/my notes\"']"),
        BadFile(
            "the home folder in a condition", "schemes: [a]\navailable-when: [test, -d, ~/notes]\nroutes: []\n",
            "2:17: '~' is not expanded; write the whole path"),
        BadFile(
            "a variable in a command", BadFile.route("path: /a\nrun: [x, $HOME/y]"),
            "4:14: unknown parameter '$HOME'; '$' names an input, and only 'script' reads environment variables"),
        BadFile(
            "a program below the home folder", BadFile.route("path: /a\nrun: [~/bin/x]"),
            "4:11: '~' is not expanded; write the whole path"),
        BadFile(
            "a value in braces", BadFile.route("path: /a\ninput: {n: line}\nrun: [x, {n}]"),
            "5:14: an argument must be a text, not a mapping; write $n for a value"),
        BadFile(
            "a choice of another language", BadFile.route("path: /a\ninput: {n: Enum}\nrun: [x, $n]"),
            "4:16: unknown type 'Enum'; write {one-of: [a, b]}"),
        BadFile(
            "a path of another language", BadFile.route("path: /a\ninput: {n: file}\nrun: [x, $n]"),
            "4:16: unknown type 'file'; write {type: path, under: DIR}"),
        BadFile(
            "a type of another language", BadFile.route("path: /a\ninput: {n: integer}\nrun: [x, $n]"),
            "4:16: unknown type 'integer'; write 'int'"),
        BadFile(
            "a key of another language", BadFile.route("path: /a\ncommand: [x]"),
            "4:5: unknown key 'command'; write 'run'",
            "3:5: a route needs 'run', 'script', 'open', 'redirect' or 'worker'"),
        BadFile(
            "an input that should be optional",
            BadFile.route("path: /a\ninput: {n: {type: line, optional: true}}\nrun: [x, $n]"),
            "4:29: unknown key 'optional'; write the type with '?' at its end, as in 'line?'"),
        BadFile(
            "bounds of another language",
            BadFile.route("path: /a\ninput: {n: {type: int, minimum: 1, Max_Length: 2}}\nrun: [x, $n]"),
            "4:28: unknown key 'minimum'; write 'min'",
            "4:40: unknown key 'Max_Length'; write the length as a pattern, as in 'pattern: .{1,80}'"),
        BadFile(
            "an input without types", BadFile.route("path: /a\ninput: [n]\nrun: [x]"),
            "4:12: 'input' must be a mapping of names and types, as in {title: line}, not a list"),
        BadFile(
            "an unknown key before what is missing", BadFile.route("pth: /a\nrun: [x]"),
            "3:5: unknown key 'pth'; did you mean 'path'?", "3:5: a route needs 'path'"),
        BadFile(
            "an unknown key after what it caused", BadFile.route("path: /a\nrun: [x, $n]\ninptu: {n: line}"),
            "5:5: unknown key 'inptu'; did you mean 'input'?", "4:14: unknown parameter '$n'; declare it in 'input'"),
        BadFile(
            "an unknown key of the file", "schemes: [a]\nroute: []\n",
            "2:1: unknown key 'route'; did you mean 'routes'?", "1:1: a routes file needs 'routes'"),
        BadFile(
            "an unknown key of another route",
            "schemes: [a]\nroutes:\n  - {name: a, path: /a}\n  - {name: b, path: /b, rum: [x]}\n",
            "3:5: a route needs 'run', 'script', 'open', 'redirect' or 'worker'",
            "4:25: unknown key 'rum'; did you mean 'run'?",
            "4:5: a route needs 'run', 'script', 'open', 'redirect' or 'worker'"),
    ]

    @Test(arguments: files)
    func `shows the right spelling`(file: BadFile) throws {
        try file.expect()
    }

    @Test(arguments: [
        // A shell expands it.
        "available-when: [sh, -c, 'test -d \"$HOME\"']",
        // This is no name.
        "available-when: [test, $$, -gt, 5$]",
    ])
    func `a dollar sign that is no mistake`(line: String) throws {
        #expect(try Configuration.routes("schemes: [a]\n\(line)\nroutes: []\n").mistakes.isEmpty)
    }

    @Test(
        arguments: [
            ("input: {n: line}\nrun: [/srv/x]", "n"),
            ("input: {n: line, m: line}\nopen: \"b:///$m\"", "n"),
            ("input: {n: line}\nscript: echo hi", "n"),
            ("input: {n: line}\nrun: [/srv/x]\npresent: [/srv/y, $n]", nil),
            ("input: {n: line}\nrun: [/srv/x, $n]", nil),
            ("input: {n: line}\nrun: [/srv/x, [--flag, $n]]", nil),
            ("input: {n: line}\nrun: [/srv/x]\nstdin: json", nil),
            ("input: {n: line}\nrun: [/srv/x]\nstdin: $n", nil),
            ("input: {n: line}\nrun: [/srv/x, \"${x-url}\"]", nil),
            ("input: {n: line}\nscript: echo \"$n\"", nil),
            ("input: {n: line}\nscript: env", nil),
            ("input: {n: line}\nrun: [/srv/x]\nresult-name: n", nil),
            ("input: {n: line?, m: line?}\nrun: [/srv/x, $m]\nexclusive: [[n, m]]", nil),
            // It is accepted, and that is all.
            ("input: {n: line?}\nrun: [/srv/x]\nstrict-input: true", nil),
            // It decides what the path matches.
            ("input: {id: int}\nrun: [/srv/x]", nil),
        ] as [(String, String?)])
    func `an input that nothing uses is a warning`(lines: String, unused: String?) throws {
        let text = BadFile.route("path: '/a/{id}'\n\(lines)")
        let configuration = try Configuration.routes(text)
        #expect(configuration.mistakes.isEmpty && configuration.features.count == 1)
        let warning = unused.map { "nothing uses the input '\($0)'; write $\($0) where the route needs its value" }
        #expect(configuration.warnings.map(\.message) == [warning].compactMap(\.self))
    }

    @Test(arguments: [("never", true), ("ask", false)])
    func `a notification that no click can cause is a warning`(rule: String, isWarned: Bool) throws {
        let configuration = try Configuration.routes(
            BadFile.route("path: /a\nrun: [/srv/x]\nnotify: true\ndesktop: \(rule)"))
        #expect(configuration.features.first?.routes.first?.value.notifies == true)
        let warning =
            "routes.d/notes.yaml:5:5: 'notify' shows the results of clicks, "
            + "and with 'desktop: never' no click runs the route"
        #expect(configuration.warnings.map(\.description) == (isWarned ? [warning] : []))
    }

    @Test(
        arguments: [
            ("script: \"true\"\nagent: allow", "5:5", "its script runs outside the agent's sandbox"),
            ("open: \"https://a.example\"\nagent: allow", "5:5", "what it opens is outside the agent's sandbox"),
            (
                "input: {p: {type: path, under: /srv}}\nrun: [/srv/x, $p]\nagent: allow", "6:5",
                "the agent chooses the path 'p'"
            ),
            ("script: \"true\"\nagent: ask", "", nil), ("run: [/srv/x]\nagent: allow", "", nil),
        ] as [(String, String, String?)])
    func `a way out of an agent's sandbox is a warning`(lines: String, place: String, reason: String?) throws {
        let configuration = try Configuration.routes(BadFile.route("path: /a\n\(lines)"))
        let warning = reason.map {
            "routes.d/notes.yaml:\(place): 'agent: allow' runs this route unasked, and \($0); 'agent: ask' asks you each time"
        }
        #expect(configuration.mistakes.isEmpty)
        #expect(configuration.warnings.map(\.description) == [warning].compactMap(\.self))
    }

    @Test(arguments: [
        ("desktop: allow", "a click chooses"), ("agent: ask", "an agent chooses"), ("desktop: ask", nil),
    ])
    func `a path by its name is a warning where nobody or an agent is asked`(line: String, start: String?) throws {
        let input = "input: {p: {type: path, under: /srv, as: name}}"
        let configuration = try Configuration.routes(BadFile.route("path: /a\n\(input)\nrun: [/srv/x, $p]\n\(line)"))
        let rest = "the path 'p', and with 'as: name' another file can take its place before the command opens it"
        #expect(configuration.mistakes.isEmpty)
        #expect(
            configuration.warnings.map(\.description)
                == (start.map { ["routes.d/notes.yaml:4:5: \($0) \(rest)"] } ?? []))
    }

    @Test func `a tilde in an argument is a warning`() throws {
        let configuration = try Configuration.routes(
            BadFile.route("path: /a\ninput: {n: line}\nrun: [/srv/x, ~/y, a~/z, ~/$n, [-f, ~/$n]]"))
        let folder =
            "the value of 'n' may hold '/' and so name a file outside ~/; "
            + "add pattern: \"[^/]+\" to 'n', or give it the type path"
        let hint = "'~' is not expanded; write the whole path if it means the home folder"
        #expect(
            configuration.warnings.map(\.description)
                == [(19, hint), (30, hint), (30, folder), (41, hint), (41, folder)].map {
                    "routes.d/notes.yaml:5:\($0): \($1)"
                })
    }

    @Test func `a value in a file URL is a warning as one in a path`() throws {
        let configuration = try Configuration.routes(
            BadFile.route("path: /a\ninput: {n: line}\nrun: [/srv/x, \"file:///srv/$n\", \"https://a.example/$n\"]"))
        #expect(
            configuration.warnings.map(\.description) == [
                "routes.d/notes.yaml:5:19: the value of 'n' may hold '/' and so name a file outside /srv/; "
                    + "add pattern: \"[^/]+\" to 'n', or give it the type path"
            ])
    }
}
