import DispatcherCommands
import DispatcherMessages
import DispatcherScenarios
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

@testable import DispatcherRequests
@testable import DispatcherService

/// A pause, a switch and a changed file end the requests that wait.
@Suite(.timeLimit(.minutes(5)))
struct CurrentDecisionsTests {
    /// - Parameter rule: What clicks and agents may do.
    private static func routes(_ rule: String, slow: String = "slow") -> String {
        """
        schemes: [t]
        desktop: \(rule)
        agent: \(rule)
        routes:
          - {name: \(slow), path: /\(slow), concurrency: 1, run: [sh, answer, later]}
          - {name: in, path: /in, desktop: allow, agent: never, open: "t:///\(slow)"}
          - {name: out, path: /out, desktop: allow, agent: never, open: "app:go"}
        """
    }

    /// Starts a dispatcher whose prompt and whose command of the route `slow` wait until the test answers.
    private func start(_ rule: String = "allow") async throws -> TestDispatcher {
        try await TestDispatcher(Fixture(routes: ["t": Self.routes(rule)], settings: "prompt: [sh, answer, later]\n"))
    }

    private func reply(to route: String, at door: Door, on dispatcher: TestDispatcher) async throws -> QueryValue {
        guard door == .agent else { return try await dispatcher.reply(to: "t:///\(route)", door: door) }
        return try await dispatcher.result(of: "run", ["route": .string("t.\(route)")], door: door) ?? .null
    }

    /// The number of commands of `slow` and of questions that were started.
    private func started(by dispatcher: TestDispatcher) -> Int {
        dispatcher.commands.vectors.count { $0.dropFirst().first == "answer" }
    }

    private func waiting(at door: Door, on dispatcher: TestDispatcher) -> Int {
        dispatcher.dispatcher.ledger.with { $0.waiting(at: door) }
    }

    /// Sends requests of which the first runs or has its question open, and the others wait.
    private func send(
        _ count: Int, at door: Door, on dispatcher: TestDispatcher
    ) async throws -> [Task<QueryValue, any Error>] {
        var sent: [Task<QueryValue, any Error>] = []
        for number in 1...count {
            sent.append(Task { try await reply(to: "slow", at: door, on: dispatcher) })
            try await wait(for: "request \(number)") {
                let running = dispatcher.dispatcher.ledger.with { $0.places.counts.running }
                return running + waiting(at: door, on: dispatcher) == number && started(by: dispatcher) == 1
            }
        }
        return sent
    }

    private func pause(_ door: Door, on dispatcher: TestDispatcher) async throws -> QueryValue? {
        try await dispatcher.result(of: "pause", ["door": .string(door.rawValue)])
    }

    /// A change by the user, and the code of the requests that it ends.
    enum Change: CaseIterable {
        case disable, never, ask, removal

        var code: Int {
            switch self {
            case .disable: 424
            case .never, .ask: 403
            case .removal: 404
            }
        }

        func make(on dispatcher: TestDispatcher) async throws {
            switch self {
            case .disable:
                _ = try await dispatcher.answer("feature", ["name": "t", "enabled": false], door: .control)
            case .never: try await dispatcher.reload("t", CurrentDecisionsTests.routes("never"))
            case .ask: try await dispatcher.reload("t", CurrentDecisionsTests.routes("ask"))
            case .removal: try await dispatcher.reload("t", CurrentDecisionsTests.routes("allow", slow: "other"))
            }
        }
    }

    @Test(arguments: [Door.desktop, .agent])
    func `a pause ends the requests that wait for their turn, and says how many`(door: Door) async throws {
        let dispatcher = try await start()
        let sent = try await send(4, at: door, on: dispatcher)
        #expect(try await pause(door, on: dispatcher)?["stopped"] == 3)
        for request in sent.dropFirst() {
            let error = try await request.value["error"]
            #expect(error?["code"] == 503)
            #expect(error?["message"]?.string?.hasPrefix("the \(door.rawValue) socket is paused; ") == true)
        }
        dispatcher.commands.answer(0)
        #expect(try await sent[0].value["outcome"] == "success")
        #expect(started(by: dispatcher) == 1)
        #expect(try await pause(door, on: dispatcher)?["stopped"] == 0)
    }

    @Test func `a pause of agents ends no click that waits`() async throws {
        let dispatcher = try await start()
        let sent = try await send(2, at: .desktop, on: dispatcher)
        #expect(try await pause(.agent, on: dispatcher)?["stopped"] == 0)
        for request in sent {
            dispatcher.commands.answer(0)
            #expect(try await request.value["outcome"] == "success")
        }
    }

    @Test func `a pause ends a request whose caller does not wait`() async throws {
        let dispatcher = try await start()
        let sent = try await send(1, at: .desktop, on: dispatcher)
        let accepted = try await dispatcher.answer("dispatch", ["url": "t:///slow", "wait": false], door: .desktop)
        let reply = try #require(accepted["result"])
        #expect(reply["state"] == "accepted")
        try await wait(for: "its place") { waiting(at: .desktop, on: dispatcher) == 1 }
        #expect(try await pause(.desktop, on: dispatcher)?["stopped"] == 1)
        try await wait(for: "its end") { try await dispatcher.history().contains { $0["id"] == reply["id"] } }
        #expect(try await dispatcher.recordedReason(of: reply)?.hasPrefix("the desktop socket is paused") == true)
        dispatcher.commands.answer(0)
        #expect(try await sent[0].value["outcome"] == "success")
    }

    @Test func `a pause ends a request that follows from another one`() async throws {
        let dispatcher = try await start()
        let sent = try await send(1, at: .desktop, on: dispatcher)
        let outer = Task { try await reply(to: "in", at: .desktop, on: dispatcher) }
        try await wait(for: "its place") { waiting(at: .desktop, on: dispatcher) == 1 }
        #expect(try await pause(.desktop, on: dispatcher)?["stopped"] == 1)
        #expect(try await outer.value["error"]?["code"] == 503)
        dispatcher.commands.answer(0)
        #expect(try await sent[0].value["outcome"] == "success")
        #expect(started(by: dispatcher) == 1)
    }

    @Test func `a pause ends a request that waits to open its URL`() async throws {
        let dispatcher = try await start()
        let turns = dispatcher.dispatcher.opener.turns
        let held = (0..<64).map { _ in
            Task { await turns.wait(for: RequestID(milliseconds: 0), at: .desktop) }
        }
        try await wait(for: "openers that wait") { turns.waitingCount >= 32 }
        let request = Task { try await reply(to: "out", at: .desktop, on: dispatcher) }
        try await wait(for: "its place") { waiting(at: .desktop, on: dispatcher) == 1 }
        #expect(try await pause(.desktop, on: dispatcher)?["stopped"] == 1)
        #expect(try await request.value["error"]?["code"] == 503)
        #expect(dispatcher.apps.opened.isEmpty)
        for turn in held { turn.cancel() }
    }

    @Test(arguments: Change.allCases, [Door.desktop, .agent])
    func `a change of the file or the switch ends the requests that wait for their turn`(
        change: Change, door: Door
    ) async throws {
        let dispatcher = try await start()
        let sent = try await send(3, at: door, on: dispatcher)
        try await change.make(on: dispatcher)
        for request in sent.dropFirst() { #expect(try await request.value["error"]?["code"] == .integer(change.code)) }
        dispatcher.commands.answer(0)
        #expect(try await sent[0].value["outcome"] == "success")
        #expect(started(by: dispatcher) == 1)
    }

    @Test(arguments: [Change.disable, .removal])
    func `a feature that is off and a route that is gone end the requests of scripts too`(change: Change) async throws {
        let dispatcher = try await start()
        let sent = try await send(2, at: .control, on: dispatcher)
        try await change.make(on: dispatcher)
        #expect(try await sent[1].value["error"]?["code"] == .integer(change.code))
        dispatcher.commands.answer(0)
        #expect(try await sent[0].value["outcome"] == "success")
    }

    @Test func `a reload that leaves the rules as they are ends nothing`() async throws {
        let dispatcher = try await start()
        let sent = try await send(2, at: .desktop, on: dispatcher)
        try await dispatcher.reload("t", Self.routes("allow") + "\n# changed")
        for request in sent {
            dispatcher.commands.answer(0)
            #expect(try await request.value["outcome"] == "success")
        }
    }

    @Test(arguments: [Door.desktop, .agent, .control])
    func `a file that others may write ends a request at its turn`(door: Door) async throws {
        let dispatcher = try await start()
        let sent = try await send(2, at: door, on: dispatcher)
        #expect(chmod(dispatcher.file("t"), 0o666) == 0)
        dispatcher.commands.answer(0)
        #expect(try await sent[0].value["outcome"] == "success")
        let refused = try await sent[1].value
        #expect(refused["error"]?["code"] == 403)
        // No agent learns the name of a file.
        #expect(refused.json.contains(dispatcher.file("t")) == (door == .control))
        #expect(
            try await dispatcher.recordedReason(of: refused)
                == "the file of route 't.slow' is not trusted; 'xcallback check' says why")
        #expect(started(by: dispatcher) == 1)
    }

    @Test(arguments: [Door.desktop, .agent])
    func `a pause closes the open question, and ends the requests whose questions wait`(door: Door) async throws {
        let dispatcher = try await start("ask")
        let sent = try await send(4, at: door, on: dispatcher)
        #expect(try await pause(door, on: dispatcher)?["stopped"] == 4)
        for request in sent { #expect(try await request.value["error"]?["code"] == 503) }
        #expect(dispatcher.dispatcher.consent.count == 0)
        #expect(started(by: dispatcher) == 1)
    }

    @Test(arguments: [Change.disable, .never, .removal], [Door.desktop, .agent])
    func `a change of the file or the switch closes the open question`(change: Change, door: Door) async throws {
        let dispatcher = try await start("ask")
        let sent = try await send(2, at: door, on: dispatcher)
        try await change.make(on: dispatcher)
        for request in sent { #expect(try await request.value["error"]?["code"] == .integer(change.code)) }
        #expect(started(by: dispatcher) == 1)
    }

    @Test func `a question is not asked about a file that others may write`() async throws {
        let dispatcher = try await start("ask")
        let sent = try await send(2, at: .desktop, on: dispatcher)
        #expect(chmod(dispatcher.file("t"), 0o666) == 0)
        dispatcher.commands.answer(1)
        #expect(try await sent[0].value["outcome"] == "cancel")
        #expect(try await sent[1].value["error"]?["code"] == 403)
        #expect(started(by: dispatcher) == 1)
    }
}
