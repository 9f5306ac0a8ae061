import DispatcherScenarios
import RequestRecord
import TestSupport
import Testing
import UnixSystem

@testable import DispatcherService

/// While the screen is locked, no dialog is started: the questions wait for the unlock.
struct LockedScreenTests {
    private let dispatcher: TestDispatcher

    init() async throws {
        dispatcher = try await TestDispatcher(
            Fixture(
                """
                schemes: [t]
                routes: [{name: ask, path: /ask, agent: ask, input: {a: line?}, run: [touch, ran]}]
                """, settings: "prompt: [sh, answer, later]\n"))
        lock(true)
    }

    private func lock(_ isLocked: Bool) { dispatcher.commands.isLocked.withLock { $0 = isLocked } }

    /// Sends clicks, and waits until they wait for the unlock, in this order.
    private func click(_ count: Int) async throws -> [Task<QueryValue, any Error>] {
        var clicks: [Task<QueryValue, any Error>] = []
        for number in 1...count {
            clicks.append(
                Task { [dispatcher] in try await dispatcher.reply(to: "t:///ask?a=\(number)", door: .desktop) })
            try await waitForLock(number)
        }
        return clicks
    }

    private func waitForLock(_ count: Int) async throws {
        try await wait(for: "\(count) locked requests") {
            dispatcher.dispatcher.consent.isLocked && dispatcher.dispatcher.consent.count == count
        }
    }

    @Test func `clicks wait in their order, and say so`() async throws {
        let clicks = try await click(4)
        let refused = try await dispatcher.reply(to: "t:///ask", door: .desktop)
        #expect(refused["error"]?["code"] == 429)
        let requests = try await dispatcher.result(of: "status")?["requests"]
        #expect(requests?["locked"] == 4 && requests?["asking"] == nil && requests?["waiting"] == 4)
        let running = try await dispatcher.result(of: "history", ["running": true])?["requests"]?.elements ?? []
        #expect(running.map { $0["state"] } == Array(repeating: "locked", count: 4))
        let explained = try await dispatcher.result(of: "explain", ["url": "t:///ask"])
        #expect(explained?["click"]?["would"] == "ask" && explained?["locked"] == true)
        #expect(dispatcher.commands.questions.isEmpty)
        lock(false)
        for (index, click) in clicks.enumerated() {
            try await wait(for: "question \(index + 1)") { dispatcher.commands.questions.count == index + 1 }
            #expect(dispatcher.commands.questions.last?.contains("a: \(index + 1)") == true)
            dispatcher.commands.answer(0)
            #expect(try await click.value["outcome"] == "success")
        }
        #expect(try await dispatcher.result(of: "status")?["requests"]?["locked"] == nil)
    }

    @Test func `after ten minutes no question comes, which counts for no mute`() async throws {
        let clicks = try await click(3)
        dispatcher.clock.pass(.seconds(600))
        lock(false)
        for click in clicks {
            let reply = try await click.value
            #expect(reply["error"]?["code"] == 403)
            let reason = try await dispatcher.recordedReason(of: reply)
            #expect(reason?.hasPrefix("the screen was locked ") == true, "\(reason ?? "")")
            let told = try #require(await dispatcher.commands.notification())
            #expect(told[0] == "You could not be asked: t.ask")
            #expect(
                told[1].hasPrefix("the screen was locked ")
                    && told[1].hasSuffix("; unlock the screen, then click again"))
        }
        #expect(dispatcher.commands.questions.isEmpty)
        let next = Task { [dispatcher] in try await dispatcher.reply(to: "t:///ask", door: .desktop) }
        try await wait(for: "the question") { dispatcher.commands.questions.count == 1 }
        dispatcher.commands.answer(0)
        #expect(try await next.value["outcome"] == "success")
    }

    @Test func `an agent is refused after 45 seconds, and does not learn why`() async throws {
        let call = Task { [dispatcher] in
            try await dispatcher.result(of: "run", ["route": "t.ask"], door: .agent)
        }
        try await waitForLock(1)
        dispatcher.clock.pass(.seconds(45))
        lock(false)
        let error = try await call.value?["error"]
        #expect(error?["code"] == 403)
        #expect(error?["message"] == "the user did not answer within 45 s; nothing was run")
        #expect(dispatcher.commands.questions.isEmpty)
    }

    @Test func `a dialog that the lock screen covers until its end comes again after the unlock`() async throws {
        lock(false)
        for round in 1...3 {
            let click = Task { [dispatcher] in try await dispatcher.reply(to: "t:///ask", door: .desktop) }
            try await wait(for: "the question") { dispatcher.commands.questions.count == 2 * round - 1 }
            lock(true)
            dispatcher.commands.answer(-1)
            try await waitForLock(1)
            lock(false)
            try await wait(for: "the question again") { dispatcher.commands.questions.count == 2 * round }
            dispatcher.commands.answer(1)
            #expect(try await click.value["outcome"] == "cancel")
        }
    }

    @Test func `a cancel, a pause and the end of the daemon end the wait`() async throws {
        let clicks = try await click(1)
        let id = try #require(
            try await dispatcher.result(of: "history", ["running": true])?["requests"]?.elements?.first)
        let cancelled = try await dispatcher.result(of: "cancel", ["id": id["id"] ?? ""])
        #expect(cancelled?["outcome"] == "cancel")
        #expect(try await clicks[0].value["outcome"] == "cancel")
        let paused = try await click(2)
        #expect(try await dispatcher.result(of: "pause")?["stopped"] == 2)
        for click in paused { #expect(try await click.value["error"]?["code"] == 503) }
        _ = try await dispatcher.result(of: "resume")
        let stopped = try await click(1)
        dispatcher.dispatcher.consent.interrupt()
        #expect(try await stopped[0].value["error"]?["code"] == 503)
        #expect(dispatcher.commands.questions.isEmpty)
    }
}
