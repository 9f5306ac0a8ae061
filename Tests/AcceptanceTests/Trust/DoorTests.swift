import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import Testing

/// What a web page can reach: desktop.sock, its rules, and what is kept from it.
struct DoorTests {
    private func start(_ settings: String = "callbacks: {hosts: [ok.example], allow: [otherapp]}\n") throws
        -> RunningDaemon
    {
        let sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: open, path: /open, run: [printf, done], output: text}
              - {name: ask, path: /ask, desktop: ask, run: [touch, ran]}
              - {name: always, path: /always, desktop: ask-always, run: [touch, ran]}
              - {name: never, path: /never, desktop: never, run: [touch, ran]}
              - {name: token, path: /token, desktop: ask, token: {file: token}, run: [printf, told], output: text}
              - {name: closed, path: /closed, desktop: never, token: {file: token}, run: [touch, ran]}
              - {name: fail, path: /fail, run: [sh, -c, "echo /home/me/secret >&2; exit 9"]}
              - {name: tells, path: /tells, errors: stderr, run: [sh, -c, "echo no such note >&2; exit 9"]}
              - {name: again, path: /again, errors: stderr, run: [xcallback, open, "t:///never"]}
              - {name: inner, path: /inner, open: "t:///never"}
              - {name: quick, path: /quick, rate: {per-second: 1, burst: 2}, run: [printf, done], output: text}
              - {name: slow, path: "/slow/{fifo}", run: [cat, --, $fifo]}
            """, "t")
        try sandbox.write("good\n", to: "\(sandbox.routesFolder)/token")
        try sandbox.write("", to: "opened")
        try sandbox.write(
            "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '\(sandbox.path)/opened'\n", to: "opener", executable: true)
        try sandbox.settings("opener: [\(sandbox.path)/opener]\n" + settings)
        return try RunningDaemon(sandbox)
    }

    /// Whether the command of a refused route left its mark: commands start in the home.
    private func didRun(_ daemon: RunningDaemon) -> Bool {
        FileManager.default.fileExists(atPath: "\(daemon.sandbox.path)/home/ran")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("t:///open", nil),
            ("t:///ask", 403),
            ("t:///always", 403),
            ("t:///never", 403),
            ("t:///token?x-token=good", nil),  // stands in for the prompt
            ("t:///token?key=good", nil),
            ("t:///token?x-token=bad", 401),
            ("t:///token", 403),
            ("t:///closed?x-token=good", 403),  // never stands in for `never`
            ("t:///closed?x-token=bad", 403),
            ("t:///inner", 403),  // distrust does not wash off by an open route
            ("xcallback:///ping", 403),
            ("xcallback:///echo?a=b", 403),
            ("xcallback:///version", 403),
            ("xcallback:///reply/x", 404),
            ("T:///never", 403),
            ("t://never", 403),
            ("t://x-callback-url/never", 403),
            ("t:///%6Eever", 403),
            ("t:///never/", 403),
        ] as [(String, Int?)])
    func `each route's rule holds at the desktop door`(url: String, code: Int?) throws {
        let daemon = try start()
        let reply = try daemon.reply(to: url, door: .desktop)
        #expect(reply["error"]?["code"] == code.map { .integer($0) })
        #expect(reply["outcome"] == (code == nil ? "success" : "error"))
        #expect(!didRun(daemon))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("otherapp%3Ax", "opened"),  // in config.yaml's list
            ("https%3A%2F%2Fok.example%2F", "opened"),  // in config.yaml's hosts
            ("t%3A%2F%2F%2Fopen", "dispatched"),  // our own scheme
            ("t%3A%2F%2F%2Fnever", "dispatched"),  // and refused there
            ("nobody%3Ax", nil),  // would have to be asked, even on an allow route
            ("https%3A%2F%2Fevil.example%2F", nil),
            ("https%3A%2F%2Fok.example%40evil.example%2F", nil),
            ("https%3A%2F%2Fok.example%3A444%2F", nil),
            ("https%3A%2F%2Fsub.ok.example%2F", nil),
            ("javascript%3Aalert(1)", nil),
            ("file%3A%2F%2F%2Fetc%2Fpasswd", nil),
        ] as [(String, String?)])
    func `a callback goes unasked to what is allowed, and nowhere else`(callback: String, state: String?) throws {
        let daemon = try start()
        let reply = try daemon.reply(to: "t:///open?x-success=\(callback)", door: .desktop)
        #expect(reply["callback"]?["state"] == state.map { .string($0) })
        #expect(reply["error"]?["code"] == (state == nil ? 403 : nil))
        #expect(!didRun(daemon))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a refusal names the key that would allow it`() throws {
        let daemon = try start()
        let asked = try daemon.reply(to: "t:///ask", door: .desktop)["error"]?["message"]?.string
        #expect(
            asked == "route 't.ask' must be confirmed, and no prompt is available; "
                + "'desktop: allow' at routes.d/t.yaml:5:5 lets it run unasked")
        let callback = try daemon.reply(to: "t:///open?x-success=nobody%3Ax", door: .desktop)["error"]?["message"]
        #expect(
            callback?.string == "x-success to nobody: must be confirmed, and no prompt is available; "
                + "naming it in 'allow' of 'callbacks' in config.yaml lets it go unasked")
    }

    @Test(.timeLimit(.minutes(1)))
    func `an x-error that is itself allowed is told of the refusal`() throws {
        let daemon = try start()
        let url = "t:///open?x-success=nobody%3Ax&x-error=otherapp%3Afailed"
        let callback = try daemon.reply(to: url, door: .desktop)["callback"]
        #expect(callback?["state"] == "opened")
        #expect(callback?["url"]?.string?.hasPrefix("otherapp:failed?errorCode=403&errorMessage=") == true)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "explain", "routes", "status", "reload", "link", "history", "rerun", "feature", "serve", "call", "nonsense",
        ])
    func `no method but dispatch is to be had`(method: String) throws {
        let daemon = try start()
        let desktop = Connection(try daemon.connect(.desktop))
        #expect(try desktop.call(method)["error"]?["code"] == -32601)
    }

    @Test(.timeLimit(.minutes(1)))
    func `dispatch is under the same rules, and no parameter lifts them`() throws {
        let daemon = try start()
        let desktop = Connection(try daemon.connect(.desktop))
        #expect(try desktop.call("dispatch", ["url": "t:///open"])["result"]?["outcome"] == "success")
        #expect(try desktop.call("dispatch", ["url": "t:///never"])["result"]?["error"]?["code"] == 403)
        for name in ["door", "trusted", "origin", "source"] {
            let parameters: QueryValue = ["url": "t:///never", name: "control"]
            #expect(try desktop.call("dispatch", parameters)["error"]?["code"] == -32602)
        }
        #expect(!didRun(daemon))
    }

    @Test(.timeLimit(.minutes(1)))
    func `an id of the control door names nothing at the desktop door`() throws {
        let daemon = try start()
        let parameters: QueryValue = ["url": "t:///fail", "id": "mine"]
        let control = try Connection(daemon.connect()).call("dispatch", parameters)["result"]
        #expect(control?["error"]?["message"] == "/home/me/secret")
        let desktop = try Connection(daemon.connect(.desktop)).call("dispatch", parameters)["result"]
        #expect(desktop?["error"]?["message"] == "the action failed")
        #expect(desktop?["id"] != control?["id"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a command's stderr stays inside unless the route tells it`() throws {
        let daemon = try start()
        #expect(
            try daemon.reply(to: "t:///fail", door: .desktop)["error"] == ["code": 9, "message": "the action failed"])
        #expect(daemon.logText.contains("/home/me/secret"))
        #expect(try daemon.reply(to: "t:///fail")["error"] == ["code": 9, "message": "/home/me/secret"])
        #expect(try daemon.reply(to: "t:///tells", door: .desktop)["error"] == ["code": 9, "message": "no such note"])
    }

    @Test(.timeLimit(.minutes(1)), arguments: [Door.desktop, .control])
    func `a burst is let through, and what exceeds it is 429`(door: Door) throws {
        let daemon = try start()
        let urls = Array(repeating: "t:///quick", count: 6)
        let codes = try daemon.replies(to: urls, door: door).map { $0["error"]?["code"] }
        #expect(codes.prefix(2) == [nil, nil])
        #expect(codes.contains(429))
        let other: Door = door == .desktop ? .control : .desktop
        #expect(try daemon.reply(to: "t:///quick", door: other)["outcome"] == "success")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a route takes a burst of twenty from web pages where its file says nothing, and all from scripts`() throws {
        let daemon = try start()
        let clock = ContinuousClock()
        let begin = clock.now
        let replies = try daemon.replies(to: Array(repeating: "t:///open", count: 60), door: .desktop)
        let gained = Int((clock.now - begin) / .milliseconds(100)) + 1
        let ran = replies.count { $0["outcome"] == "success" }
        #expect((20...20 + gained).contains(ran))
        #expect(replies.count { $0["error"]?["code"] == 429 } == 60 - ran)
        let scripts = try daemon.replies(to: Array(repeating: "t:///open", count: 30))
        #expect(scripts.allSatisfy { $0["outcome"] == "success" })
    }

    @Test(.timeLimit(.minutes(1)), arguments: [131_071, 131_072, 262_144, 262_145, 1 << 20])
    func `a URL of more than 131071 bytes is 413, and the connection goes on`(length: Int) throws {
        let daemon = try start()
        let url = "t:///open?x=".padding(toLength: length, withPad: "a", startingAt: 0)
        let codes = try daemon.replies(to: [url, "t:///open"], door: .desktop).map { $0["error"]?["code"] }
        #expect(codes == [length > 131_071 ? 413 : nil, nil])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a command that runs for a web page stays at its door`() throws {
        let daemon = try start()
        #expect(
            try daemon.reply(to: "t:///again", door: .desktop)["error"]?["message"]
                == "xcallback: error 403: route 't.never' is not open to the desktop")
        #expect(!didRun(daemon))
        #expect(try daemon.reply(to: "t:///again")["outcome"] == "success")
        #expect(didRun(daemon))
    }

    @Test(.timeLimit(.minutes(1)))
    func `what the desktop starts leaves at once and prints nothing`() throws {
        let daemon = try start()
        let fifo = "\(daemon.sandbox.path)/f"
        #expect(mkfifo(fifo, 0o600) == 0)
        let url = "t:///slow/\(fifo.replacing("/", with: "%2F"))"
        // The command waits for a writer, and nobody has opened the pipe yet.
        let ended = try daemon.xcallback(["open", "--from", "desktop", "--", url])
        #expect(ended == Ended(status: 0, output: "", errors: ""))
        let writer = open(fifo, O_WRONLY | O_CLOEXEC)
        #expect(writer >= 0)
        close(writer)
        let refused = try daemon.xcallback(["open", "--from", "desktop", "--", "t:///never"])
        #expect(refused == Ended(status: 0, output: "", errors: ""))
    }

    @Test(.timeLimit(.minutes(1)))
    func `whatever a URL holds, the log stays printable lines of at most 2 KiB`() throws {
        let daemon = try start()
        let nasty = "%1B%5D0;x%07%0D%0A%E2%80%AE" + String(repeating: "%1B%C2%9B", count: 10_000)
        for url in ["t:///open?x=\(nasty)", "t:///\(nasty)", "nope:\(nasty)", "t:///open?x-success=\(nasty)"] {
            #expect(try daemon.reply(to: url, door: .desktop)["outcome"] == "error")
        }
        #expect(daemon.logText.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
        #expect(daemon.logText.split(separator: "\n").allSatisfy { $0.utf8.count <= 2048 })
    }
}
