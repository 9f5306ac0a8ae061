import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
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
            run: [/srv/notes, "--title=$title", --pin, $pin, [--tag, $tags], --, $id]
          - {name: bare, path: /bare, run: [touch, ran]}
          - {name: worded, path: /worded, confirm: "Löschen?", summary: other, run: [rm, a b, '']}
          - {name: sly, path: /sly, summary: "one\\ntwo\\u202Eowt\\u2028", run: ["true"]}
          - {name: label, path: /label, input: {runs: line, opens: line}, run: [cat, --, $runs]}
          - {name: script, path: /script, input: {word: line}, script: "echo $word"}
          - name: long
            path: /long
            present: [/srv/ask-first, --, $word]
            input: {word: line}
            interpreter: [python3, -u]
            script: |
              import os

              print(os.environ["word"])
              # four
              # five
                # six
              # seven
              # eight
          - {name: entry, path: /entry, input: {f: {type: path, under: /srv}}, run: [cat, $f]}
          - {name: fragment, path: /fragment, run: [cat, --, "${x-fragment}"]}
          - {name: source, path: /source, script: 'echo "$XCALLBACK_SOURCE"'}
          - {name: open, path: /open, input: {q: line}, open: "https://notes.example.org/?q=$q"}
          - {name: url, path: /url, token: {file: token}, input: {pin: {type: line, secret: true}}, run: [cat, --, "${x-url}"]}
          - {name: file, path: /file, input: {f: {type: path, under: /srv}}, run: [cat, $f]}
          - {name: each, path: /each, desktop: ask-always, run: ["true"]}
          - {name: free, path: /free, desktop: allow, run: ["true"]}
          - {name: old, path: /old, redirect: "t:///bare"}
        """

    private static func table(_ routes: String = routes) throws -> DispatchTable {
        let folder = try TemporaryFolder()
        try folder.makeFolder("routes.d")
        try folder.write(routes, to: "routes.d/t.yaml")
        try folder.write("callbacks: {hosts: [ok.example], allow: [app]}", to: "config.yaml")
        let configuration = Configuration.load(ConfigurationFolder(path: folder.path))
        try #require(configuration.mistakes.map(\.description) == [])
        return try DispatchTable(configuration: configuration, compiled: [])
    }

    /// The question about a URL of the desktop socket; nil if there is none.
    private static func question(_ url: String, _ table: DispatchTable) throws -> Question? {
        let context = ReceivedRequest(
            id: RequestID(milliseconds: 0), submission: Submission(url: Array(url.utf8), door: .desktop), table: table,
            begun: .now)
        return try ApprovedRequest(checking: MatchedRequest(context, context.parse()), token: .notNeeded).question
    }

    @Test(arguments: TextTable.rows("questions.txt"))
    func `has a line for each thing that the user has to know`(row: [String]) throws {
        let (url, lines) = (row[0], Array(row[1...]))
        let text = try Self.question(url, Self.table())?.text.split(separator: "\n").map { String($0) }
        #expect(text == lines)
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
        #expect(lines.count == 6)
        #expect(lines[1].contains(/\ … \d+ more words$/) && lines[1].count <= 1100)
        #expect(lines[3] == "title: \(long.prefix(200))… 100 more characters")
        #expect(lines[4].contains(/^tags: .{200}… [\d,]+ more characters$/))
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
            "t:///note/7?title=a&x-source=evil&x-success=other%3Aa&x-error=https%3A%2F%2Fok.example%2Fx",
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

    @Test(
        arguments: [
            ("t:///bare", "with no values", "the answer goes to no app"),
            ("t:///bare?x-source=Bear%0Ax", "with no values\nonly with x-source=Bear↵x", "the answer goes to no app"),
            ("t:///note/7?title=a&tags=a", "with any value of: id, tags and title", "the answer goes to no app"),
            (
                "t:///bare?x-success=other%3Aa&x-error=https%3A%2F%2Fok.example%2Fx", "with no values",
                "the answer may go to: https://ok.example and other:"
            ),
            // A long destination hides no other one.
            (
                "t:///bare?x-success=\(String(repeating: "a", count: 401))%3Aa&x-error=other%3Aa", "with no values",
                "the answer may go to: \(String(repeating: "a", count: 200))… 202 more characters and other:"
            ),
        ])
    func `the second question says what always allows`(url: String, values: String, answers: String) throws {
        let question = try #require(try Self.question(url, Self.table()))
        #expect(
            question.grant?.text.split(separator: "\n").map { String($0) } == [
                "Always allow \(question.route)?",
                "from now on the route runs without a question, for every web page and program",
            ] + values.split(separator: "\n").map { String($0) } + [
                answers, "'xcallback grants' lists what you allowed, and can revoke it",
            ])
    }

    @Test func `names the apps that the answer goes to, and why they do not get it`() throws {
        let table = try Self.table()
        let question = try #require(
            try Self.question(
                "t:///bare?x-success=other%3Aa&x-error=https%3A%2F%2Fok.example&x-cancel=t%3A%2F%2F%2Fbare", table))
        #expect(question.apps.map(\.text) == ["other"])
        #expect(question.text(losing: []) == question.text)
        #expect(question.text(losing: ["none"]) == question.text + "\nthe answer will be lost: none")
    }

    @Test(arguments: [
        "t:///file?f=a", "t:///each", "t:///url?pin=1",
        "t:///fragment", "t:///source",
    ])
    func `no grant is for what it does not name`(url: String) throws {
        let question = try #require(try Self.question(url, Self.table()))
        #expect(question.grant == nil)
    }
}

/// A page that asks again and again.
struct QuestionMutesTests {
    private func at(_ seconds: Int) -> Timestamp { Timestamp(boot: Int64(seconds) * 1_000_000_000, wall: 0) }

    /// What is muted after answers to two routes: `n` is a no and `-` none for `a`, `N` and `_` for `b`, `y` a yes.
    private func mutes(_ answers: [(Character, Int)]) -> (QuestionMutes, [QuestionMutes.Mute]) {
        var mutes = QuestionMutes()
        var begun: [QuestionMutes.Mute] = []
        for (answer, time) in answers {
            let kind: QuestionMutes.Answer = "nN".contains(answer) ? .no : answer == "y" ? .yes : .none
            begun += mutes.add(kind, to: "N_".contains(answer) ? "b" : "a", at: .desktop, now: at(time))
        }
        return (mutes, begun)
    }

    @Test(
        arguments: [
            ("nnn", [0, 10, 20], 21, true),
            ("nnn", [0, 10, 20], 319, true),
            ("nnn", [0, 10, 20], 320, false),
            ("nnn", [0, 30, 60], 61, true),
            ("nnn", [0, 30, 61], 62, false),  // not within a minute
            ("nnnn", [0, 30, 61, 62], 63, true),
            ("nn", [0, 10], 11, false),
            ("nnnn", [0, 10, 20, 400], 401, false),  // one after the five minutes
            ("nny", [0, 10, 20], 21, false),
        ])
    func `mutes a route for five minutes after three refusals in a minute`(
        answers: String, times: [Int], now: Int, isMuted: Bool
    ) {
        let (mutes, begun) = mutes(Array(zip(answers, times)))
        #expect((mutes.mute(of: "a", at: .desktop, now: at(now)) == .route("a", .desktop)) == isMuted)
        #expect(mutes.mute(of: "b", at: .desktop, now: at(now)) == nil)
        #expect(begun.count <= 1)
    }

    @Test func `refusals of an agent do not mute the questions about clicks`() {
        var mutes = QuestionMutes()
        for (door, time) in [(Door.agent, 0), (.agent, 10), (.desktop, 15)] {
            #expect(mutes.add(.no, to: "a", at: door, now: at(time)) == [])
        }
        #expect(mutes.add(.no, to: "a", at: .agent, now: at(20)) == [.route("a", .agent)])
        #expect(mutes.mute(of: "a", at: .agent, now: at(21)) == .route("a", .agent))
        #expect(mutes.mute(of: "a", at: .desktop, now: at(21)) == nil)
    }

    @Test(
        arguments: [
            ("-_-", 200, true), ("-_-", 419, true), ("-_-", 420, false),
            ("--n-", 200, false), ("--y-", 200, false), ("nN-nN", 300, false), ("nN-nN-", 301, true),
            ("nNnyNnN", 400, false),
        ])
    func `mutes all questions after three unanswered ones, or six without a yes`(
        answers: String, now: Int, isMuted: Bool
    ) {
        // Each question comes a minute after the last, so that no route is muted.
        let (mutes, begun) = mutes(answers.enumerated().map { ($1, 60 * $0) })
        #expect((mutes.mute(of: "c", at: .desktop, now: at(now)) == .door(.desktop)) == isMuted)
        #expect(mutes.mute(of: "c", at: .control, now: at(now)) == nil)
        #expect(begun.filter { $0 == .door(.desktop) }.count == (isMuted || now == 420 ? 1 : 0))
    }

    @Test func `six questions without a yes mute none if ten minutes pass`() {
        let (mutes, begun) = mutes("nN-nNn".enumerated().map { ($1, 121 * $0) })
        #expect(begun == [])
        #expect(mutes.mute(of: "a", at: .desktop, now: at(606)) == nil)
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

    @Test func `is unused after a click unless a window may follow`() {
        func token(at door: Door = .desktop) -> ActivationToken {
            Submission(url: [], door: door, environment: ["DESKTOP_STARTUP_ID": "a"]).activation
        }
        let clicked = token()
        #expect(clicked.unused?.token == "a" && clicked.unused?.after == .zero)
        _ = clicked.give(to: .command)
        #expect(clicked.unused?.after == .seconds(5))
        #expect(clicked.give(to: .window) == clicked.variables && clicked.unused == nil)
        clicked.replace(with: "of a dialog")
        #expect(clicked.unused == nil)
        clicked.replace(with: "of-a-dialog")
        #expect(clicked.unused?.token == "of-a-dialog")
        // A script may open its own window.
        #expect(token(at: .control).unused == nil && token(at: .agent).unused == nil)
        // The request that brings an answer passes its token on to the call.
        let (call, answer) = (token(at: .control), token())
        call.replace(with: answer)
        #expect(answer.unused == nil && call.unused?.token == "a")
    }
}
