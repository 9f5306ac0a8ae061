import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import URLSchemeRouter

/// No URL can make the router trap, hang or open two callbacks.
@Suite(.timeLimit(.minutes(5 + Scale.factor)))
struct RandomURLTests {
    private var (router, opened) = OpenedURLs.router()
    static let count = Scale.count(20_000, upTo: 1_000_000)

    @Test func `parses or rejects any bytes, and prints any URL that it parsed`() throws {
        var generator = SeededGenerator(seed: 7)
        var parsed = 0
        for _ in 0..<Self.count {
            let bytes = RandomURL.bytes(using: &generator)
            let raw = try? RawURL(bytes)
            _ = raw.map { Callbacks($0) }
            guard let raw, let url = try? XCallbackURL(raw, Callbacks(raw), plusAsSpace: false, parameterLimit: 1000)
            else { continue }
            parsed += 1
            var faultless = url
            faultless.callbacks.faults = []
            #expect(try XCallbackURL(url.description) == faultless, "\(url)")
            for kind in CallbackKind.allCases {
                guard let callback = url.callbacks[kind] else { continue }
                let appended = callback.appending([QueryParameter("errorCode", "400")])
                #expect(try CallbackURL(appended).scheme == callback.scheme)
            }
        }
        // The test is useful only if many of the random URLs parse.
        #expect(parsed > Self.count / 20)
    }

    @Test func `ends any text with one outcome, reported once`() throws {
        try Self.addRoutes(to: router)
        let last = Mutex<CallbackKind?>(nil)
        router.use(RequestLog { _, outcome in last.withLock { $0 = outcome.kind } })
        var generator = SeededGenerator(seed: 8)
        var before = (urls: 0, errors: 0)
        var handled = 0
        for _ in 0..<Self.count {
            let text = String(decoding: RandomURL.bytes(using: &generator), as: UTF8.self)
            last.withLock { $0 = nil }
            if router.handle(text) { handled += 1 }
            let urls = opened.urls.count - before.urls
            let errors = opened.errors.count - before.errors
            #expect(urls <= 1 && errors <= 1, "\(text)")
            // The error handler receives an error without a callback, and what a handler threw.
            let isError = last.withLock(\.self) == .error
            if isError { #expect(urls + errors >= 1, "\(text)") }
            before = (opened.urls.count, opened.errors.count)
        }
        #expect(handled > Self.count / 20)
        #expect(opened.urls.count > 100 && opened.errors.count > 100)
    }

    @Test func `answers any URL that Foundation accepts with one outcome`() async throws {
        try Self.addRoutes(to: router)
        router.route("/async") { (input: Input) async throws in input }
        var generator = SeededGenerator(seed: 9)
        var before = 0
        for _ in 0..<Scale.count(2000, upTo: 100_000) {
            let text = String(decoding: RandomURL.bytes(using: &generator), as: UTF8.self)
            guard let url = URL(string: text) else { continue }
            _ = await router.respond(to: url)
            let after = opened.urls.count
            #expect(after - before <= 1, "\(text)")
            before = after
        }
    }

    private final class Nested: Codable, Sendable {
        let x: Int?
        let next: Nested?
    }

    private struct Input: Codable {
        var a: Int?
        var b: Bool?
        var tags: [String]?
        var `in`: Nested?
    }

    private static func addRoutes(to router: URLSchemeRouter) throws {
        router.route("/a") { (input: Input) in input }
        router.route("/note") { (input: [String: String]) in input }
        router.route("/in") { (input: [String: [String]]) in input }
        router.route("/tags/{tags**}") { (input: Input) in input.tags }
        router.route("/{n:int}/v{major}.{minor}") { (_: Input) in }
        router.route("/b/*") { throw CancelledByUser() }
        router.route("/b/{a}") { throw Declined() }
        router.route("/x/{page?}", in: [.anyScheme, .anyDomain]) { throw BoomError() }
        try router.add("/home", isFallback: true, handler: RouteHandler { throw OpaqueError() })
    }
}
