import Foundation
import QueryCoding
import RequestRecord
import Testing

/// Clients that hold or send what they can, all at once: the control socket answers, and the journal keeps its size.
@Suite(.timeLimit(.minutes(2)))
struct HeldClientsTests {
    @Test func `idle connections to the desktop socket leave half of all to the control socket`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let idle = try (0..<256).map { _ in Connection(try daemon.connect(.desktop)) }
        for connection in idle[128...] {
            let reply = try #require(try connection.next(milliseconds: 20_000))
            #expect(reply["error"] == ["code": 503, "message": "too many connections"])
            #expect(try connection.next(milliseconds: 20_000) == nil)
        }
        // The reply to a click is that it was not taken, not that it may have run.
        for _ in 0..<20 {
            let refused = try daemon.xcallback(["open", "--from", "desktop", "--", "nope:///x"])
            #expect(refused == Ended(status: 69, output: "", errors: "xcallback: refused: too many connections\n"))
        }
        let control = try daemon.send(Array(repeating: "xcallback:///ping", count: 128))
        for connection in control { #expect(try connection.reply()["outcome"] == "success") }
        #expect(try Connection(daemon.connect()).next()?["error"]?["code"] == 503)
        // The places are free again when they close.
        withExtendedLifetime(idle[0]) { idle[0].finish() }
        #expect(try idle[0].next(milliseconds: 20_000) == nil)
        try wait(for: "a free place") { try daemon.reply(to: "nope:///x", door: .desktop)["error"]?["code"] == 404 }
    }

    @Test func `a flood of accepted requests keeps the journal within its size`() throws {
        let sandbox = try Sandbox(
            "schemes: [t]\nroutes: [{name: e, path: \"/{number}\", redirect: \"xcallback:///echo?number=$number\"}]",
            settings: "history: {size: 1MiB}\n")
        let daemon = try RunningDaemon(sandbox)
        let lines = (0..<100).map { "t:///\($0)?text=" + String(repeating: "a", count: 20_000) }
        let connection = Connection(try daemon.connect())
        for line in lines {
            try connection.send(line)
            #expect(try connection.reply()["outcome"] == "success")
        }
        let folder = "\(sandbox.path)/state/xcallbackd"
        // What was recorded after the last reply may still be on its way.
        try wait(for: "the journal to be within its size") {
            let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
                try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int ?? 0
            }
            return sizes.reduce(0, +) <= 1 << 20
        }
        let kept = try daemon.history()
        #expect((5..<60).contains(kept.count))
        #expect(kept.first?["output"]?["number"] == "99")
    }

    /// Sends two hundred descriptors of its output along with a line, over the socket that is its input.
    private static let smuggle = """
        import socket
        socket.send_fds(socket.socket(fileno=0), [b"xcallback:///ping\\n"], [1] * 200)
        """

    @Test(.needs(programs: "python3"))
    func `held, drip-fed and never-reading clients and smuggled descriptors do no harm`() throws {
        // Half of them for the desktop socket, and more than all the clients below hold of the other one.
        let daemon = try RunningDaemon(Sandbox(settings: "limits: {connections: 320}\n"))
        let held = try (0..<256).map { _ in Connection(try daemon.connect(.desktop)) }
        for connection in held[160...] { #expect(try connection.next()?["error"]?["code"] == 503) }
        let dripping = try (0..<64).map { _ in Connection(try daemon.connect()) }
        func drip() { for connection in dripping { _ = send(connection.descriptor, "x", 1, Int32(MSG_NOSIGNAL)) } }
        drip()
        let silent = try (0..<64).map { _ in Connection(try daemon.connect()) }
        let line = Array(("xcallback:///echo?a=" + String(repeating: "a", count: 2000) + "\n").utf8)
        for connection in silent {
            // Until the daemon takes no more of one whose replies nobody reads.
            while send(connection.descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) > 0 {}
        }
        let (pipe, environment) = (try ChildPipe(), daemon.sandbox.environment)
        for connection in [held[0], Connection(try daemon.connect())] {
            let smuggler = try Child(
                find("python3", environment), ["-c", Self.smuggle], environment, input: connection.descriptor,
                output: pipe.writing)
            #expect(smuggler.wait() == 0)
            #expect(try connection.reply()["id"] != nil)
        }
        pipe.closeWriting()
        // The end of the stream: nobody else holds the other end.
        var byte: UInt8 = 0
        var state = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        #expect(poll(&state, 1, 30_000) == 1 && read(pipe.reading, &byte, 1) == 0)
        for _ in 0..<20 {
            drip()
            #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        }
        #expect(try daemon.xcallback(["status"]).status == 0)
        for connection in dripping { #expect(try connection.reply()["error"]?["code"] == 408) }
        #expect(try ProcessTable.descriptors(of: daemon.pid) < 160 + 64 + 64 + 64)
        withExtendedLifetime((held, silent)) {}
    }
}
