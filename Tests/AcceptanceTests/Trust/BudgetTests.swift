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
}
