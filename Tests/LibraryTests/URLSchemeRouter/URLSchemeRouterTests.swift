import FoundationEssentials
import Synchronization
import Testing
import URLSchemeRouter

struct URLSchemeRouterTests {
    private var (router, opened) = OpenedURLs.router()

    struct Text: Codable, Equatable { var text: String }

    // The four shapes, synchronous and asynchronous.

    @Test(.timeLimit(.minutes(1))) func `a closure that is replaced may use the router when it is released`() throws {
        final class Guest: Sendable {
            let router: URLSchemeRouter
            init(_ router: URLSchemeRouter) { self.router = router }
            deinit { router.defaultErrorCode = 1 }
        }
        let router = URLSchemeRouter(scheme: "t")
        router.openURL = { [guest = Guest(router)] _ in withExtendedLifetime(guest) {} }
        router.openURL = { _ in }
        #expect(router.defaultErrorCode == 1)
    }

    @Test func `runs a handler of every shape`() {
        let seen = Mutex<[String]>([])
        router.route("/input-output") { (input: Text) in Text(text: input.text + "!") }
        router.route("/input") { (input: Text) in seen.withLock { $0.append(input.text) } }
        router.route("/output") { Text(text: "hello") }
        router.route("/nothing") { seen.withLock { $0.append("nothing") } }
        #expect(router.handle("test:///input-output?text=a%20b&x-success=s%3A%2F%2Fs"))
        #expect(router.handle("test:///input?text=hello&x-success=s%3A%2F%2Fs"))
        #expect(router.handle("test:///output?x-success=s%3A%2F%2Fs%3Fa%3D1%23f"))
        #expect(router.handle("test:///nothing?x-success=s%3A%2F%2Fs"))
        #expect(router.handle("test:///nothing"))
        #expect(seen.withLock(\.self) == ["hello", "nothing", "nothing"])
        #expect(opened.urls == ["s://s?text=a%20b%21", "s://s", "s://s?a=1&text=hello#f", "s://s"])
    }

    @Test(arguments: [
        ("input-output", Outcome.success(["text": "a"])), ("input", .success), ("output", .success(["text": "out"])),
        ("nothing", .success),
    ])
    func `runs asynchronous handlers of every shape`(path: String, outcome: Outcome) async throws {
        router.route("/input-output") { (input: Text) async in
            await Task.yield()
            return input
        }
        router.route("/input") { (_: Text) async in await Task.yield() }
        router.route("/output") { () async in
            await Task.yield()
            return Text(text: "out")
        }
        router.route("/nothing") { () async in await Task.yield() }
        #expect(try await router.respond(to: "test:///\(path)?text=a&x-success=s%3A%2F%2Fs") == outcome)
        #expect(opened.urls.count == 1)
    }

    @Test(.timeLimit(.minutes(5))) func `an asynchronous handler continues after handle returns`() async {
        let (urls, continuation) = AsyncStream.makeStream(of: String.self)
        router.openURL = { continuation.yield($0.absoluteString) }
        router.route("/test") { () async in
            await Task.yield()
            return Text(text: "late")
        }
        #expect(router.handle("test:///test?x-success=s%3A%2F%2Fs"))
        var iterator = urls.makeAsyncIterator()
        #expect(await iterator.next() == "s://s?text=late")
    }

    @MainActor @Test func `runs a synchronous handler on the calling thread before handle returns`() {
        let order = Mutex<[String]>([])
        router.openURL = { [opened] url in
            MainActor.assertIsolated()
            order.withLock { $0.append("open") }
            opened.append(url)
        }
        router.route("/test") {
            MainActor.assertIsolated()
            order.withLock { $0.append("handler") }
        }
        router.handle("test:///test?x-success=s%3A%2F%2Fs")
        order.withLock { $0.append("returned") }
        #expect(order.withLock(\.self) == ["handler", "open", "returned"])
    }

    @MainActor @Test func `runs all synchronous steps on the calling thread`() throws {
        let steps = Mutex<[String]>([])
        let step: @Sendable (String) -> Void = { name in
            MainActor.assertIsolated()
            steps.withLock { $0.append(name) }
        }
        router.openURL = { [opened] url in
            step("open")
            opened.append(url)
        }
        router.use(Redirect(from: "/old", to: "/new"))
        router.use(RequestLog { request, _ in step("log \(request.route ?? "none")") })
        let feature = router.feature("f") {
            step("available")
            return .available
        }
        let handler = RouteHandler { step("handler") }.presented {
            step("present")
            return .ready
        }
        try feature.add("/new", name: "new", handler: handler)
        router.route("/{name}", name: "declines") {
            step("declines")
            throw Declined()
        }
        #expect(router.handle("test:///old?x-success=test%3A%2F%2F%2Fother%3Fx-error%3De%253Ae"))
        #expect(!router.handle("test:///none/at/all"))
        #expect(
            steps.withLock(\.self) == [
                "available", "present", "handler", "log new", "declines", "log declines", "open", "log none",
            ])
    }

    // Errors.

    @Test func `reports the message and the code of a readable error to x-error`() {
        router.route("/readable") { throw ReadableError() }
        router.route("/coded") { throw BoomError() }
        router.route("/own") { throw OutcomeError(.timeout, "too late", detail: "not told") }
        router.route("/opaque") { throw OpaqueError() }
        router.route("/input") { (_: Text) in }
        for path in ["readable", "coded", "own", "opaque", "input", "input?text"] {
            let separator = path.contains("?") ? "&" : "?"
            #expect(router.handle("test:///\(path)\(separator)x-error=f%3A%2F%2Ff&x-success=s:s"))
        }
        #expect(
            opened.urls == [
                "f://f?errorCode=500&errorMessage=Test%20error",
                "f://f?errorCode=7&errorMessage=boom",
                "f://f?errorCode=408&errorMessage=too%20late",
                "f://f?errorCode=500&errorMessage=the%20action%20failed",
                "f://f?errorCode=400&errorMessage=Required%20parameter%20%22text%22%20not%20found.",
                "f://f?errorCode=400&errorMessage=Required%20value%20for%20parameter%20%22text%22%20not%20found.",
            ])
        // The program hears of what its own code threw: the caller may have got less than the error says.
        #expect(opened.errors.count == 4 && opened.errors.last is OpaqueError)
    }

    @Test func `uses the default code for errors without one`() {
        #expect(router.defaultErrorCode == 500)
        router.defaultErrorCode = 0  // as in finnvoor/URLSchemeRouter
        router.route("/readable") { throw ReadableError() }
        router.route("/opaque") { throw OpaqueError() }
        router.route("/coded") { throw BoomError() }
        for path in ["readable", "opaque", "coded"] { router.handle("test:///\(path)?x-error=f:f") }
        #expect(
            opened.urls == [
                "f:f?errorCode=0&errorMessage=Test%20error", "f:f?errorCode=0&errorMessage=the%20action%20failed",
                "f:f?errorCode=7&errorMessage=boom",
            ])
    }

    @Test func `passes an error to onError if there is no x-error`() {
        router.route("/opaque") { throw OpaqueError() }
        router.route("/input") { (_: Text) in }
        #expect(router.handle("test:///opaque?x-success=s:s&x-cancel=c:c"))
        #expect(router.handle("test:///input"))
        #expect(!router.handle("test:///none"))
        #expect(opened.urls.isEmpty)
        #expect(opened.errors.count == 3)
        #expect(opened.errors.first is OpaqueError)  // unchanged
        #expect(
            (opened.errors.dropFirst().first as? URLSchemeRouter.DecodingError)?.cause
                == QueryCodingError(.parameterNotFound, path: "text"))
        #expect((opened.errors.last as? OutcomeError)?.message == "no route for test:///none")
    }

    @Test func `treats an output that cannot be encoded as an error`() {
        router.route("/test") { ["a": Double.nan] }
        router.handle("test:///test?x-success=s:s&x-error=f:f")
        #expect(opened.urls.count == 1)
        #expect(opened.urls.first?.hasPrefix("f:f?errorCode=500&errorMessage=") == true)
    }

    @Test func `opens x-cancel unchanged when the user cancelled`() async throws {
        router.route("/test") { throw CancelledByUser() }
        router.route("/async") { () async throws in throw CancelledByUser() }
        #expect(router.handle("test:///test?x-success=s:s&x-error=f:f&x-cancel=c%3Ac%3Fa"))
        #expect(try await router.respond(to: "test:///async?x-error=f:f&x-cancel=c:c") == .cancel)
        #expect(opened.urls == ["c:c?a", "c:c"])
        router.handle("test:///test?x-success=s:s&x-error=f:f")
        #expect(opened.urls.count == 2)
        #expect(opened.errors.isEmpty)
    }

    // Selection of the handler.

    @Test func `tries the next best route when a handler declines`() async throws {
        router.route("/a/b") { throw Declined() }
        router.route("/a/{x}") { () async throws in throw Declined() }
        router.route("/a/*") { Text(text: "third") }
        router.route("/z") { throw Declined() }
        #expect(try await router.respond(to: "test:///a/b?x-success=s:s&x-error=f:f") == .success(["text": "third"]))
        #expect(!router.handle("test:///z?x-error=f:f"))
        #expect(
            opened.urls == ["s:s?text=third", "f:f?errorCode=404&errorMessage=no%20route%20for%20test%3A%2F%2F%2Fz"])
    }

    @Test func `runs the default route if no other route answers`() throws {
        router.route("/a") { Text(text: "a") }
        router.route("/declines") { throw Declined() }
        try router.add("/home", isFallback: true, handler: RouteHandler { Text(text: "home") })
        for path in ["a", "home", "other/path", "declines"] { #expect(router.handle("test:///\(path)?x-success=s:s")) }
        #expect(opened.urls == ["s:s?text=a", "s:s?text=home", "s:s?text=home", "s:s?text=home"])
    }

    @Test func `answers other schemes and domains that a route names`() throws {
        router.route("/own") { Text(text: "own") }
        router.route("/many", in: [.scheme("other"), .domain("example.org")]) { Text(text: "many") }
        router.route("/any", in: [.anyScheme, .anyDomain]) { Text(text: "any") }
        let handled = [
            "test:own", "TEST://own", "other:own", "other:many", "test:many", "https://example.org/many",
            "https://example.net/many", "https://example.net/any", "unknown:any", "unknown:own",
        ].filter { router.handle("\($0)?x-success=s:s") }
        #expect(
            handled == [
                "test:own", "TEST://own", "other:many", "https://example.org/many", "https://example.net/any",
                "unknown:any",
            ])
        #expect(opened.urls.count == handled.count)
    }

    @Test func `returns whether it can handle a URL without handling it`() throws {
        router.route("/a/{x:int}") {}
        for (text, answer) in [
            ("test:a/1", true), ("test://h/a/1", true), ("test:a/b", false), ("o:a/1", false),
            ("test:a/1?b=%FF", false),
        ] {
            #expect(router.canHandle(try #require(URL(string: text))) == answer)
        }
        #expect(opened.urls.isEmpty)
    }

    @Test func `add throws where route would trap`() throws {
        router.route("/a") {}
        #expect(throws: RouteTieError.self) { try router.add("a/", handler: RouteHandler {}) }
        #expect(throws: RoutePatternError.self) { try router.add("/{a}{b}", handler: RouteHandler {}) }
    }

    @Test(arguments: ["test:///n/7", "test://n/7/", "test:///none/n/7", "test:///n/%37"])
    func `gives handlers the whole request also if its URL is only a path`(text: String) throws {
        let seen = Mutex<[RequestContext?]>([])
        @Sendable func see() { seen.withLock { $0.append(.current) } }
        router.route("/n/7", name: "seven") {
            see()
            throw Declined()
        }
        router.route("/n/{id}", name: "note") { see() }
        router.route("/none/**", name: "rest") { see() }
        #expect(router.handle(text))
        let contexts = seen.withLock(\.self)
        let url = try XCallbackURL(text)
        #expect(contexts.allSatisfy { $0?.url == url && $0?.source == nil && $0?.fragment == nil })
        let isRest = text.contains("none")
        #expect(contexts.map { $0?.route } == (isRest ? ["rest"] : ["seven", "note"]))
        #expect(contexts.last??.pathParameters == (isRest ? [] : [QueryParameter("id", "7")]))
        #expect(opened.urls.isEmpty && opened.errors.isEmpty)
    }

    @Test func `gives handlers the request in addition to their input`() {
        let seen = Mutex<RequestContext?>(nil)
        router.route("/n/{id}", name: "note") { (_: Field<Int>) in seen.withLock { $0 = RequestContext.current } }
        router.handle("test:///n/7?a=1&x-source=App&x-foo=2#frag")
        let context = seen.withLock(\.self)
        #expect(context?.route == "note")
        #expect(context?.source == "App")
        #expect(context?.fragment == "frag")
        #expect(context?.pathParameters == [QueryParameter("id", "7")])
        #expect(context?.url.reserved == [QueryParameter("x-foo", "2")])
        #expect(RequestContext.current == nil)
    }
}
