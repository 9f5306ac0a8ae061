import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// JSON-RPC 2.0 over the real socket.
@Suite(.timeLimit(.minutes(1)))
struct RPCTests {
    private let daemon: RunningDaemon
    /// A command of `wait` ends when there is a line here.
    private let pipe: NamedPipe
    private let slow: String

    init() throws {
        daemon = try RunningDaemon(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: wait, path: "/wait/{f}", output: text, run: [head, -n1, --, $f]}
              - {name: env, path: /env, output: lines, run: [env]}
              - name: full
                path: "/full/{id:int}"
                summary: All of it
                input: {title: line, tags: [line], n: {type: int, default: 3}, key: {type: string?, secret: true}}
                run: [touch, ran]
                output: json
            """)
        pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        slow = "t:///wait/\(pipe.parameter)"
    }

    @Test func `an id that comes again while the first runs waits for the same outcome`() throws {
        let parameters: QueryValue = ["url": .string(slow), "id": "a", "wait": false]
        let accepted = try daemon.call("dispatch", parameters)
        #expect(accepted["state"] == "accepted")
        #expect(try daemon.call("dispatch", parameters) == accepted)
        let waiting = Connection(try daemon.connect())
        try waiting.begin("dispatch", ["url": .string(slow), "id": "a"], id: 7)
        pipe.write("done")
        let reply = try waiting.reply()
        #expect(reply["id"] == 7 && reply["result"]?["output"] == ["result": "done"])
        #expect(reply["result"]?["id"] == accepted["id"])
    }

    @Test func `requests of one connection run at once, its URLs one after the other`() throws {
        let connection = try daemon.begin("dispatch", ["url": .string(slow)])
        #expect(try connection.call("dispatch", ["url": "xcallback:///ping"], id: 2)["id"] == 2)
        try connection.send(slow)
        try connection.send("xcallback:///ping")
        // A request overtakes the URLs that wait.
        #expect(try connection.call("dispatch", ["url": "xcallback:///ping"], id: 3)["id"] == 3)
        // One line for each command: a single write could be read by one of them alone.
        pipe.write("one")
        var replies = [try connection.reply()]
        pipe.write("two")
        replies += try (0..<2).map { _ in try connection.reply() }
        #expect(replies.contains { $0["id"] == 1 })
        #expect(replies.compactMap { $0["url"]?.string } == [slow, "xcallback:///ping"])
    }

    @Test(
        arguments: [
            (#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#, -32601, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"url":"t:x","more":1}}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"url":"t:x","id":""}}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"url":"t:x","environment":[]}}"#, -32602, 1),
            (#"{"jsonrpc":"2.0","id":1}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":{},"method":"status"}"#, -32600, .null),
            ("[]", -32600, .null),
            (#"[{"jsonrpc":"2.0","id":1,"method":"status"}]"#, -32600, .null),  // no batches
            ("{", -32700, .null),
            ("{}", -32600, .null),
        ] as [(String, Int, QueryValue)])
    func `a fault has its JSON-RPC code under its id, and the connection goes on`(
        line: String, code: Int, id: QueryValue
    ) throws {
        let replies = try daemon.replies(to: [line, "xcallback:///ping"])
        #expect(replies.map { $0["outcome"] }.contains("success"))
        let reply = replies.first { $0["jsonrpc"] == "2.0" }
        #expect(reply?["error"]?["code"] == .integer(code) && reply?["id"] == id && replies.count == 2, "\(replies)")
    }

    @Test func `a notification is carried out and not answered`() throws {
        let connection = Connection(try daemon.connect())
        for method in ["nonsense", "status"] { try connection.begin(method, id: nil) }
        // The same id finds the notification's outcome.
        for id in [nil, 9] as [QueryValue?] {
            try connection.begin("dispatch", ["url": .string(slow), "id": "n"], id: id)
        }
        pipe.write("heard")
        let reply = try connection.reply()
        #expect(reply["id"] == 9 && reply["result"]?["output"] == ["result": "heard"], "\(reply.json)")
        connection.finish()
        #expect(try connection.next() == nil)
    }

    @Test func `the session travels with the request, and nothing else does`() throws {
        let environment: QueryValue = [
            "DISPLAY": ":9", "XAUTHORITY": "/x", "BROWSER": "evil", "LD_PRELOAD": "/evil", "PATH": "/evil", "HOME": "/",
        ]
        let parameters: QueryValue = ["url": "t:///env", "environment": environment]
        let control = try lines(of: daemon.answer("dispatch", parameters))
        #expect(control.contains("DISPLAY=:9") && control.contains("XAUTHORITY=/x"))
        #expect(!control.contains { $0.contains("evil") } && !control.contains("HOME=/"))
        // A container may hold the desktop socket: of the session it chooses nothing.
        let desktop = try lines(of: daemon.answer("dispatch", parameters, door: .desktop))
        #expect(desktop.contains("DISPLAY=:5005") && !desktop.contains("XAUTHORITY=/x"))
    }

    @Test(
        arguments: [
            ("DISPLAY", "evil.example:0", "DISPLAY=:5005"),
            ("DISPLAY", ":4242", "DISPLAY=:5005"),
            ("DISPLAY", ":5005", "DISPLAY=:5005"),
            // Even a socket of the user's may be that of a container.
            ("WAYLAND_DISPLAY", "wayland-7", nil),
            ("WAYLAND_DISPLAY", "evil-0", nil),
        ] as [(String, String, String?)])
    func `the desktop socket names no display but the daemon's`(name: String, value: String, expected: String?) throws {
        let socket = try NotificationSocket("\(daemon.sandbox.path)/run/wayland-7")
        let parameters: QueryValue = ["url": "t:///env", "environment": .object([.init(name, .string(value))])]
        let variables = try lines(of: daemon.answer("dispatch", parameters, door: .desktop))
        #expect(variables.filter { $0.hasPrefix("\(name)=") } == [expected].compactMap { $0 })
        _ = socket
    }

    private func lines(of reply: QueryValue) throws -> [String] {
        guard case .array(let lines)? = reply["result"]?["output"]?["result"] else { throw Failure(reply.json) }
        return lines.compactMap(\.string)
    }

    @Test func `explain returns all that is known, and runs nothing`() throws {
        let url = "t://x-callback-url/full/7?title=Hi&key=s3cret&Tags=x&x-success=app%3Ayes&x-error=file%3A%2F%2F%2Fx"
        func explain(_ url: String) throws -> QueryValue { try daemon.call("explain", ["url": .string(url)]) }
        let value = try explain(url)
        for (name, member) in [
            ("scheme", "t"), ("authority", "x-callback-url"), ("path", ["full", "7"]),
            ("query", [["title", "Hi"], ["key", "s3cret"], ["Tags", "x"]]), ("route", "t.full"),
            ("parameters", ["id": "7"]), ("would", "error"),
            ("near-misses", ["'Tags' is not 'tags': names compare exactly"]),
        ] as [(String, QueryValue)] { #expect(value[name] == member, "\(name)") }
        let success = value["callbacks"]?["success"]
        #expect(success?["url"] == "app:yes" && success?["verdict"] == "open")
        #expect(success?["reason"]?.string?.isEmpty == false)  // no app would get it here
        #expect(value["callbacks"]?["error"]?["verdict"]?.string?.hasPrefix("refuse: ") == true)
        #expect(value["error"]?["code"] == 403)
        let fine = try explain("t:///full/7?title=Hi&key=s3cret")
        #expect(fine["would"] == "run" && fine["input"]?["key"] == "<redacted>", "\(fine.json)")
        let none = try explain("t:///nowhere")
        #expect(none["route"] == .null && none["error"]?["code"] == 404, "\(none.json)")
        #expect(!daemon.hasTouched("ran"))
    }

    @Test func `routes lists each route with its input`() throws {
        let routes = try daemon.call("routes")["routes"]?.items ?? []
        let full = try #require(routes.first { $0["name"] == "t.full" })
        #expect(
            full.json
                == #"{"name":"t.full","feature":"t","path":"/full/{id:int}","schemes":["t"],"domains":[],"#
                + #""summary":"All of it","input":[{"name":"id","type":"int","optional":false},"#
                + #"{"name":"title","type":"line","optional":false},{"name":"tags","type":"[line]","optional":false},"#
                + #"{"name":"n","type":"int","optional":false,"default":3},"#
                + #"{"name":"key","type":"string","optional":true,"secret":true}],"output":"json","desktop":"allow","#
                + #""agent":"never","available":true,"source":"routes.d/t.yaml:6:5"}"#)
        #expect(routes.contains { $0["name"] == "xcallback.ping" && $0["source"] == "built in" })
    }

    @Test func `status counts, and reload reports the files that it loaded`() throws {
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        let connection = Connection(try daemon.connect())
        let status = try connection.call("status")["result"]
        #expect(status?["pid"] == .integer(daemon.pid))
        #expect(status?["requests"] == ["running": 0, "waiting": 0, "total": 1, "unrecorded": 0])
        #expect(status?["routes"] == 7 && status?["declared"] == 3)
        let schemes = ["t", "xcallback"].map { QueryValue.record([("scheme", .string($0)), ("registered", false)]) }
        #expect(status?["schemes"] == .array(schemes))
        let file = "\(daemon.sandbox.routesFolder)/t.yaml"
        #expect(status?["files"] == [["path": .string(file), "state": "loaded", "mistakes": []]])
        for name in ["version", "since", "callbacks", "journal", "opener", "prompt"] { #expect(status?[name] != nil) }
        #expect(try connection.call("reload")["result"] == ["loaded": [.string(file)], "refused": []])
        try daemon.sandbox.routes("schemes: [t]\nroutes: [{name: a, path: /a, runs: [b]}]\n", "t")
        let refused = try connection.call("reload")["result"]
        #expect(refused?["loaded"] == [])
        let files = refused?["refused"]?.items ?? []
        #expect(files.count == 1 && files.first?["file"] == .string(file))
        // The previous table stays in use.
        #expect(try daemon.reply(to: "t:///env")["outcome"] == "success")
    }
}
