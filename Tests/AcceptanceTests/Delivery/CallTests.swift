import DispatcherMessages
import Foundation
import QueryCoding
import TestSupport
import Testing

/// `call`, answered by a real app through the real xdg-open.
@Suite(.needs(programs: "xdg-open", "update-desktop-database", "bash"))
struct CallTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (("success", "?id=7&title=Hi%20there%2B+"), ["id": "7", "title": "Hi there++"]),
            (("success", "?tags=a&tags=b&draft"), ["tags": ["a", "b"], "draft": true]),
            (("success", ""), nil),
            // In an answer no name is reserved.
            (("success", "?x-source=Other&a=1#f"), ["x-source": "Other", "a": "1"]),
            (("success", "?x-things-id=T1&x-things-ids=T1,T2"), ["x-things-id": "T1", "x-things-ids": "T1,T2"]),
            (
                ("success", "?x-success=other%3Ano&x-error=a&x-error=b"),
                ["x-success": "other:no", "x-error": ["a", "b"]]
            ),
            (("success", "?x-token=t&key=k&auth-token=a"), ["x-token": "t", "key": "k", "auth-token": "a"]),
            (("success", "?token=mine"), ["token": "mine"]),  // the answer's own parameter, not the one in our path
        ] as [((String, String), QueryValue?)])
    func `the parameters of x-success are the output`(answer: (String, String), output: QueryValue?) throws {
        let tester = try CallTester()
        try tester.app()
        let url = CallTester.url(answer.0, answer.1)
        let outcome = try tester.call(url)
        #expect(outcome["outcome"] == "success" && outcome["output"] == output && outcome["url"] == .string(url))
        #expect(outcome["route"] == nil && outcome["callback"] == nil)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("?errorCode=404&errorMessage=no%20note", ["code": 404, "message": "no note"]),
            // as some apps spell it
            ("?error-Code=-17&errorMessage=no&errorDomain=Notes", ["code": -17, "message": "no", "detail": "Notes"]),
            ("?errorCode=gone&errorMessage=no", ["code": 500, "message": "no", "detail": "gone"]),
            ("", ["code": 500, "message": "the app reported an error without a message"]),
        ] as [(String, QueryValue)])
    func `the parameters of x-error are the error`(answer: String, error: QueryValue) throws {
        let tester = try CallTester()
        try tester.app()
        let outcome = try tester.call(CallTester.url("error", answer))
        #expect(outcome["outcome"] == "error" && outcome["error"] == error)
    }

    /// URLSearchParams, and most form encoders, write a space as `+`.
    @Test(
        .timeLimit(.minutes(1)),
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

    @Test(.timeLimit(.minutes(1)))
    func `call reads a plus as its option asks, and prints the answer of Things`() throws {
        let tester = try CallTester()
        try tester.app()
        let url = CallTester.url("success", "?x-things-id=a+b")
        for (flags, expected) in [([], "a+b"), (["--plus-as-space"], "a b"), (["--no-plus-as-space"], "a+b")] {
            let ended = try tester.daemon.xcallback(["call", url, "--get", "x-things-id"] + flags)
            #expect(ended == Ended(status: 0, output: "\(expected)\n", errors: ""))
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `x-cancel is a cancel, whatever its parameters`() throws {
        let tester = try CallTester()
        try tester.app()
        let outcome = try tester.call(CallTester.url("cancel", "?why=no"))
        #expect(outcome["outcome"] == "cancel" && outcome["output"] == nil && outcome["error"] == nil)
    }

    @Test(.timeLimit(.minutes(5)))
    func `calls at once are never mixed up`() throws {
        let tester = try CallTester()
        try tester.app()
        let count = Scale.count(200, upTo: 1000)
        let connection = Connection(try tester.daemon.connect())
        for number in 0..<count {
            let url = CallTester.url("success", "?n=\(number)")
            let request = RPCRequest(
                id: .integer(number), method: "call", parameters: CallTester.parameters(url, [("timeout", "250s")]))
            try connection.send(request.json)
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

    @Test(.timeLimit(.minutes(1)))
    func `the caller's own callbacks are opened with the answer`() throws {
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

    @Test(.timeLimit(.minutes(1)))
    func `calls chain by URL alone, each with the answers before it`() throws {
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

    @Test(.timeLimit(.minutes(1)))
    func `a pipeline of the shell calls one app with the answer of another`() throws {
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
