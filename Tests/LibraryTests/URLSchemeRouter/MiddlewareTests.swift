import Synchronization
import Testing
import URLSchemeRouter

struct MiddlewareTests {
    private struct Text: Codable { var text: String }
    private struct Probe: Middleware {
        var decision: @Sendable (RoutedRequest) throws -> MiddlewareDecision
        func decide(_ request: RoutedRequest) throws -> MiddlewareDecision { try decision(request) }
    }

    private var (router, opened) = OpenedURLs.router()

    init() {
        router.route("/echo", name: "echo") { (input: [String: String]) in input }
        router.route("/new/echo", name: "new") { Text(text: "new") }
    }

    private static let callbacks = "x-success=s%3As&x-error=e%3Ae&x-cancel=c%3Ac"

    @Test func `sees matched and unmatched requests and their outcomes before handle returns`() {
        let lines = Mutex<[String]>([])
        router.use(
            RequestLog { request, outcome in
                lines.withLock { $0.append("\(request.route ?? "none") \(outcome.kind)") }
            })
        #expect(router.handle("test:///echo?a=1"))
        #expect(!router.handle("test:///nothing"))
        #expect(lines.withLock(\.self) == ["echo success", "none error"])
    }

    @Test func `replaces the request that the handler sees`() {
        router.use(ParameterStripping(["utm_*", "b"]))
        router.handle("test:///echo?a=1&utm_source=x&b=2&bb=3&x-success=s%3As")
        #expect(opened.urls == ["s:s?a=1&bb=3"])
    }

    @Test func `keeps parameters and callbacks in a redirect`() {
        router.use(Redirect(from: "/old", to: "/echo"))
        for url in ["test:///old?a=1&x-success=s%3As", "test://old?a=2&x-success=s%3As"] { router.handle(url) }
        #expect(opened.urls == ["s:s?a=1", "s:s?a=2"])
    }

    @Test func `ends an infinite redirect`() {
        router.use(Redirect(from: "/echo", to: "/echo"))
        #expect(router.handle("test:///echo?x-error=e%3Ae"))
        #expect(opened.urls == ["e:e?errorCode=508&errorMessage=redirected%20more%20than%208%20times"])
    }

    @Test func `describes a request and an error in a line`() async throws {
        let lines = Mutex<[String]>([])
        router.use(RequestLog { request, outcome in lines.withLock { $0.append("\(request): \(outcome)") } })
        router.route("/a", name: "first") { lines.withLock { $0.append("\(RequestContext.current!)") } }
        router.handle("test:///a?b=c")
        router.handle("test:///none")
        #expect(
            lines.withLock(\.self) == [
                "test:///a?b=c (route first)", "test:///a?b=c (route first): success",
                "test:///none (no route): error 404: no route for test:///none",
            ])
        #expect("\(OutcomeError(code: 7, message: "no", detail: "id = x"))" == "error 7: no (id = x)")
    }

    @Test(arguments: [
        (Outcome.success(["a": 1]), "s:s?a=1"), (.cancel, "c:c"),
        (.error(OutcomeError(code: 7, message: "no")), "e:e?errorCode=7&errorMessage=no"),
    ])
    func `ends a request without its handler`(outcome: Outcome, opened url: String) async {
        router.route("/never") { _ = Issue.record("the handler ran") }
        router.use(Probe { _ in .end(outcome) })
        #expect(router.handle("test:///never?\(Self.callbacks)"))
        #expect(opened.urls == [url])
    }

    @Test func `ends a request with a thrown error`() {
        router.use(Probe { _ in throw BoomError() })
        router.handle("test:///echo?x-error=e%3Ae")
        #expect(opened.urls == ["e:e?errorCode=7&errorMessage=boom"])
    }

    @Test(arguments: [
        ("x-token=secret&a=1", "s:s?a=1"), ("key=secret&a=1", "s:s?a=1"), ("x-token=secreT", nil), ("a=1", nil),
    ])
    func `requires a token`(query: String, url: String?) {
        router.use(RequiredToken("secret", routes: ["echo"]))
        router.handle("test:///echo?\(query)&x-success=s%3As&x-error=e%3Ae")
        let refusal =
            "e:e?errorCode=401&errorMessage=the%20token%20is%20missing%20or%20wrong%3B%20send%20it%20as%20x-token%3D"
        #expect(opened.urls == [url ?? refusal])
        #expect(router.handle("test:///new/echo"))
    }

    @Test func `requires a token for everything if a route of the list does not exist`() {
        router.use(RequiredToken("secret", routes: ["eccho"]))
        router.handle("test:///echo?x-success=s%3As&x-error=e%3Ae")
        #expect(opened.urls.count == 1 && opened.urls[0].contains("errorCode=401"))
        #expect(opened.urls[0].contains("no%20route%20is%20named%20%27eccho%27"))
        router.handle("test:///echo?x-token=secret&x-success=s%3As&x-error=e%3Ae")
        #expect(opened.urls.last == "s:s")
        // The route may come later.
        router.route("/later", name: "eccho") {}
        router.handle("test:///echo?x-success=s%3As&x-error=e%3Ae")
        #expect(opened.urls.last == "s:s")
    }

    @Test func `limits the rate of each route`() {
        let now = Mutex(ContinuousClock.now)
        router.use(RateLimit(every: .seconds(1), burst: 2) { now.withLock(\.self) })
        for _ in 0..<3 { router.handle("test:///echo?x-success=s%3As&x-error=e%3Ae") }
        router.handle("test:///new/echo?x-success=n%3An")
        now.withLock { $0 += .seconds(1) }
        for _ in 0..<2 { router.handle("test:///echo?x-success=s%3As&x-error=e%3Ae") }
        let refusal = "e:e?errorCode=429&errorMessage=too%20many%20requests%3B%20try%20again%20later"
        #expect(opened.urls == ["s:s", "s:s", refusal, "n:n?text=new", "s:s", refusal])
    }

    @Test func `checks callbacks that middleware added`() throws {
        let banned = try CallbackURL("file:///etc")
        router.use(
            Probe { request in
                var request = request
                request.url.callbacks.success = banned
                return .proceed(request)
            })
        router.handle("test:///echo?x-error=e%3Ae")
        #expect(opened.urls.count == 1)
        #expect(opened.urls.first?.hasPrefix("e:e?errorCode=403&") == true)
    }
}
