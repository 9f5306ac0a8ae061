import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import DispatcherScenarios
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherService

/// Requests that follow from an accepted one: a URL of our own that it opens, and its callback.
@Suite(.timeLimit(.minutes(5)))
struct FollowUpTests {
    private static let routes = """
        schemes: [t]
        routes:
          - {name: on, path: /on, open: "t:///touch/opened"}
          - {name: touch, path: "/touch/{n}", run: [touch, $n]}
          - {name: away, path: /away, redirect: "t:///far"}
          - {name: far, path: /far, redirect: "t:///narrow", callbacks: {allow: [app, other]}}
          - {name: narrow, path: /narrow, run: [touch, narrow], callbacks: {allow: [app]}}
          - {name: outer, path: /outer, open: "t:///middle"}
          - {name: middle, path: /middle, open: "t:///inner?pass=hunter2"}
          - {name: inner, path: /inner, input: {pass: {type: line, secret: true}}, run: [printf, "%s", $pass], output: text}
        """

    private let dispatcher: TestDispatcher

    init() async throws { dispatcher = try await TestDispatcher(Fixture(Self.routes)) }

    @Test func `a secret in the outcome of a request is in the row of no request that it passes through`() async throws
    {
        let reply = try await dispatcher.reply(to: "t:///outer?x-success=app%3Adone")
        #expect(reply["output"]?["result"] == "hunter2", "\(reply)")
        let rows = try await dispatcher.history()
        #expect(rows.count == 3)
        for row in rows {
            let entry = try await dispatcher.answer("history", ["id": row["id"] ?? .null], door: .control)
            #expect(!entry.json.contains("hunter2"), "\(entry.json)")
        }
    }

    @Test func `a request that is redirected is recorded with its client's id, and with what all its routes let out`()
        async throws
    {
        let url = "t:///away?x-success=app%3Adone"
        _ = try await dispatcher.answer("dispatch", ["url": .string(url), "id": "mine"], door: .control)
        let journal = dispatcher.dispatcher.journal
        let row = try #require(try await journal.earlier(clientID: "mine", door: .control))
        #expect(row.request.url == url && row.route == "t.narrow" && row.request.depth == 0)
        #expect(row.request.narrowing?["schemes"] == ["app"])
    }

    /// Runs a request whose daemon begins to stop while it runs.
    private func runWhileDraining(_ url: String, _ stop: (Dispatcher) -> Void) async throws -> OutcomeReply {
        let inner = dispatcher.dispatcher
        let admission = try inner.admit(Submission(url: Array(url.utf8), door: .control), as: inner.makeID())
        stop(inner)
        return await inner.carryOut(admission).reply
    }

    @Test func `a drain refuses neither the callback to our own route nor the URL of our own that a route opens`()
        async throws
    {
        let reply = try await runWhileDraining("t:///on?x-success=t%3A%2F%2F%2Ftouch%2Fanswered") {
            $0.ledger.with { $0.places.isDraining = true }
            $0.ledger.wake { $0.places.setLimits(.init(running: 1, waiting: 0)) }
        }
        #expect(reply.outcome == .success && reply.callback?.state == .dispatched, "\(reply)")
        await dispatcher.dispatcher.ledger.waitUntilIdle()
        #expect(dispatcher.hasTouched("opened") && dispatcher.hasTouched("answered"))
    }

    @Test func `a callback to our own route stays unclaimed when the time of the drain is over`() async throws {
        let reply = try await runWhileDraining("xcallback:///ping?x-success=t%3A%2F%2F%2Ftouch%2Fanswered") {
            $0.ledger.with { $0.places.isDraining = true }
            $0.work.interrupt()
        }
        #expect(reply.outcome == .success && reply.callback == nil, "\(reply)")
        // To the journal it is not finished.
        #expect(try await dispatcher.history().isEmpty && !dispatcher.hasTouched("answered"))
    }
}
