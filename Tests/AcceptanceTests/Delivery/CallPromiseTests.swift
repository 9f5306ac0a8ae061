import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import Testing

/// The URL that a call opens, and the answers that it takes. The test is the app that is called.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"))
struct CallPromiseTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("app://go", [], "app://go?x-source=xcallback&CALLBACKS"),
            ("APP:go?", [], "app:go?x-source=xcallback&CALLBACKS"),
            // what the caller wrote stays as it wrote it
            ("app:///a%2fb?c=%2b+;&&d&=e#f%20g", [], "app:///a%2fb?c=%2b+;&&d&=e&x-source=xcallback&CALLBACKS#f%20g"),
            ("app:go?x-source=Me&a=1", [("source", "You")], "app:go?x-source=Me&a=1&CALLBACKS"),
            ("app:go", [("source", "You"), ("parameters", ["x-source": "Me"])], "app:go?x-source=Me&CALLBACKS"),
            ("app:go?a=1", [("source", "Me & you")], "app:go?a=1&x-source=Me%20%26%20you&CALLBACKS"),
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
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let call = try tester.begin(url, others)
        let got = try #require(app.next())
        let token = "[0-9a-f]{32}"
        let callbacks = ["success", "error", "cancel"].map { kind in
            "x-\(kind)=xcallback%3A%2F%2Fx-callback-url%2Freply%2F\(token)%3F"
        }
        let parts = opened.components(separatedBy: "CALLBACKS").map(NSRegularExpression.escapedPattern)
        let pattern = "^" + parts.joined(separator: callbacks.joined(separator: "&")) + "$"
        #expect(got.range(of: pattern, options: .regularExpression) != nil, "\(got)")
        _ = try tester.daemon.reply(to: CallTester.value("x-cancel", in: got) ?? "", door: .desktop)
        #expect(try call.reply()["result"]?["outcome"] == "cancel")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [Door.desktop, .control])
    func `an answer counts once, and later ones are refused`(door: Door) throws {
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let call = try tester.begin("app:go")
        let opened = app.next()
        let success = try #require(CallTester.value("x-success", in: opened))
        let error = try #require(CallTester.value("x-error", in: opened))
        let forged = String(success.dropLast(2)) + (success.hasSuffix("00") ? "11" : "00")
        #expect(try tester.daemon.reply(to: forged, door: door)["error"]?["code"] == 404)
        let answered = try tester.daemon.reply(to: "\(success)?id=7", door: door)
        #expect(answered["outcome"] == "success" && answered["output"] == nil)
        let message = door == .control ? "no call waits for this answer" : "no route matches the URL"
        let unknown: QueryValue = ["code": 404, "message": .string(message)]
        #expect(try tester.daemon.reply(to: "\(success)?id=8", door: door)["error"] == unknown)
        #expect(try tester.daemon.reply(to: "\(error)?errorCode=8", door: door)["error"] == unknown)
        #expect(try call.reply()["result"]?["output"] == ["id": "7"])
        #expect(try tester.daemon.reply(to: success, door: door)["error"] == unknown)
    }

    @Test(.timeLimit(.minutes(2)))
    func `a thousand calls that wait at once each get their own answer, in whatever order`() throws {
        let folder = try Sandbox()
        let opened = try NamedPipe("\(folder.path)/opened")
        try folder.write("#!/bin/sh\nprintf '%s\\n' \"$1\" > '\(opened.path)'\n", to: "opener", executable: true)
        let tester = try CallTester(settings: "opener: [\(folder.path)/opener]\n")
        let calls = Connection(try tester.daemon.connect())
        for number in 0..<1000 {
            let parameters = CallTester.parameters("app:go?n=\(number)")
            try calls.send(RPCRequest(id: .integer(number), method: "call", parameters: parameters).json)
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

    @Test(.timeLimit(.minutes(1)))
    func `an answer becomes the outcome though the caller was killed`() throws {
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

    @Test(.timeLimit(.minutes(1)))
    func `an id that comes again gets the first outcome, and nothing is opened twice`() throws {
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let calls = try (0..<2).map { _ in try tester.begin("app:go", [("id", "a")]) }
        let success = try #require(CallTester.value("x-success", in: app.next()))
        _ = try tester.daemon.reply(to: "\(success)?id=7", door: .desktop)
        for call in calls { #expect(try call.reply()["result"]?["output"] == ["id": "7"]) }
        #expect(app.isQuiet)
    }
}
