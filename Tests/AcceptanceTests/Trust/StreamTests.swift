import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Many lines, many connections, and the signals that come in between.
@Suite(.timeLimit(.minutes(2)))
struct StreamTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.serving(
            """
            {name: say, path: "/say/{n:int}", run: [printf, --, "%s", $n], output: text}
            {name: wait, path: "/wait/{fifo}", run: [cat, --, $fifo], output: text}
            """)
    }

    @Test func `a thousand URLs on one connection are answered in order`() throws {
        let count = Scale.count(1000, upTo: 50_000)
        let urls = (0..<count).map { "xcallback:///echo?n=\($0)" }
        let answers = try daemon.replies(to: urls).map { $0["output"]?["n"]?.string }
        #expect(answers == (0..<count).map { "\($0)" })
    }

    @Test func `a request survives SIGHUP, and ends before SIGTERM ends the daemon`() throws {
        let fifo = "\(daemon.sandbox.path)/f"
        #expect(mkfifo(fifo, 0o600) == 0)
        let connection = try daemon.begin("t:///wait/\(fifo.replacing("/", with: "%2F"))")
        // Opening succeeds once the command reads: it has begun.
        let writer = open(fifo, O_WRONLY | O_CLOEXEC)
        #expect(writer >= 0)
        daemon.signal(SIGHUP)
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        daemon.signal(SIGTERM)
        _ = "done".withCString { write(writer, $0, 4) }
        close(writer)
        #expect(try connection.reply()["output"]?["result"] == "done")
        #expect(daemon.stop() == 0)
    }

    @Test func `closing after lines cancels none of them`() throws {
        let rpc = RPCRequest(id: nil, method: "dispatch", parameters: ["url": "t:///say/rpc"]).json
        for round in 1...20 {
            var connection: Connection? = Connection(try daemon.connect())
            try connection?.send((1...3).map { "t:///say/\(round).\($0)\n" }.joined() + rpc)
            connection = nil
        }
        try wait(for: "the last line") { try daemon.history().count == 80 }
        for round in 1...20 {
            let urls = try daemon.history().compactMap { $0["url"]?.string }
                .filter { $0.hasPrefix("t:///say/\(round).") }
            #expect(urls == (1...3).reversed().map { "t:///say/\(round).\($0)" })
        }
    }

    @Test(
        arguments: [
            "GET / HTTP/1.1", "POST / HTTP/1.1", "OPTIONS * HTTP/1.1", "PRI * HTTP/2.0",
            "PUT /" + String(repeating: "a", count: 1_200_000),
        ], [Door.desktop, .control])
    func `an HTTP request is answered by 400, and no line after it is run`(line: String, door: Door) throws {
        let text = "t:///say/1\n\(line)\r\nHost: localhost\r\n\r\nt:///say/2\nt:///say/3"
        let connection = try daemon.begin(text, door)
        #expect(try connection.reply()["error"]?["code"] == (door == .desktop ? 403 : nil))
        #expect(try connection.reply()["error"]?["code"] == 400)
        #expect(try connection.next() == nil, "the daemon closes the connection")
        #expect(try daemon.history().allSatisfy { $0["url"] != "t:///say/2" })
    }

    @Test(arguments: ["get / HTTP/1.1", "GETS / HTTP/1.1", "GET"])
    func `a line that only resembles HTTP is a bad URL, and the connection goes on`(line: String) throws {
        let replies = try daemon.replies(to: [line, "xcallback:///ping"])
        #expect(replies.map { $0["error"]?["code"] } == [400, nil])
    }

    @Test func `a line without an end counts when the stream ends`() throws {
        let connection = Connection(try daemon.connect())
        let text = "xcallback:///ping\r\nxcallback:///ping"
        #expect(send(connection.descriptor, text, text.utf8.count, 0) == text.utf8.count)
        connection.finish()
        for _ in 1...2 { #expect(try connection.reply()["outcome"] == "success") }
        #expect(try connection.next() == nil)
    }

    @Test(arguments: ["history", "routes"], [true, false])
    func `a call that waits for a change ends with the daemon, and answers that nothing changed`(
        method: String, clientLeaves: Bool
    ) throws {
        do {
            let client = try daemon.begin(method, ["follow": method == "routes" ? 1 : true])
            // The answer of the same connection shows that the daemon has read the line before it.
            #expect(try client.call("status", id: 2)["id"] == 2)
            if !clientLeaves {
                daemon.signal(SIGTERM)
                #expect(try client.next()?["result"]?[method == "routes" ? "cursor" : "requests"] != nil)
            }
        }
        #expect(daemon.stop() == 0)
        // SwiftNIO reports a reply to a socket whose thread has ended.
        #expect(!daemon.logText.contains("ERROR"), "\(daemon.logText)")
    }
}
