import FoundationEssentials
import Synchronization
import Testing
import URLSchemeRouter

@Suite(.timeLimit(.minutes(5)))
struct AsyncMiddlewareTests {
    private typealias Decide = @Sendable (RoutedRequest) throws -> MiddlewareDecision

    private struct Step: Middleware {
        var name = ""
        var lines: Lines?
        var decision: Decide = { .proceed($0) }

        func decide(_ request: RoutedRequest) throws -> MiddlewareDecision {
            lines?.append("decide \(name)")
            return try decision(request)
        }

        func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome {
            lines?.append("conclude \(name)")
            return outcome
        }
    }

    /// The same, but each decision waits for the gate.
    private struct SlowStep: AsyncMiddleware {
        var step = Step()
        var gate: Gate?

        func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision {
            await gate?.pass()
            await Task.yield()
            return try step.decide(request)
        }

        func conclude(_ request: RoutedRequest, with outcome: Outcome) -> Outcome {
            step.conclude(request, with: outcome)
        }
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock(\.self) }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// A gate that lets through as many waiters as it was opened for.
    private struct Gate: Sendable {
        private let stream = AsyncStream.makeStream(of: Void.self)
        func open() { stream.continuation.yield() }
        func pass() async { _ = await stream.stream.first { true } }
    }

    /// Returns a router with a route that writes a line, and the record of opened URLs.
    private func router(_ lines: Lines) -> (URLSchemeRouter, AsyncStream<String>) {
        let router = URLSchemeRouter(scheme: "test")
        let (urls, opened) = AsyncStream.makeStream(of: String.self)
        router.openURL = { opened.yield($0.absoluteString) }
        router.route("/echo", name: "echo") { (input: [String: String]) in
            lines.append("run")
            return input
        }
        return (router, urls)
    }

    @Test func `lets handle return first, and the handler run after the decision`() async {
        let (lines, gate) = (Lines(), Gate())
        let (router, urls) = router(lines)
        router.use(Step(name: "first", lines: lines))
        router.use(SlowStep(step: Step(name: "slow", lines: lines), gate: gate))
        router.use(Step(name: "last", lines: lines))
        #expect(router.handle("test:///echo?a=1&x-success=s%3As"))
        // The middleware before it has decided by then.
        #expect(lines.all == ["decide first"])
        gate.open()
        #expect(await urls.first { _ in true } == "s:s?a=1")
        let all = [
            "decide first", "decide slow", "decide last", "run", "conclude last", "conclude slow", "conclude first",
        ]
        #expect(lines.all == all)
    }

    @Test func `respond awaits asynchronous middleware`() async throws {
        let lines = Lines()
        let (router, _) = router(lines)
        router.use(SlowStep(step: Step(name: "slow", lines: lines)))
        #expect(try await router.respond(to: "test:///echo?a=1") == .success(["a": "1"]))
        #expect(lines.all == ["decide slow", "run", "conclude slow"])
    }

    @Test func `runs for callbacks that stay in the process`() async {
        let lines = Lines()
        let (router, urls) = router(lines)
        router.use(SlowStep(step: Step(name: "slow", lines: lines)))
        #expect(router.handle("test:///echo?a=1&x-success=test%3A%2F%2F%2Fecho%3Fx-success%3Ds%253As"))
        #expect(await urls.first { _ in true } == "s:s?a=1")
        #expect(lines.all.filter { $0 == "decide slow" }.count == 2)
    }

    private static let decisions: [(String, Decide)] = [
        ("go on", { .proceed($0) }),
        (
            "change",
            { request in
                var request = request
                request.url.parameters = [QueryParameter("a", "2")]
                return .proceed(request)
            }
        ),
        (
            "redirect once",
            { request in
                guard request.route == nil else { return .proceed(request) }
                var url = request.url
                url.path = ["echo"]
                return .redirect(url)
            }
        ),
        ("redirect for ever", { .redirect($0.url) }),
        ("end", { _ in .end(.success(["b": 1])) }),
        ("cancel", { _ in throw CancelledByUser() }),
        ("throw", { _ in throw BoomError() }),
        (
            "put in a banned callback",
            { request in
                var request = request
                request.url.callbacks.success = try CallbackURL("file:///etc")
                return .proceed(request)
            }
        ),
    ]

    @Test(arguments: decisions.indices, ["test:///echo?a=1", "test:///nothing"])
    func `decides as synchronous middleware does`(index: Int, url text: String) async throws {
        let (name, decision) = Self.decisions[index]
        let (plain, slow) = (router(Lines()).0, router(Lines()).0)
        plain.use(Step(decision: decision))
        slow.use(SlowStep(step: Step(decision: decision)))
        let url = try #require(URL(string: text))
        let expected = await plain.respond(to: url)
        #expect(await slow.respond(to: url) == expected, "\(name)")
    }
}
