import Synchronization
import Testing
import URLSchemeRouter

/// Middleware that is a closure, what it sees of the route, and the presentation step of a router.
struct ClosureMiddlewareTests {
    private var (router, opened) = OpenedURLs.router(scheme: "shop")

    init() throws {
        router.route("product/:id", name: "product") { (id: Int) in id }
        try router.fallback(handler: RouteHandler {})
    }

    @Test func `sees the route, its parameters and the default route`() throws {
        let seen = Mutex<[String]>([])
        router.use { request in
            let path = request.pathParameters.elements.map { "\($0.name)=\($0.value ?? "")" }
            seen.withLock { $0.append("\(request.route ?? "none") \(request.defaultRoute ?? "none") \(path)") }
            return .proceed(request)
        }
        for url in ["shop:product/7?a=b", "shop:nowhere"] { #expect(router.handle(url)) }
        #expect(seen.withLock(\.self) == ["product none [\"id=7\"]", "none fallback []"])
    }

    @Test func `decides`() async throws {
        router.use { request in
            request.pathParameters["id"] == .value("0") ? .end(.error(OutcomeError(.refused, "no"))) : .proceed(request)
        }
        router.use { request async throws in
            await Task.yield()
            if request.pathParameters["id"] == .value("1") { throw CancellationError() }
            return .proceed(request)
        }
        #expect(try await router.respond(to: "shop:product/0") == .error(OutcomeError(.refused, "no")))
        #expect(try await router.respond(to: "shop:product/1?x-cancel=c%3Ac") == .cancel)
        #expect(try await router.respond(to: "shop:product/2") == .success(2))
        #expect(opened.urls == ["c:c"])
    }

    @Test func `a token and a rate can be required of the default route`() async throws {
        router.use(RequiredToken("secret", routes: ["fallback"]))
        router.use(RateLimit(every: .seconds(1000), burst: 1))
        func code(_ text: String) async throws -> Int? {
            guard case .error(let error) = try await router.respond(to: text) else { return nil }
            return error.code
        }
        #expect(try await code("shop:nowhere") == 401)
        #expect(try await code("shop:nowhere?x-token=secret") == nil)
        #expect(try await code("shop:nowhere?x-token=secret") == 429)
        #expect(try await code("shop:product/1") == nil)
    }

    @Test func `one presentation step stands before every route`() async throws {
        let screen = Mutex(Presentation.ready)
        let seen = Mutex<[String]>([])
        router.present { request in
            seen.withLock { $0.append(request.route ?? "default") }
            return screen.withLock(\.self)
        }
        #expect(try await router.respond(to: "shop:product/1") == .success(1))
        screen.withLock { $0 = .cancelled }
        #expect(try await router.respond(to: "shop:product/1") == .cancel)
        screen.withLock { $0 = .unsupported(because: "locked") }
        let locked = OutcomeError(.conflict, "cannot be shown now: locked")
        #expect(try await router.respond(to: "shop:nowhere") == .error(locked))
        #expect(seen.withLock(\.self) == ["product", "product", "default"])
    }

    @Test func `an unanswered request passes by the presentation step`() async throws {
        let (router, _) = OpenedURLs.router(scheme: "shop")
        router.route("hello") {}
        router.present { _ async throws in .cancelled }
        #expect(try await router.respond(to: "shop:hello") == .cancel)
        #expect(try await router.respond(to: "shop:other").kind == .error)
    }

    @Test func `resolves a path of the program's own`() throws {
        let (router, _) = OpenedURLs.router(scheme: "shop")
        let seen = Mutex<[String]>([])
        router.route("product/:id") { (input: [String: String]) in
            seen.withLock { $0.append("\(input["id"] ?? "") \(input["from"] ?? "")") }
        }
        for path in ["product/1", "/product/2?from=a%20b", "product/a:b", "product/%2F#x"] {
            #expect(router.resolve(path))
        }
        #expect(!router.resolve("nowhere"))
        #expect(seen.withLock(\.self) == ["1 ", "2 a b", "a:b ", "/ "])
    }
}
