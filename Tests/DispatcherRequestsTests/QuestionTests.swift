import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherRequests

/// The lines that the user is shown, and what an answer of "always" would allow.
struct QuestionTests {
    private static let routes = """
        schemes: [t]
        routes:
          - name: note
            path: "/note/{id:int}"
            summary: Make a note
            input: {id: int, title: line?, body: string?, tags: [line], pin: {type: line, secret: true, default: ""}}
            run: [notes, "--title=$title", --pin, $pin, [--tag, $tags], --, $id]
          - {name: bare, path: /bare, run: [touch, ran]}
          - {name: worded, path: /worded, confirm: "Löschen?", summary: other, run: [rm, a b, '']}
          - {name: sly, path: /sly, summary: "one\\ntwo\\u202Eowt\\u2028", run: ["true"]}
          - {name: label, path: /label, input: {runs: line, opens: line}, run: [cat, --, $runs]}
          - {name: script, path: /script, input: {word: line}, script: "echo $word"}
          - {name: open, path: /open, input: {q: line}, open: "https://notes.example.org/?q=$q"}
          - {name: url, path: /url, token: {file: token}, input: {pin: {type: line, secret: true}}, run: [cat, --, "${x-url}"]}
          - {name: file, path: /file, input: {f: {type: path, under: /srv}}, run: [cat, $f]}
          - {name: all, path: /all, input: {title: line?}, run: [cat], stdin: parameters}
          - {name: open-all, path: /open-all, desktop: allow, run: [cat], stdin: parameters}
          - {name: each, path: /each, desktop: ask-always, run: ["true"]}
          - {name: free, path: /free, desktop: allow, run: ["true"]}
          - {name: old, path: /old, redirect: "t:///bare"}
        """

    private static func table(_ routes: String = routes) throws -> DispatchTable {
        let folder = try TemporaryFolder()
        try folder.makeFolder("routes.d")
        try folder.write(routes, to: "routes.d/t.yaml")
        try folder.write("callbacks: {hosts: [ok.example], allow: [app]}", to: "config.yaml")
        let configuration = Configuration.load(search: [ConfigurationFolder(path: folder.path, .own)])
        try #require(configuration.mistakes.map(\.description) == [])
        return try DispatchTable(configuration: configuration, compiled: [])
    }

    /// The question about a URL of the desktop socket; nil if there is none.
    private static func question(_ url: String, _ table: DispatchTable) throws -> Question? {
        let context = IncomingRequest(
            id: RequestID(milliseconds: 0), submission: Submission(url: Array(url.utf8), door: .desktop), table: table,
            begun: .now)
        let prepared = try PreparedRequest(MatchedRequest(ParsedRequest(context)), token: .notNeeded)
        guard case .ask(let question) = prepared.permission else { return nil }
        return question
    }

    /// The last line of a question.
    private static func always(_ route: String, _ values: String, _ answers: String = "no other app") -> String {
        "always allow: t.\(route) \(values), answering \(answers)"
    }

    private static let allAlone = "asked about each time, because it gets all parameters"

    @Test(
        arguments: [
            ("t:///bare", ["t.bare", "runs: touch ran", always("bare", "without parameters")]),
            // A command that gets all parameters gets those, too, that the route does not declare.
            (
                "t:///all?title=a&title=b&x%0Aruns%3A%20rm=%0Ay&key=k&answer%20goes%20to&x-source=me",
                [
                    "t.all", "runs: cat", "parameter title: a", "parameter title: b",
                    #"parameter "x\u{a}runs: rm": \u{a}y"#, "parameter key: <redacted>",
                    #"parameter "answer goes to": "#,
                    allAlone,
                ]
            ),
            (
                "t:///all?" + (1...20).map { "a\($0)" }.joined(separator: "&") + "&x-success=other%3Adone",
                ["t.all", "runs: cat"] + (1...20).map { "parameter a\($0): " } + [
                    "answer goes to: other:done", allAlone,
                ]
            ),
            (
                "t:///file?f=a/b",
                ["t.file", "runs: cat a/b", "f: a/b", "asked about each time, because it takes a path"]
            ),
            ("t:///each", ["t.each", "runs: true", "asked about each time, because of 'desktop: ask-always'"]),
            ("t:///worded", ["Löschen?", #"runs: rm "a b" """#, always("worded", "without parameters")]),
            (
                "t:///note/7?title=Hi&tags=a&tags=b%20c&pin=1234",
                [
                    "t.note: Make a note", #"runs: notes --title=Hi --pin <redacted> --tag a --tag "b c" -- 7"#,
                    "id: 7",
                    "title: Hi", #"tags: ["a","b c"]"#, "pin: <redacted>",
                    always("note", "with any id, pin, tags and title"),
                ]
            ),
            // A value that brings lines of its own.
            (
                "t:///note/7?body=x%0Aruns%3A%20rm%0D%0Aanswer%20goes%20to%3A%20y%E2%80%A8z",
                [
                    "t.note: Make a note", #"runs: notes --pin <redacted> -- 7"#, "id: 7",
                    #"body: x\u{a}runs: rm\u{d}\u{a}answer goes to: y\u{2028}z"#, "tags: []", "pin: <redacted>",
                    always("note", "with any body and id"),
                ]
            ),
            (
                "t:///sly",
                [#"t.sly: one\u{a}two\u{202e}owt\u{2028}"#, "runs: true", always("sly", "without parameters")]
            ),
            (
                "t:///label?runs=a&opens=b",
                [
                    "t.label", "runs: cat -- a", "input runs: a", "input opens: b",
                    always("label", "with any opens and runs"),
                ]
            ),
            (
                "t:///script?word=%C3%A9%22",
                [
                    "t.script", #"runs: "the script of t.script (routes.d/t.yaml:12)""#, #"word: \u{e9}""#,
                    always("script", "with any word"),
                ]
            ),
            (
                "t:///open?q=a%26b",
                ["t.open", "opens: https://notes.example.org/?q=a%26b", "q: a&b", always("open", "with any q")]
            ),
            (
                "t:///url?pin=4711",
                ["t.url", "runs: cat -- t:///url?pin=%3Credacted%3E", "pin: <redacted>", always("url", "with any pin")]
            ),
            // A secret that would hide the program, or where the answer goes.
            (
                "t:///url?pin=cat&x-success=other%3A%2F%2Fcat",
                [
                    "t.url",
                    "runs: cat -- t:///url?pin=%3Credacted%3E&x-success=other%3A%2F%2F%253Credacted%253E",
                    "pin: <redacted>", "answer goes to: other://%3Credacted%3E",
                    always("url", "with any pin", "only other:"),
                ]
            ),
            (
                "t:///bare?x-success=app%3Aa&x-error=app%3Aa&x-cancel=https%3A%2F%2Fok.example%2F%3Fa",
                [
                    "t.bare", "runs: touch ran", "answer goes to: app:a", "answer goes to: https://ok.example/?a",
                    always("bare", "without parameters", "only app: and https://ok.example"),
                ]
            ),
            (
                "t:///free?x-success=other%3Adone&x-error=app%3Afailed",
                [
                    "t.free", "runs: true", "answer goes to: other:done", "answer goes to: app:failed",
                    always("free", "without parameters", "only app: and other:"),
                ]
            ),
        ] as [(String, [String])])
    func `has a line for each thing that the user has to know`(url: String, lines: [String]) throws {
        #expect(try Self.question(url, Self.table())?.text.split(separator: "\n").map { String($0) } == lines)
    }

    @Test(arguments: [
        "t:///free",  // unasked
        "t:///free?x-success=app%3Aa",  // the configuration names the app
        "t:///old",  // its target is asked about
        "t:///old?x-success=other%3Adone",
    ])
    func `is not raised by a request that runs unasked`(url: String) throws {
        #expect(try Self.question(url, Self.table()) == nil)
    }

    @Test func `cuts long values and long commands`() throws {
        let long = String(repeating: "a", count: 300)
        let tags = (0..<1000).map { "tags=\($0)\(long)" }.joined(separator: "&")
        let lines = try #require(
            try Self.question("t:///note/7?title=\(long)&\(tags.prefix(100_000))", Self.table())
        ).text.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines[1].hasSuffix(" ...") && lines[1].utf8.count <= 1100)
        #expect(lines[3] == "title: \(long.prefix(197))...")
        #expect(lines[4].utf8.count == "tags: ".utf8.count + 200)
    }

    @Test func `cuts the names and values of a route that gets all parameters`() throws {
        let long = String(repeating: "a", count: 300)
        let text = try #require(try Self.question("t:///all?\(long)=\(long)", Self.table())).text
        let cut = long.prefix(77) + "..."
        #expect(text.split(separator: "\n").dropLast().last == "parameter \"\(cut)\": \(cut)")
    }

    @Test func `a request with more parameters than can be shown is refused instead of asked about`() throws {
        let table = try Self.table()
        // Declared parameters that repeat are passed on too.
        for more in [(1...21).map { "a\($0)" }, Array(repeating: "title=a", count: 21)] {
            let query = more.joined(separator: "&")
            let error = try #require(throws: OutcomeError.self) { try Self.question("t:///all?\(query)", table) }
            #expect(
                error
                    == OutcomeError(.tooLarge, "the user can be asked about 20 parameters, and the request has 21"))
            // It is asked about its callback alone.
            #expect(throws: OutcomeError.self) {
                try Self.question("t:///open-all?\(query)&x-success=other%3Adone", table)
            }
            #expect(try Self.question("t:///open-all?\(query)", table) == nil)
            // Nothing but the declared ones arrives.
            #expect(try Self.question("t:///bare?\(query)", table) != nil)
        }
    }

    @Test func `a grant is for a route, the names of its parameters and the destinations`() throws {
        let table = try Self.table()
        func grant(_ url: String) throws -> Grant? { try Self.question(url, table)?.grant }
        let one = try grant("t:///note/7?title=a&x-success=other%3Aa&x-error=https%3A%2F%2Fok.example%2Fx")
        #expect(one?.route == "t.note" && one?.parameters == ["id", "title"])
        #expect(one?.callbacks == ["https://ok.example", "other:"])
        // Other values, other parts of the URLs, parameters that nothing reads.
        #expect(
            try grant("t:///note/8?utm=1&title=b&x-success=other%3Ab%3Fc&x-cancel=https%3A%2F%2Fok.example%2F") == one)
        for other in [
            "t:///note/7?title=a", "t:///note/7?title=a&x-success=other%3Aa",
            "t:///note/7?title=a&body=b&x-success=other%3Aa&x-error=https%3A%2F%2Fok.example%2Fx",
        ] { #expect(try grant(other) != one) }
    }

    @Test func `a grant ends when its route is declared otherwise`() throws {
        func grant(_ routes: String) throws -> Grant? {
            try Self.question("t:///r", Self.table("schemes: [t]\nroutes:\n\(routes)"))?.grant
        }
        let first = try grant("  - {name: r, path: /r, run: [touch, ran]}")
        #expect(first != nil)
        #expect(first?.declaration.hasSuffix(#"{"name":"r","path":"/r","run":["touch","ran"]}"#) == true)
        let changed = try grant("  - {name: r, path: /r, run: [rm, ran]}")
        #expect(changed != nil && changed?.declaration != first?.declaration)
    }

    @Test(arguments: ["t:///file?f=a", "t:///each", "t:///all", "t:///all?title=a", "t:///all?title=a&more=b"])
    func `no grant is for a path, for all parameters, nor for a route that asks always`(url: String) throws {
        let question = try #require(try Self.question(url, Self.table()))
        #expect(question.grant == nil)
    }
}

/// A page that asks again and again.
struct RouteMutesTests {
    private func at(_ seconds: Int) -> Timestamp { Timestamp(boot: Int64(seconds) * 1_000_000_000, wall: 0) }

    @Test(
        arguments: [
            ([0, 10, 20], 21, true),
            ([0, 10, 20], 319, true),
            ([0, 10, 20], 320, false),
            ([0, 30, 60], 61, true),
            ([0, 30, 61], 62, false),  // not within a minute
            ([0, 30, 61, 62], 63, true),
            ([0, 10], 11, false),
            ([0, 10, 20, 400], 401, false),  // one after the five minutes
        ])
    func `mutes a route for five minutes after three refusals in a minute`(
        refusals: [Int], now: Int, isMuted: Bool
    ) {
        var mutes = RouteMutes()
        for time in refusals { mutes.addRefusal(of: "a", at: at(time)) }
        #expect(mutes.isMuted("a", at: at(now)) == isMuted)
        #expect(!mutes.isMuted("b", at: at(now)))
    }
}

/// The token that lets one window take the focus.
struct ActivationTokenTests {
    @Test(
        arguments: [
            (["XDG_ACTIVATION_TOKEN": "a", "DESKTOP_STARTUP_ID": "b"], "a"),
            (["DESKTOP_STARTUP_ID": "b"], "b"),
            (["XDG_ACTIVATION_TOKEN": "", "DESKTOP_STARTUP_ID": "b"], "b"),
            (["XDG_ACTIVATION_TOKEN": "a b"], nil),
            ([:], nil),
        ] as [([String: String], String?)])
    func `goes to each program that is started, under both names`(variables: [String: String], token: String?) {
        let submission = Submission(
            url: [], door: .desktop, environment: variables.merging(["DISPLAY": ":0"]) { $1 })
        #expect(submission.environment == ["DISPLAY": ":0"])
        let both = token.map { ["XDG_ACTIVATION_TOKEN": $0, "DESKTOP_STARTUP_ID": $0] } ?? [:]
        #expect(submission.activation.variables == both)
        #expect(submission.activation.variables == both)
        submission.activation.replace(with: "newer")
        submission.activation.replace(with: "not\na token")
        #expect(submission.activation.variables["DESKTOP_STARTUP_ID"] == "newer")
    }

    @Test func `is replaced by that of a newer request`() {
        func token(_ text: String?) -> ActivationToken {
            Submission(url: [], door: .desktop, environment: text.map { ["DESKTOP_STARTUP_ID": $0] } ?? [:]).activation
        }
        let (older, newer) = (token("a"), token("b"))
        older.replace(with: token(nil))
        older.replace(with: newer)
        #expect(older.variables["XDG_ACTIVATION_TOKEN"] == "b")
    }
}
