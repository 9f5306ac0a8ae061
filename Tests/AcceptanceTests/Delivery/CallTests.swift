import QueryCoding
import TestSupport
import Testing

/// `call`, answered by a real app through the real xdg-open.
@Suite(.needs(programs: "xdg-open", "update-desktop-database", "bash"), .timeLimit(.minutes(5)))
struct CallTests {
    /// What an app appends to its callback, as its manual or its code writes it.
    @Test(arguments: TextTable.rows("call-answers.txt"))
    func `a call reads what the app answers`(row: [String]) throws {
        let (scheme, kind, appended) = (row[0], row[1], row[2])
        let tester = try CallTester()
        try tester.app(scheme)
        let url = CallTester.url(kind, appended, app: scheme)
        let outcome = try tester.call(url)
        #expect(outcome["outcome"] == .string(kind) && outcome["url"] == .string(url))
        #expect(outcome["route"] == nil && outcome["callback"] == nil)
        let member = kind == "error" ? "error" : "output"
        #expect(try (outcome[member] ?? .null) == JSONParser.parse(Array(row[3].utf8), depthLimit: 4))
        #expect(outcome[kind == "error" ? "output" : "error"] == nil)
    }

    /// URLSearchParams, and most form encoders, write a space as `+`.
    @Test(
        arguments: [
            ("obsidian", "", nil, true),  // known to answer so
            ("app", "", nil, false),
            ("app", "", true, true),
            ("obsidian", "", false, false),
            ("app", "apps: {app: {plus-as-space: true}}", nil, true),
            ("app", "apps: {app: {plus-as-space: true}}", false, false),
            ("obsidian", "apps: {obsidian: {plus-as-space: false}}", nil, false),
        ] as [(String, String, Bool?, Bool)])
    func `a plus is a space if the caller or the app's settings ask for it`(
        scheme: String, settings: String, asked: Bool?, isSpace: Bool
    ) throws {
        let tester = try CallTester(settings: settings)
        try tester.app(scheme)
        let other = try ReceivingApp(tester.sandbox, scheme: "other")
        let url = CallTester.url("success", "?my+title=super+note%2B%20", app: scheme) + "&x-success=other%3Adone"
        let flag: [(String, QueryValue)] = asked.map { [("plus-as-space", .bool($0))] } ?? []
        let expected: QueryValue = isSpace ? ["my title": "super note+ "] : ["my+title": "super+note+ "]
        #expect(try tester.call(url, flag)["output"] == expected)
        // The caller's own callback gets the output that we read.
        #expect(
            other.next()
                == (isSpace ? "other:done?my%20title=super%20note%2B%20" : "other:done?my%2Btitle=super%2Bnote%2B%20"))
        let failed = try tester.call(CallTester.url("error", "?errorMessage=not+found", app: scheme), flag)
        #expect(failed["error"]?["message"] == .string(isSpace ? "not found" : "not+found"))
    }

    @Test func `call reads a plus as its option asks, and prints the answer of Things`() throws {
        let tester = try CallTester()
        try tester.app()
        let url = CallTester.url("success", "?x-things-id=a+b")
        for (flags, expected) in [([], "a+b"), (["--plus-as-space"], "a b"), (["--no-plus-as-space"], "a+b")] {
            let ended = try tester.daemon.xcallback(["call", url, "--get", "x-things-id"] + flags)
            #expect(ended == Ended(status: 0, output: "\(expected)\n", errors: ""))
        }
    }

    @Test func `calls at once are never mixed up`() throws {
        let tester = try CallTester()
        try tester.app()
        let count = Scale.count(200, upTo: 1000)
        let connection = Connection(try tester.daemon.connect())
        for number in 0..<count {
            let url = CallTester.url("success", "?n=\(number)")
            try connection.begin("call", ["url": .string(url), "timeout": "250s"], id: .integer(number))
        }
        var numbers: Set<String> = []
        for _ in 0..<count {
            let reply = try #require(try connection.next(milliseconds: 200_000))
            let number = try #require(reply["id"]?.text)
            #expect(reply["result"]?["output"] == ["n": .string(number)], "\(reply.json)")
            numbers.insert(number)
        }
        #expect(numbers.count == count)
    }

    @Test func `the caller's own callbacks are opened with the answer`() throws {
        let tester = try CallTester()
        try tester.app()
        let other = try ReceivingApp(tester.sandbox, scheme: "other")
        let callbacks = "x-success=other%3A%2F%2Fdone%3Fa%3D1%23f&x-error=other%3A%2F%2Fno&x-cancel=other%3Ac"
        let success = try tester.call(CallTester.url("success", "?id=7") + "&" + callbacks)
        #expect(success["callback"] == ["url": "other://done?a=1&id=7#f", "state": "opened"])
        #expect(other.next() == "other://done?a=1&id=7#f")
        let error = try tester.call(CallTester.url("error", "?errorCode=9&errorMessage=no") + "&" + callbacks)
        #expect(error["callback"]?["state"] == "opened")
        #expect(other.next() == "other://no?errorCode=9&errorMessage=no")
        #expect(try tester.call(CallTester.url("cancel") + "&" + callbacks)["callback"]?["url"] == "other:c")
        #expect(other.next() == "other:c")
        #expect(other.isQuiet)
    }

    @Test func `calls chain by URL alone, each with the answers before it`() throws {
        let tester = try CallTester()
        try tester.app()
        let last = try ReceivingApp(tester.sandbox, scheme: "last")
        var url = "last://done"
        for number in (1...4).reversed() {
            url = "xcallback:///echo?n\(number)=\(number)&x-success=\(CallTester.encoded(url))"
        }
        let outcome = try tester.call(CallTester.url("success", "?n0=0") + "&x-success=\(CallTester.encoded(url))")
        #expect(outcome["callback"]?["state"] == "dispatched")
        #expect(last.next() == "last://done?n4=4&n3=3&n2=2&n1=1&n0=0")
    }

    @Test func `a pipeline of the shell calls one app with the answer of another`() throws {
        let tester = try CallTester()
        try tester.app()
        try tester.app("second")
        let script = """
            xcallback call '\(CallTester.url("success", "?id=a%20b%267"))' --get id |
                xargs -d '\\n' -I{} xcallback call '\(CallTester.url("success", "?got=", app: "second"))' --param id={} \
            --json
            """
        let ended = try run("bash", ["-o", "pipefail", "-c", script], tester.sandbox.environment)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("&id=a%20b%267\""))
        #expect(ended.output.contains(#""output":{"got":""}"#))
    }
}
