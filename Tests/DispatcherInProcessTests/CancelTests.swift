import DispatcherMessages
import DispatcherScenarios
import DispatcherService
import QueryCoding
import Testing
import URLSchemeRouter
import XCallbackURL

/// A cancel of a request, and the requests for which it waits.
@Suite(.timeLimit(.minutes(5)))
struct CancelTests {
    @Test(arguments: ["t:///on", "t:///further"])
    func `a cancel of a request is a cancel of the one that it waits for`(url: String) async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Never.self)
        let waiting = try CompiledRoute(
            "/wait", in: [.scheme(try #require(Scheme("p")))], name: "p.wait",
            handler: RouteHandler { () async throws -> Void in
                let (never, continuation) = AsyncStream.makeStream(of: Never.self)
                begin.finish()
                for await _ in never {}
                withExtendedLifetime(continuation) {}
                throw CancellationError()
            })
        let dispatcher = try await TestDispatcher(
            Fixture(
                """
                schemes: [t]
                routes:
                  - {name: on, path: /on, open: "p:///wait?x-error=app%3Afailed&x-cancel=app%3Acancelled"}
                  - {name: further, path: /further, open: "t:///on?x-error=app%3Afailed"}
                """), compiled: [waiting])
        async let answer = dispatcher.answer("dispatch", ["url": .string(url), "id": "mine"], door: .control)
        for await _ in begun {}
        let cancelled = try await dispatcher.answer("cancel", ["id": "mine"], door: .control)
        #expect(cancelled["result"]?["outcome"] == "cancel")
        #expect(try await answer["result"] == cancelled["result"])
        #expect(dispatcher.apps.opened == ["app:cancelled"])
        for request in try await dispatcher.history() {
            #expect(request["outcome"] == "cancel" && request["reason"] == "on request", "\(request)")
        }
    }
}
