import DispatcherMessages
import DispatcherScenarios
import Glibc
import RequestRecord
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

    private let dispatcher: TestDispatcher

    init() async throws { try await self.init("allow") }

    /// Starts a dispatcher whose prompt and whose command of the route `slow` wait until the test answers.
    private init(_ rule: String) async throws {
        dispatcher = try await TestDispatcher(
            Fixture(routes: ["t": Self.routes(rule)], settings: "prompt: [sh, answer, later]\n"))
    }

    private func reply(to route: String, at door: Door) async throws -> QueryValue {
        guard door == .agent else { return try await dispatcher.reply(to: "t:///\(route)", door: door) }
        return try await dispatcher.result(of: "run", ["route": .string("t.\(route)")], door: door) ?? .null
    }

    /// The number of commands of `slow` and of questions that were started.
    private func started() -> Int { dispatcher.commands.vectors.count { $0.dropFirst().first == "answer" } }

    private func waiting(at door: Door) -> Int { dispatcher.dispatcher.ledger.with { $0.waiting(at: door) } }

    /// Sends requests of which the first runs or has its question open, and the others wait.
    private func send(_ count: Int, at door: Door) async throws -> [Task<QueryValue, any Error>] {
        var sent: [Task<QueryValue, any Error>] = []
        for number in 1...count {
            sent.append(Task { try await reply(to: "slow", at: door) })
            try await wait(for: "request \(number)") {
                let running = dispatcher.dispatcher.ledger.with { $0.places.counts.running }
                return running + waiting(at: door) == number && started() == 1
            }
        }
        return sent
    }

    /// Answers the request that runs, or whose question is open.
    private func allow(_ request: Task<QueryValue, any Error>) async throws {
        dispatcher.commands.answer(0)
        #expect(try await request.value["outcome"] == "success")
    }

    private func pause(_ door: Door) async throws -> QueryValue? {
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
        let sent = try await send(4, at: door)
        #expect(try await pause(door)?["stopped"] == 3)
        for request in sent.dropFirst() {
            let error = try await request.value["error"]
            #expect(error?["code"] == 503)
            let cure = door == .agent ? "agents" : "clicks; 'xcallback resume' ends the pause"
            #expect(error?["message"] == .string("the user has paused \(cure)"))
        }
        try await allow(sent[0])
        #expect(started() == 1)
        #expect(try await pause(door)?["stopped"] == 0)
    }

    @Test func `a pause of agents ends no click that waits`() async throws {
        let sent = try await send(2, at: .desktop)
        #expect(try await pause(.agent)?["stopped"] == 0)
        for request in sent { try await allow(request) }
    }

    @Test func `a pause ends a request whose caller does not wait`() async throws {
        let sent = try await send(1, at: .desktop)
        let accepted = try await dispatcher.answer("dispatch", ["url": "t:///slow", "wait": false], door: .desktop)
        let reply = try #require(accepted["result"])
        #expect(reply["state"] == "accepted")
        try await wait(for: "its place") { waiting(at: .desktop) == 1 }
        #expect(try await pause(.desktop)?["stopped"] == 1)
        try await wait(for: "its end") { try await dispatcher.history().contains { $0["id"] == reply["id"] } }
        #expect(try await dispatcher.recordedReason(of: reply)?.hasPrefix("the user has paused clicks") == true)
        try await allow(sent[0])
    }

    @Test func `a pause ends a request that follows from another one`() async throws {
        let sent = try await send(1, at: .desktop)
        let outer = Task { try await reply(to: "in", at: .desktop) }
        try await wait(for: "its place") { waiting(at: .desktop) == 1 }
        #expect(try await pause(.desktop)?["stopped"] == 1)
        #expect(try await outer.value["error"]?["code"] == 503)
        try await allow(sent[0])
        #expect(started() == 1)
    }

    @Test func `a pause ends a request that waits to open its URL`() async throws {
        let turns = dispatcher.dispatcher.opener.turns
        let held = (0..<64).map { _ in
            Task { await turns.wait(for: RequestID(milliseconds: 0), at: .desktop) }
        }
        try await wait(for: "openers that wait") { turns.waitingCount >= 32 }
        let request = Task { try await reply(to: "out", at: .desktop) }
        try await wait(for: "its place") { waiting(at: .desktop) == 1 }
        #expect(try await pause(.desktop)?["stopped"] == 1)
        #expect(try await request.value["error"]?["code"] == 503)
        #expect(dispatcher.apps.opened.isEmpty)
        for turn in held { turn.cancel() }
    }

    @Test(arguments: Change.allCases, [Door.desktop, .agent])
    func `a change of the file or the switch ends the requests that wait for their turn`(
        change: Change, door: Door
    ) async throws {
        let sent = try await send(3, at: door)
        try await change.make(on: dispatcher)
        for request in sent.dropFirst() { #expect(try await request.value["error"]?["code"] == .integer(change.code)) }
        try await allow(sent[0])
        #expect(started() == 1)
    }

    @Test(arguments: [Change.disable, .removal])
    func `a feature that is off and a route that is gone end the requests of scripts too`(change: Change) async throws {
        let sent = try await send(2, at: .control)
        try await change.make(on: dispatcher)
        #expect(try await sent[1].value["error"]?["code"] == .integer(change.code))
        try await allow(sent[0])
    }

    @Test func `a reload that leaves the rules as they are ends nothing`() async throws {
        let sent = try await send(2, at: .desktop)
        try await dispatcher.reload("t", Self.routes("allow") + "\n# changed")
        for request in sent { try await allow(request) }
    }

    @Test(arguments: [Door.desktop, .agent, .control])
    func `a file that others may write ends a request at its turn`(door: Door) async throws {
        let sent = try await send(2, at: door)
        #expect(chmod(dispatcher.file("t"), 0o666) == 0)
        try await allow(sent[0])
        let refused = try await sent[1].value
        #expect(refused["error"]?["code"] == 403)
        // No agent learns the name of a file.
        #expect(refused.json.contains(dispatcher.file("t")) == (door == .control))
        #expect(
            try await dispatcher.recordedReason(of: refused)
                == "the file of route 't.slow' is not trusted; 'xcallback check' says why")
        #expect(started() == 1)
    }

    @Test(arguments: [Door.desktop, .agent])
    func `a pause closes the open question, and ends the requests whose questions wait`(door: Door) async throws {
        let asking = try await Self("ask")
        let sent = try await asking.send(4, at: door)
        #expect(try await asking.pause(door)?["stopped"] == 4)
        for request in sent { #expect(try await request.value["error"]?["code"] == 503) }
        #expect(asking.dispatcher.dispatcher.consent.count == 0)
        #expect(asking.started() == 1)
    }

    @Test(arguments: [Change.disable, .never, .removal], [Door.desktop, .agent])
    func `a change of the file or the switch closes the open question`(change: Change, door: Door) async throws {
        let asking = try await Self("ask")
        let sent = try await asking.send(2, at: door)
        try await change.make(on: asking.dispatcher)
        for request in sent { #expect(try await request.value["error"]?["code"] == .integer(change.code)) }
        #expect(asking.started() == 1)
    }

    @Test func `a question is not asked about a file that others may write`() async throws {
        let asking = try await Self("ask")
        let sent = try await asking.send(2, at: .desktop)
        #expect(chmod(asking.dispatcher.file("t"), 0o666) == 0)
        asking.dispatcher.commands.answer(1)
        #expect(try await sent[0].value["outcome"] == "cancel")
        #expect(try await sent[1].value["error"]?["code"] == 403)
        #expect(asking.started() == 1)
    }
}
