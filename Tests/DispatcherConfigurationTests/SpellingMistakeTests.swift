import DispatcherConfiguration
import Testing

/// The mistakes of those who write their first files, and the spelling that the messages show.
struct SpellingMistakeTests {
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
