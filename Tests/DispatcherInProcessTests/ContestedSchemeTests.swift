import DesktopEntries
import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import XCallbackURL

@testable import DispatcherService

/// Callbacks and opened URLs to a scheme that a package's file has, and that another app may have too.
struct ContestedSchemeTests {
    private static let own = """
        schemes: [n]
        desktop: allow
        routes:
          - {name: a, path: /a, run: [printf, "out"], output: text}
          - {name: open, path: /open, open: "pkg:///opened"}
          - {name: redirect, path: /redirect, redirect: "n:///a"}
          - {name: inside, path: /inside, redirect: "pkg:///inside"}
          - {name: touch, path: "/touch/{file}", run: [touch, -- , $file]}
        """

    private static let package = "schemes: [pkg]\nroutes: [{name: take, path: \"/**\", run: [touch, taken]}]\n"

    /// The user agrees to every question.
    private func start(
        _ owner: SchemeOwner, packaged: String = package, settings: String = ""
    ) async throws -> TestDispatcher {
        let dispatcher = try await TestDispatcher(
            Fixture(Self.own, settings: "prompt: [sh, answer, \"0\"]\n\(settings)"), packaged: ["pkg": packaged])
        dispatcher.apps.register(owner, for: "pkg")
        return dispatcher
    }

    private func verdict(on url: String, at door: Door, by dispatcher: TestDispatcher) async throws -> QueryValue? {
        let answer = try await dispatcher.answer(
            "explain", ["url": .string(url), "door": .string(door.rawValue)], door: .control)
        return answer["result"]?["callbacks"]?["success"]?["verdict"]
    }

    @Test(arguments: [
        // The desktop opens it with us.
        (SchemeOwner.us, Door.control, "dispatch"), (.us, .desktop, "dispatch"),
        (.anotherApp, .control, "open"), (.anotherApp, .desktop, "ask"),
        // A script's callback reaches the package, whose scheme is not registered. A click's does not.
        (.nobody, .control, "dispatch"), (.nobody, .desktop, "ask"),
    ])
    func `a callback stays inside only where no other app may have the scheme`(
        owner: SchemeOwner, door: Door, verdict: String
    ) async throws {
        for url in ["n:///a", "n:///redirect"] {
            let dispatcher = try await start(owner)
            let url = "\(url)?x-success=pkg%3A%2F%2F%2Fdone"
            #expect(try await self.verdict(on: url, at: door, by: dispatcher) == .string(verdict))
            let reply = try await dispatcher.reply(to: url, door: door)
            await dispatcher.parts.ledger.waitUntilIdle()
            let staysInside = verdict == "dispatch"
            #expect(reply["callback"]?["state"] == (staysInside ? "dispatched" : "opened"), "\(reply)")
            #expect(dispatcher.apps.opened == (staysInside ? [] : ["pkg:///done?result=out"]))
            #expect(dispatcher.hasTouched("taken") == staysInside)
        }
    }

    @Test(arguments: [
        (SchemeOwner.us, Door.control, true), (.us, .desktop, true), (.anotherApp, .control, false),
        (.anotherApp, .desktop, false), (.nobody, .control, true), (.nobody, .desktop, false),
    ])
    func `a URL that a route opens stays inside under the same rule`(
        owner: SchemeOwner, door: Door, staysInside: Bool
    ) async throws {
        let dispatcher = try await start(owner)
        let explained = try await dispatcher.answer(
            "explain", ["url": "n:///open", "door": .string(door.rawValue)], door: .control)
        #expect((explained["result"]?["follows"] != nil) == staysInside)
        #expect(try await dispatcher.reply(to: "n:///open", door: door)["outcome"] == "success")
        #expect(dispatcher.apps.opened == (staysInside ? [] : ["pkg:///opened"]))
        #expect(dispatcher.hasTouched("taken") == staysInside)
    }

    @Test(arguments: [
        "n:///none?",  // no route
        "n:///a?b=%zz&",  // malformed
    ])
    func `an error before the route goes to the app too`(url: String) async throws {
        let dispatcher = try await start(.anotherApp)
        let reply = try await dispatcher.reply(to: "\(url)x-error=pkg%3A%2F%2F%2Ffailed")
        #expect(reply["callback"]?["state"] == "opened", "\(reply)")
        #expect(dispatcher.apps.opened.count == 1 && !dispatcher.hasTouched("taken"))
    }

    @Test func `the callbacks of a call go to the app too`() async throws {
        let dispatcher = try await start(.anotherApp)
        let answer = try await dispatcher.answer(
            "call", ["url": "n:///a?x-success=pkg%3A%2F%2F%2Fdone"], door: .control)
        #expect(answer["result"]?["callback"]?["state"] == "opened", "\(answer)")
        #expect(dispatcher.apps.opened == ["pkg:///done?result=out"])
    }

    @Test func `a redirect to the scheme leads to the route`() async throws {
        let dispatcher = try await start(.anotherApp)
        #expect(try await dispatcher.reply(to: "n:///inside")["route"] == "pkg.take")
        #expect(dispatcher.apps.opened.isEmpty && dispatcher.hasTouched("taken"))
    }

    @Test func `the allow list of callbacks holds for the scheme`() async throws {
        let dispatcher = try await start(.anotherApp, settings: "callbacks: {allow: [otherapp]}")
        let reply = try await dispatcher.reply(to: "n:///a?x-success=pkg%3A%2F%2F%2Fdone")
        #expect(reply["error"]?["code"] == 403, "\(reply)")
    }

    @Test(arguments: [(SchemeOwner.nobody, true), (.anotherApp, false)])
    func `link judges a callback as the request does`(owner: SchemeOwner, isAllowed: Bool) async throws {
        let dispatcher = try await start(owner, settings: "callbacks: {allow: []}")
        let answer = try await dispatcher.answer(
            "link", ["route": "t.a", "callbacks": ["success": "pkg:///done"]], door: .control)
        #expect((answer["result"] != nil) == isAllowed, "\(answer)")
    }

    @Test func `a scheme of the user's own file is ours, whoever is registered, and never looked up`() async throws {
        let dispatcher = try await start(
            .anotherApp, packaged: "schemes: [n, pkg]\nroutes: [{name: x, path: /x, run: [printf]}]\n")
        dispatcher.apps.register(.anotherApp, for: "n")
        let reply = try await dispatcher.reply(to: "n:///a?x-success=n%3A%2F%2F%2Ftouch%2Fown")
        await dispatcher.parts.ledger.waitUntilIdle()
        #expect(reply["callback"]?["state"] == "dispatched" && dispatcher.hasTouched("own"))
        #expect(dispatcher.apps.lookedUp.isEmpty && dispatcher.apps.opened.isEmpty)
    }

    @Test(arguments: [(SchemeOwner.nobody, "dispatched"), (.anotherApp, "opened")])
    func `a worker's scheme is another app's where one is registered`(owner: SchemeOwner, state: String) async throws {
        let dispatcher = try await start(owner)
        dispatcher.apps.register(owner, for: "w")
        let worker = try await dispatcher.connect()
        try await worker.send(
            RPCRequest(id: 1, method: "serve", parameters: ["routes": [["name": "w.do", "path": "/do"]]]).json)
        #expect(try await worker.next()["result"] != nil)
        let reply = try await dispatcher.reply(to: "n:///a?x-success=w%3A%2F%2F%2Fdo")
        #expect(reply["callback"]?["state"] == .string(state), "\(reply)")
    }
}
