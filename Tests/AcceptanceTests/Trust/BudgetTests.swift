import DispatcherClient
import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Whatever happens on the desktop socket, the control socket answers.
@Suite(.timeLimit(.minutes(2)))
struct BudgetTests {
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
        let control = try (0..<128).map { _ in Connection(try daemon.connect()) }
        for connection in control { try connection.send("xcallback:///ping") }
        for connection in control { #expect(try connection.reply()["outcome"] == "success") }
        #expect(try Connection(daemon.connect()).next()?["error"]?["code"] == 503)
        // The places are free again when they close.
        withExtendedLifetime(idle[0]) { idle[0].finish() }
        #expect(try idle[0].next(milliseconds: 20_000) == nil)
        try wait(for: "a free place") { try daemon.reply(to: "nope:///x", door: .desktop)["error"]?["code"] == 404 }
    }

    @Test func `slow commands of the desktop socket leave half of the running ones to the control socket`() throws {
        let sandbox = try Sandbox()
        let release = try NamedPipe("\(sandbox.path)/release.fifo")
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            rate: {per-second: 1000, burst: 1000}
            routes:
              - {name: slow, path: /slow, run: [sh, -c, "read line < '\(release.path)'"], timeout: 1h}
              - {name: say, path: /say, run: [echo, hi], output: text}
            """, "t")
        let daemon = try RunningDaemon(sandbox)
        let clicks = try (0..<64).map { _ in Connection(try daemon.connect(.desktop)) }
        for click in clicks { try click.send("t:///slow") }
        try wait(for: "32 commands, and 32 that wait") {
            let requests = try daemon.call("status")["requests"]
            return requests?["running"] == 32 && requests?["waiting"] == 32
        }
        let scripts = try (0..<64).map { _ in Connection(try daemon.connect()) }
        for script in scripts { try script.send("t:///say") }
        for script in scripts { #expect(try script.reply()["output"] == ["result": "hi"]) }
        for _ in clicks { release.write("") }
        for click in clicks { #expect(try click.reply()["outcome"] == "success") }
    }

    @Test func `waiting requests of the desktop socket leave half of the places to the control socket`() throws {
        let sandbox = try Sandbox()
        let release = try NamedPipe("\(sandbox.path)/release.fifo")
        try sandbox.settings("limits: {running: 2, waiting: 10}\n")
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            rate: {per-second: 1000, burst: 1000}
            routes: [{name: slow, path: /slow, run: [sh, -c, "read line < '\(release.path)'"], timeout: 1h}]
            """, "t")
        let daemon = try RunningDaemon(sandbox)
        let clicks = try (0..<6).map { _ in Connection(try daemon.connect(.desktop)) }
        for click in clicks { try click.send("t:///slow") }
        try wait(for: "six requests") {
            let requests = try daemon.call("status")["requests"]
            return requests?["running"] == 1 && requests?["waiting"] == 5
        }
        #expect(try daemon.reply(to: "t:///slow", door: .desktop)["error"]?["code"] == 503)
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        for _ in clicks { release.write("") }
        for click in clicks { #expect(try click.reply()["outcome"] == "success") }
    }

    @Test func `a flood of refused requests is counted, and its ids keep their outcomes`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let connection = Connection(try daemon.connect(.desktop))
        func dispatch(_ number: Int, _ url: String, waits: Bool = true) throws -> QueryValue {
            try connection.call(
                "dispatch", ["url": .string(url), "id": .string("id-\(number)"), "wait": .bool(waits)])
        }
        let long = "nope:///" + String(repeating: "a", count: 3000)
        for number in 0..<100 { #expect(try dispatch(number, long)["result"]?["error"]?["code"] == 404) }
        for number in 100..<300 {
            #expect(try dispatch(number, long, waits: false)["result"]?["state"] == "accepted")
        }
        #expect(try daemon.replies(to: Array(repeating: "", count: 500), door: .desktop).count == 500)
        let recorded = try daemon.history()
        #expect((100..<800).contains(recorded.count))
        #expect(recorded.allSatisfy { ($0["url"]?.string?.utf8.count ?? 0) <= 1024 })
        #expect(try daemon.call("status")["requests"]?["unrecorded"] == .integer(800 - recorded.count))
        #expect(try dispatch(7, long)["result"]?["url"] == .string(long))
        #expect(try dispatch(7, long + "b")["error"]?["data"]?["code"] == 409)
    }

    @Test func `a flood of accepted requests keeps the journal within its size`() throws {
        let sandbox = try Sandbox()
        try sandbox.settings("history: {size: 1MiB}\n")
        try sandbox.routes(
            "schemes: [t]\nroutes: [{name: e, path: \"/{number}\", redirect: \"xcallback:///echo?number=$number\"}]",
            "t")
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
}
