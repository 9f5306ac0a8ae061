import DesktopEntries
import DispatcherMessages
import DispatcherScenarios
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherService

/// Callbacks and opened URLs to a scheme that a worker has, and that another app may have too.
@Suite(.timeLimit(.minutes(1)))
struct ContestedSchemeTests {
    private static let own = """
        schemes: [n]
        desktop: allow
        routes:
          - {name: a, path: /a, run: [printf, "out"], output: text}
          - {name: open, path: /open, open: "w:///opened"}
          - {name: redirect, path: /redirect, redirect: "n:///a"}
          - {name: touch, path: "/touch/{file}", run: [touch, -- , $file]}
        """

    private let workers = Lock<[TestConnection]>([])

    /// The user agrees to every question. The worker stays until the end of the test.
    private func start(
        _ owner: SchemeOwner, settings: String = ""
    ) async throws -> (dispatcher: TestDispatcher, worker: TestConnection) {
        let dispatcher = try await TestDispatcher(
            Fixture(Self.own, settings: "prompt: [sh, answer, \"0\"]\n\(settings)"))
        dispatcher.apps.register(owner, for: "w")
        let worker = try await dispatcher.connect()
        let routes: QueryValue = [["name": "w.take", "path": "/{word}", "schemes": ["w"]]]
        try await worker.send(RPCRequest(id: 1, method: "serve", parameters: ["routes": routes]).json)
        try #require(try await worker.next()["result"] != nil)
        workers.withLock { $0.append(worker) }
        return (dispatcher, worker)
    }

    private func verdict(on url: String, at door: Door, by dispatcher: TestDispatcher) async throws -> QueryValue? {
        let answer = try await dispatcher.result(of: "explain", ["url": .string(url), "door": .string(door.rawValue)])
        return answer?["callbacks"]?["success"]?["verdict"]
    }

    @Test(arguments: [
        // The desktop opens it with us.
        (SchemeOwner.us, Door.control, "dispatch"), (.us, .desktop, "dispatch"),
        (.anotherApp, .control, "open"), (.anotherApp, .desktop, "ask"),
        // A script's callback reaches the worker, whose scheme is not registered. A click's does not.
        (.nobody, .control, "dispatch"), (.nobody, .desktop, "ask"),
    ])
    func `a callback stays inside only where no other app may have the scheme`(
        owner: SchemeOwner, door: Door, verdict: String
    ) async throws {
        for url in ["n:///a", "n:///redirect"] {
            let (dispatcher, _) = try await start(owner)
            let url = "\(url)?x-success=w%3A%2F%2F%2Fdone"
            #expect(try await self.verdict(on: url, at: door, by: dispatcher) == .string(verdict))
            let reply = try await dispatcher.reply(to: url, door: door)
            let staysInside = verdict == "dispatch"
            #expect(reply["callback"]?["state"] == (staysInside ? "dispatched" : "opened"), "\(reply)")
            #expect(dispatcher.apps.opened == (staysInside ? [] : ["w:///done?result=out"]))
        }
    }

    @Test(arguments: [(SchemeOwner.us, true), (.anotherApp, false), (.nobody, true)])
    func `a URL that a route opens stays inside under the same rule`(
        owner: SchemeOwner, staysInside: Bool
    ) async throws {
        let (dispatcher, worker) = try await start(owner)
        let explained = try await dispatcher.result(of: "explain", ["url": "n:///open"])
        #expect((explained?["follows"] != nil) == staysInside)
        let client = try await dispatcher.connect()
        try await client.send("n:///open")
        if staysInside {
            let id = try #require(try await worker.next()["id"])
            try await worker.send(RPCReply(id: id, result: ["outcome": "success", "output": "done"]).json)
        }
        #expect(try await client.next()["outcome"] == "success")
        #expect(dispatcher.apps.opened == (staysInside ? [] : ["w:///opened"]))
    }

    @Test(arguments: [
        "n:///none?",  // no route
        "n:///a?b=%zz&",  // malformed
    ])
    func `an error before the route goes to the app too`(url: String) async throws {
        let (dispatcher, _) = try await start(.anotherApp)
        let reply = try await dispatcher.reply(to: "\(url)x-error=w%3A%2F%2F%2Ffailed")
        #expect(reply["callback"]?["state"] == "opened", "\(reply)")
        #expect(dispatcher.apps.opened.count == 1)
    }

    @Test func `the callbacks of a call go to the app too`() async throws {
        let (dispatcher, _) = try await start(.anotherApp)
        let answer = try await dispatcher.answer("call", ["url": "n:///a?x-success=w%3A%2F%2F%2Fdone"], door: .control)
        #expect(answer["result"]?["callback"]?["state"] == "opened", "\(answer)")
        #expect(dispatcher.apps.opened == ["w:///done?result=out"])
    }

    @Test func `the allow list of callbacks holds for the scheme`() async throws {
        let (dispatcher, _) = try await start(.anotherApp, settings: "callbacks: {allow: [otherapp]}")
        let reply = try await dispatcher.reply(to: "n:///a?x-success=w%3A%2F%2F%2Fdone")
        #expect(reply["error"]?["code"] == 403, "\(reply)")
    }

    @Test(arguments: [(SchemeOwner.nobody, true), (.anotherApp, false)])
    func `link judges a callback as the request does`(owner: SchemeOwner, isAllowed: Bool) async throws {
        let (dispatcher, _) = try await start(owner, settings: "callbacks: {allow: []}")
        let answer = try await dispatcher.answer(
            "link", ["route": "t.a", "callbacks": ["success": "w:///done"]], door: .control)
        #expect((answer["result"] != nil) == isAllowed, "\(answer)")
    }

    @Test func `a scheme of a file is ours, whoever is registered, and never looked up`() async throws {
        let (dispatcher, _) = try await start(.anotherApp)
        dispatcher.apps.register(.anotherApp, for: "n")
        let reply = try await dispatcher.reply(to: "n:///a?x-success=n%3A%2F%2F%2Ftouch%2Fown")
        await dispatcher.dispatcher.ledger.waitUntilIdle()
        #expect(reply["callback"]?["state"] == "dispatched" && dispatcher.hasTouched("own"))
        #expect(dispatcher.apps.lookedUp.isEmpty && dispatcher.apps.opened.isEmpty)
    }
}
