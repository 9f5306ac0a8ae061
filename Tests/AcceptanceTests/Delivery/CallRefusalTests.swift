import Glibc
import QueryCoding
import RequestRecord
import Testing

/// Calls that end without an answer: refused, too late, past a limit or interrupted. The test is the app that is called.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
struct CallRefusalTests {
    @Test func `a call without an answer in time is 408, and a late answer is refused`() throws {
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let outcome = try tester.call("app:go", [("timeout", .number("0.5"))])
        #expect(outcome["error"] == ["code": 408, "message": "no answer within 0.5 seconds"])
        let success = try #require(CallTester.value("x-success", in: app.next()))
        #expect(try tester.daemon.reply(to: success, door: .desktop)["error"]?["code"] == 404)
        #expect(tester.daemon.stop() == 0, "all is written then")
        let logged = tester.daemon.logText.split(separator: "\n").filter { $0.contains("a request failed") }
        #expect(logged.contains { $0.contains("xcallback.reply") && $0.contains("404") }, "\(logged)")
    }

    @Test func `a call that is nested too deep is refused`() throws {
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let outcome = try tester.call("app:go", [("environment", ["XCALLBACK_DEPTH": "8"])])
        #expect(outcome["error"]?["code"] == 508)
        #expect(app.isQuiet)
    }

    @Test func `a call of another app is refused at once if xcallback is not registered`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let app = try ReceivingApp(daemon.sandbox, scheme: "app")
        let reason = "no answer can arrive: the scheme xcallback: is not registered; run 'xcallback install'"
        let answer = try daemon.answer("call", ["url": "app:go", "id": "one"])
        #expect(answer["error"] == ["code": -32000, "message": .string(reason), "data": ["code": 424]])
        #expect(
            try daemon.xcallback(["call", "app:go"])
                == Ended(status: 78, output: "", errors: "xcallback: error 424: \(reason)\n"))
        #expect(app.isQuiet)
        // Our own routes need no registration.
        #expect(try daemon.xcallback(["call", "xcallback:///echo?a=1"]).output == "{\"a\":\"1\"}\n")
        // Nor is the id used up.
        #expect(try daemon.xcallback(["install"]).status == 0)
        let call = try daemon.begin("call", ["url": "app:go", "id": "one"])
        #expect(app.next()?.hasPrefix("app:go?") == true)
        withExtendedLifetime(call) {}
    }

    @Test func `a timed-out call by an opener of the user's own reports that xcallback is not registered`() throws {
        let daemon = try RunningDaemon(Sandbox(settings: "opener: ['true']\n"))
        let ended = try daemon.xcallback(["call", "app:go", "--timeout", "100ms"])
        #expect(ended.status == 124)
        #expect(
            ended.errors
                == "xcallback: error 408: no answer within 0.1 seconds (no answer can arrive: the scheme xcallback: "
                + "is not registered; run 'xcallback install')\n")
    }

    @Test(
        arguments: [
            ("nobody://x", 404, "no app is registered for nobody:"),
            ("app", 400, "not a URL: it needs a scheme, as in 'notes:///create'"),
            ("xcallback://user@x-callback-url/echo", 400, "user info ('user@') is not accepted in a URL"),
            ("xcallback://x-callback-url:80/echo", 400, "a port is not accepted after 'x-callback-url'"),
            ("app:a b", 400, nil),
            ("app:a?b=%zz", 400, nil),
            ("javascript:alert(1)", 403, "the URL is refused: javascript: is never opened"),
            ("file:///etc/passwd", 403, nil),
            ("app:go?x-success=javascript%3Ax", 403, nil),
            ("app:go?x-success=other%3Ax&x-success=other%3Ay", 400, nil),
            ("app:go?a=" + String(repeating: "x", count: 130_900), 413, nil),
            ("xcallback:///nothing", 404, "no route for xcallback:///nothing"),
        ] as [(String, Int, String?)])
    func `a URL that cannot be called is refused at once, and nothing is opened`(
        url: String, code: Int, message: String?
    ) throws {
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let outcome = try tester.call(url, [("parameters", ["p": "1"])])
        #expect(outcome["error"]?["code"] == .integer(code), "\(outcome["error"]?.json ?? "")")
        if let message { #expect(outcome["error"]?["message"] == .string(message)) }
        #expect(app.isQuiet)
    }

    @Test(arguments: [
        (
            "sftp://host/a?x-source=Me", 403,
            "the URL is refused: sftp: is never opened as a callback, or by a command that the daemon started; "
                + "a terminal may unset XCALLBACK_DOOR"
        ),
        ("sftp://me:hunter2@host:2222/a", 400, "user info ('user@') is not accepted in a URL"),
    ])
    func `a script calls what a command of a request may not call`(url: String, code: Int, message: String) throws {
        let tester = try CallTester()
        let app = try ReceivingApp(tester.sandbox, scheme: String(url.prefix { $0 != ":" }))
        for door in ["control", "desktop"] {
            let refused = try tester.call(url, [("environment", ["XCALLBACK_DOOR": .string(door)])])
            #expect(refused["error"] == ["code": .integer(code), "message": .string(message)])
        }
        let command = try run(
            "/usr/bin/env", ["XCALLBACK_DOOR=control", "\(Products.folder)/xcallback", "call", url],
            tester.sandbox.environment)
        #expect(command.status == 1 && command.errors == "xcallback: error \(code): \(message)\n")
        #expect(app.isQuiet)
        let call = try tester.begin(url)
        let opened = try #require(app.next())
        #expect(opened.hasPrefix(url) && opened.contains("x-source=") && !opened.contains("x-source=Me&x-source"))
        let success = try #require(CallTester.value("x-success", in: opened))
        #expect(try tester.daemon.reply(to: success, door: .desktop)["outcome"] == "success")
        #expect(try call.reply()["result"]?["outcome"] == "success")
        let history = try tester.daemon.xcallback(["history", "--json", "--all"]).output
        #expect(history.contains(url.prefix { $0 != "/" }) && !history.contains("hunter2"), "a password is a secret")
    }

    @Test func `calls that wait do not keep their answers out`() throws {
        let tester = try CallTester(
            routes: "schemes: [t]\nroutes: [{name: slow, path: /slow, run: [sleep, '5']}]\n",
            settings: "limits: {running: 1, waiting: 2}\n")
        let app = try ReceivingApp(tester.sandbox, scheme: "app")
        let waiting = try (0..<2).map { try tester.begin("app:\($0)") }
        let opened = (0..<2).map { _ in app.next() }
        let slow = try tester.daemon.begin("t:///slow")
        try wait(for: "the command") { try tester.daemon.call("status")["requests"]?["running"] == 1 }
        for url in opened {
            let answer = try tester.daemon.reply(to: CallTester.value("x-success", in: url) ?? "", door: .desktop)
            #expect(answer["outcome"] == "success")
        }
        for call in waiting { #expect(try call.reply()["result"]?["outcome"] == "success") }
        #expect(try slow.reply()["outcome"] == "success")
    }

    @Test func `a daemon that stops ends the calls that wait`() throws {
        let called = try CalledApp("app:go?x-error=app%3Ano")
        called.daemon.signal(SIGTERM)
        #expect(try called.result()?["error"] == ["code": 503, "message": "interrupted: the daemon is stopping"])
        #expect(called.app.next()?.hasPrefix("app:no?errorCode=503") == true)
    }

    @Test func `the next daemon ends the calls of a killed one as interrupted, and opens their callbacks`() throws {
        let called = try CalledApp("app:go?x-error=app%3Ano")
        called.daemon.kill()
        let next = try RunningDaemon(called.tester.sandbox)
        #expect(called.app.next()?.hasPrefix("app:no?errorCode=503") == true)
        #expect(try next.reply(to: called.success, door: .desktop)["error"]?["code"] == 404)
        #expect(called.app.isQuiet)
    }
}
