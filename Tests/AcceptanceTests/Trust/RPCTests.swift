import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// JSON-RPC 2.0 over the real socket.
@Suite(.timeLimit(.minutes(1)))
struct RPCTests {
    private func start() throws -> RunningDaemon {
        return try RunningDaemon(
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
    }

    @Test func `an id that comes again while the first runs waits for the same outcome`() throws {
        let daemon = try start()
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        let parameters: QueryValue = ["url": .string("t:///wait/\(pipe.parameter)"), "id": "a", "wait": false]
        let accepted = try Connection(daemon.connect()).call("dispatch", parameters)["result"]
        #expect(accepted?["state"] == "accepted")
        #expect(try Connection(daemon.connect()).call("dispatch", parameters)["result"] == accepted)
        let waiting = Connection(try daemon.connect())
        let again: QueryValue = ["url": .string("t:///wait/\(pipe.parameter)"), "id": "a"]
        try waiting.send(RPCRequest(id: 7, method: "dispatch", parameters: again).json)
        pipe.write("done")
        let reply = try waiting.reply()
        #expect(reply["id"] == 7)
        #expect(reply["result"]?["output"] == ["result": "done"])
        #expect(reply["result"]?["id"] == accepted?["id"])
    }

    @Test func `requests of one connection run at once, its URLs one after the other`() throws {
        let daemon = try start()
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        let slow = "t:///wait/\(pipe.parameter)"
        let connection = Connection(try daemon.connect())
        try connection.send(RPCRequest(id: 1, method: "dispatch", parameters: ["url": .string(slow)]).json)
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
        let daemon = try start()
        let replies = try daemon.replies(to: [line, "xcallback:///ping"])
        #expect(replies.map { $0["outcome"] }.contains("success"))
        let reply = replies.first { $0["jsonrpc"] == "2.0" }
        #expect(reply?["error"]?["code"] == .integer(code))
        #expect(reply?["id"] == id)
        #expect(replies.count == 2)
    }

    @Test func `a notification is carried out and not answered`() throws {
        let daemon = try start()
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        let connection = Connection(try daemon.connect())
        for method in ["nonsense", "status"] { try connection.send(RPCRequest(id: nil, method: method).json) }
        try connection.send(
            RPCRequest(
                id: nil, method: "dispatch",
                parameters: ["url": .string("t:///wait/\(pipe.parameter)"), "id": "n"]
            ).json)
        // The same id finds the notification's outcome.
        try connection.send(
            RPCRequest(
                id: 9, method: "dispatch", parameters: ["url": .string("t:///wait/\(pipe.parameter)"), "id": "n"]
            ).json)
        pipe.write("heard")
        let reply = try connection.reply()
        #expect(reply["id"] == 9)
        #expect(reply["result"]?["output"] == ["result": "heard"])
        connection.finish()
        #expect(try connection.next() == nil)
    }

    @Test func `the session travels with the request, and nothing else does`() throws {
        let daemon = try start()
        let environment: QueryValue = [
            "DISPLAY": ":9", "XAUTHORITY": "/x", "BROWSER": "evil", "LD_PRELOAD": "/evil", "PATH": "/evil", "HOME": "/",
        ]
        let parameters: QueryValue = ["url": "t:///env", "environment": environment]
        let control = try lines(of: Connection(daemon.connect()).call("dispatch", parameters))
        #expect(control.contains("DISPLAY=:9") && control.contains("XAUTHORITY=/x"))
        #expect(!control.contains { $0.contains("evil") } && !control.contains("HOME=/"))
        // A container may hold the desktop socket: of the session it chooses nothing.
        let desktop = try lines(of: Connection(daemon.connect(.desktop)).call("dispatch", parameters))
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
        let daemon = try start()
        let socket = try NotificationSocket("\(daemon.sandbox.path)/run/wayland-7")
        let parameters: QueryValue = ["url": "t:///env", "environment": .object([.init(name, .string(value))])]
        let variables = try lines(of: Connection(daemon.connect(.desktop)).call("dispatch", parameters))
        #expect(variables.filter { $0.hasPrefix("\(name)=") } == [expected].compactMap { $0 })
        _ = socket
    }

    private func lines(of reply: QueryValue) throws -> [String] {
        guard case .array(let lines)? = reply["result"]?["output"]?["result"] else { throw Failure(reply.json) }
        return lines.compactMap(\.string)
    }

    @Test func `explain returns all that is known, and runs nothing`() throws {
        let daemon = try start()
        let url = "t://x-callback-url/full/7?title=Hi&key=s3cret&Tags=x&x-success=app%3Ayes&x-error=file%3A%2F%2F%2Fx"
        let value = try Connection(daemon.connect()).call("explain", ["url": .string(url)])["result"]
        #expect(value?["scheme"] == "t")
        #expect(value?["authority"] == "x-callback-url")
        #expect(value?["path"] == ["full", "7"])
        #expect(value?["query"] == [["title", "Hi"], ["key", "s3cret"], ["Tags", "x"]])
        #expect(value?["route"] == "t.full")
        #expect(value?["parameters"] == ["id": "7"])
        let success = value?["callbacks"]?["success"]
        #expect(success?["url"] == "app:yes" && success?["verdict"] == "open")
        #expect(success?["reason"]?.string?.isEmpty == false)  // no app would get it here
        #expect(value?["callbacks"]?["error"]?["verdict"]?.string?.hasPrefix("refuse: ") == true)
        #expect(value?["near-misses"] == ["'Tags' is not 'tags': names compare exactly"])
        #expect(value?["would"] == "error")
        #expect(value?["error"]?["code"] == 403)
        let fine = try Connection(daemon.connect()).call("explain", ["url": "t:///full/7?title=Hi&key=s3cret"])[
            "result"]
        #expect(fine?["would"] == "run")
        #expect(fine?["input"]?["key"] == "<redacted>")
        let none = try Connection(daemon.connect()).call("explain", ["url": "t:///nowhere"])["result"]
        #expect(none?["route"] == .null)
        #expect(none?["error"]?["code"] == 404)
        #expect(!FileManager.default.fileExists(atPath: "\(daemon.sandbox.path)/home/ran"))
    }

    @Test func `routes lists each route with its input`() throws {
        let daemon = try start()
        let value = try daemon.call("routes")["routes"]
        guard case .array(let routes)? = value else { throw Failure("no routes") }
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
        let daemon = try start()
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        let connection = Connection(try daemon.connect())
        let status = try connection.call("status")["result"]
        #expect(status?["pid"] == .integer(daemon.pid))
        #expect(status?["requests"] == ["running": 0, "waiting": 0, "total": 1, "unrecorded": 0])
        #expect(status?["routes"] == 7 && status?["declared"] == 3)
        #expect(
            status?["schemes"] == [
                ["scheme": "t", "registered": false], ["scheme": "xcallback", "registered": false],
            ])
        let file = "\(daemon.sandbox.routesFolder)/t.yaml"
        #expect(status?["files"] == [["path": .string(file), "state": "loaded", "mistakes": []]])
        for name in ["version", "since", "callbacks", "journal", "opener", "prompt"] { #expect(status?[name] != nil) }
        #expect(try connection.call("reload")["result"] == ["loaded": [.string(file)], "refused": []])
        try daemon.sandbox.routes("schemes: [t]\nroutes: [{name: a, path: /a, runs: [b]}]\n", "t")
        let refused = try connection.call("reload")["result"]
        #expect(refused?["loaded"] == [])
        guard case .array(let files)? = refused?["refused"] else { throw Failure("nothing refused") }
        #expect(files.count == 1 && files.first?["file"] == .string(file))
        // The previous table stays in use.
        #expect(try daemon.reply(to: "t:///env")["outcome"] == "success")
    }
}
