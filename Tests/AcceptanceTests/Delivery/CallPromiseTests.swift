import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The URL that a call opens, and the answers that it takes; some answers are almost right. Any app may send an answer to the
/// desktop socket. The test is the app that is called.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(2)))
struct CallPromiseTests {
    @Test(
        arguments: [
            ("app://go", [], "app://go?x-source=xcallback&CALLBACKS"),
            ("APP:go?", [], "app:go?x-source=xcallback&CALLBACKS"),
            // what the caller wrote stays as it wrote it
            ("app:///a%2fb?c=%2b+;&&d&=e#f%20g", [], "app:///a%2fb?c=%2b+;&&d&=e&x-source=xcallback&CALLBACKS#f%20g"),
            ("app:go?x-source=Me&a=1", [], "app:go?x-source=Me&a=1&CALLBACKS"),
            (
                "app:go?a=1", [("parameters", ["x-source": "Me & you"])],
                "app:go?a=1&x-source=Me%20%26%20you&CALLBACKS"
            ),
            (
                "app:go?x-success=other%3Aa&a=1&x%2Derror=other%3Ab&b=2&x-cancel=", [],
                "app:go?a=1&b=2&x-source=xcallback&CALLBACKS"
            ),
            (
                "app:go?x-success=other%3Aa#f",
                [("parameters", ["s": "a b&c=ü", "n": .number("1.5"), "b": true, "l": ["x", 2], "e": ""])],
                "app:go?s=a%20b%26c%3D%C3%BC&n=1.5&b=true&l=x&l=2&e=&x-source=xcallback&CALLBACKS#f"
            ),
        ] as [(String, [(String, QueryValue)], String)])
    func `the app gets the URL as it was written, with callbacks to us`(
        url: String, others: [(String, QueryValue)], opened: String
    ) throws {
        let called = try CalledApp(url, others)
        let token = "[0-9a-f]{32}"
        let callbacks = ["success", "error", "cancel"].map { kind in
            "x-\(kind)=xcallback%3A%2F%2Fx-callback-url%2Freply%2F\(token)%3F"
        }
        let parts = opened.components(separatedBy: "CALLBACKS").map(NSRegularExpression.escapedPattern)
        let pattern = "^" + parts.joined(separator: callbacks.joined(separator: "&")) + "$"
        #expect(called.opened.range(of: pattern, options: .regularExpression) != nil, "\(called.opened)")
        _ = try called.answer(CallTester.value("x-cancel", in: called.opened) ?? "")
        #expect(try called.result()?["outcome"] == "cancel")
    }

    @Test(arguments: [Door.desktop, .control])
    func `an answer counts once, and later ones are refused`(door: Door) throws {
        let called = try CalledApp()
        let success = called.success
        let error = try #require(CallTester.value("x-error", in: called.opened))
        let forged = String(success.dropLast(2)) + (success.hasSuffix("00") ? "11" : "00")
        #expect(try called.answer(forged, door: door)["error"]?["code"] == 404)
        let answered = try called.answer("\(success)?id=7", door: door)
        #expect(answered["outcome"] == "success" && answered["output"] == nil)
        let message = door == .control ? "no call waits for this answer" : "no route matches the URL"
        let unknown: QueryValue = ["code": 404, "message": .string(message)]
        for late in ["\(success)?id=8", "\(error)?errorCode=8"] {
            #expect(try called.answer(late, door: door)["error"] == unknown)
        }
        #expect(try called.result()?["output"] == ["id": "7"])
        #expect(try called.answer(success, door: door)["error"] == unknown)
    }

    @Test func `a thousand calls that wait at once each get their own answer, in whatever order`() throws {
        let folder = try Sandbox()
        let opened = try NamedPipe("\(folder.path)/opened")
        try folder.write("#!/bin/sh\nprintf '%s\\n' \"$1\" > '\(opened.path)'\n", to: "opener", executable: true)
        let tester = try CallTester(settings: "opener: [\(folder.path)/opener]\n")
        let calls = Connection(try tester.daemon.connect())
        for number in 0..<1000 {
            try calls.begin("call", CallTester.parameters("app:go?n=\(number)"), id: .integer(number))
        }
        let urls = (0..<1000).map { _ in opened.line() }
        let refusal = try tester.call("app:more")["error"]
        #expect(refusal?["code"] == 503 && refusal?["message"] == "no more than 1000 calls may wait")
        let answers = urls.shuffled().map { url in
            (CallTester.value("x-success", in: url) ?? "") + "?n=" + (CallTester.value("n", in: url) ?? "")
        }
        let received = try tester.daemon.replies(to: answers, door: .desktop)
        #expect(received.count == 1000 && received.allSatisfy { $0["outcome"] == "success" })
        var ids: Set<String> = []
        for _ in 0..<1000 {
            let reply = try calls.reply()
            #expect(reply["result"]?["output"]?["n"]?.string == reply["id"]?.text, "\(reply.json)")
            ids.insert(reply["id"]?.text ?? "")
        }
        #expect(ids.count == 1000)
    }

    @Test func `an answer becomes the outcome though the caller was killed`() throws {
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let other = try ReceivingApp(tester.sandbox, scheme: "other")
        let client = try Child(
            "\(Products.folder)/xcallback", ["call", "app:go?x-success=other%3Adone"], tester.sandbox.environment)
        let success = try #require(CallTester.value("x-success", in: app.next()))
        client.signal(SIGKILL)
        #expect(client.wait() == 128 + SIGKILL)
        #expect(try tester.daemon.reply(to: "\(success)?id=7", door: .desktop)["outcome"] == "success")
        #expect(other.next() == "other:done?id=7")
    }

    @Test func `an id that comes again gets the first outcome, and nothing is opened twice`() throws {
        let called = try CalledApp("app:go", [("id", "a")])
        let again = try called.tester.begin("app:go", [("id", "a")])
        _ = try called.answer("\(called.success)?id=7")
        for call in [called.call, again] { #expect(try call.reply()["result"]?["output"] == ["id": "7"]) }
        #expect(called.app.isQuiet)
    }

    @Test(arguments: ["a=1", "?a=1", "&a=1", "%3Fa=1"])
    func `an app that appends without a look is understood`(appended: String) throws {
        let called = try CalledApp()
        #expect(try called.answer(called.success + appended)["outcome"] == "success")
        #expect(try called.result()?["output"] == ["a": "1"])
        try called.expectNoToken()
    }

    @Test func `an answer to the address without its query is understood`() throws {
        let called = try CalledApp()
        #expect(try called.answer("xcallback://x-callback-url/reply/\(called.token)&result=1")["outcome"] == "success")
        #expect(try called.result()?["output"] == ["result": "1"])
        try called.expectNoToken()
    }

    @Test func `an answer of bytes that are no text ends the call at once too`() throws {
        let called = try CalledApp()
        let line = "exec xcallback open --from desktop -- \"$(printf '%sa=caf\\351' '\(called.success)')\""
        let ended = try run("sh", ["-c", line], called.tester.sandbox.environment)
        #expect(ended.status == 64, "\(ended)")
        let error = try called.result()?["error"]
        #expect(
            error?["code"] == 502 && error?["message"]?.string?.hasSuffix(": ?a=caf%E9") == true, "\(error?.json ?? "")"
        )
        try called.expectNoToken()
    }

    @Test(arguments: [
        ("a=hello%1Bworld", "?a=hello%1Bworld"),
        ("a=%zz", "?a=%zz"),
        ("a=caf%E9&password=kept", "?a=caf%E9&password=<redacted>"),
    ])
    func `a malformed answer ends the call at once, and shows what arrived`(appended: String, shown: String) throws {
        let called = try CalledApp()
        let answered = try called.answer(called.success + appended)
        let result = try #require(try called.result())
        #expect(answered["error"]?["code"] == 400)
        #expect(result["error"]?["code"] == 502)
        let message = result["error"]?["message"]?.string ?? ""
        #expect(message.hasPrefix("the app's answer is malformed: ") && message.hasSuffix(": \(shown)"), "\(message)")
        // No answer of this call counts any more.
        for kind in ["?a=1", ""] { #expect(try called.answer(called.success + kind)["error"]?["code"] == 404) }
        try called.expectNoToken()
    }

    @Test func `a path after the token is a malformed answer, and reaches x-error`() throws {
        let called = try CalledApp("app:go?x-error=other%3Ano")
        let other = try ReceivingApp(called.tester.sandbox, scheme: "other")
        let url = "xcallback://x-callback-url/reply/\(called.token)/more?a=1"
        #expect(try called.answer(url)["error"]?["code"] == 404)
        #expect(try called.result()?["error"]?["code"] == 502)
        #expect(other.next()?.hasPrefix("other:no?errorCode=502&errorMessage=the%20app%27s%20answer%20is") == true)
        try called.expectNoToken()
    }

    @Test func `a click by the command line ends the call, also while the desktop socket is paused`() throws {
        let called = try CalledApp()
        #expect(try called.daemon.xcallback(["pause"]).status == 0)
        let opened = try called.daemon.xcallback(["open", "--from", "desktop", "--", called.success + "note=a%"])
        #expect(opened.status == 0 && opened.errors.isEmpty, "\(opened)")
        #expect(try called.result()?["error"]?["code"] == 502)
        try called.expectNoToken()
    }

    @Test func `a guess that is malformed ends no call`() throws {
        let called = try CalledApp()
        let guesses = (100..<200).map { "xcallback:///reply/\(String(repeating: "0", count: 29))\($0)?a=%zz" }
        let replies = try called.daemon.replies(to: guesses, door: .desktop)
        let codes = replies.map { $0["error"]?["code"]?.json ?? "" }
        // A slow machine stays within the limit of guesses.
        #expect(codes.prefix(10).allSatisfy { $0 == "400" } && Set(codes).isSubset(of: ["400", "429"]), "\(codes)")
        #expect(try called.answer(called.success + "a=1")["outcome"] == "success")
        #expect(try called.result()?["output"] == ["a": "1"])
    }
}

extension CalledApp {
    /// The token of the planted callbacks.
    fileprivate var token: String {
        String(success.split(separator: "/").last ?? "").trimmingCharacters(in: ["?"])
    }

    fileprivate func expectNoToken() throws {
        let history = try daemon.history().map(\.json).joined()
        #expect(history.contains("xcallback") && !history.contains(token), "\(history)")
        #expect(!daemon.logText.contains(token))
    }
}
