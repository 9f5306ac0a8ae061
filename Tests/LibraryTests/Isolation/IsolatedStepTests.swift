import FoundationEssentials
import Testing
import URLSchemeRouter

/// Steps around a handler that belong to another actor than it does, or to none.
struct IsolatedStepTests {
    @MainActor
    final class Screen {
        let log = MainActorLog()
        var presentation = Presentation.ready
        var availability = RouteFeature.Availability.available

        /// A router whose steps belong to the main actor.
        func makeRouter(_ handler: RouteHandler) throws -> URLSchemeRouter {
            let router = URLSchemeRouter(scheme: "test")
            router.onOpenURL { [log] url in log.add("open \(url.absoluteString)") }
            router.use(RequestLog { [log] request, _ in log.add("log \(request.route ?? "none")") })
            let feature = router.feature("f") { [unowned self] in
                log.add("availability")
                return availability
            }
            let presented = handler.presented { [unowned self] in
                log.add("presentation")
                return presentation
            }
            try feature.add("/show", name: "show", handler: presented)
            return router
        }
    }

    /// Handlers that belong to no actor, to the main one and to another, and whether each has run when `handle` returns.
    private static let handlers: [(RouteHandler, isAtOnce: Bool)] = [
        (RouteHandler { 1 }, true),
        (RouteHandler { @MainActor in 1 }, true),
        (
            RouteHandler { @SideActor in
                SideActor.shared.preconditionIsolated(); return 1
            }, false
        ),
        (RouteHandler { () async in 1 }, false),
    ]

    @MainActor @Test(arguments: handlers.indices)
    func `run on their actor, in order, before the handler`(index: Int) async throws {
        let screen = Screen()
        let (handler, isAtOnce) = Self.handlers[index]
        let router = try screen.makeRouter(handler)
        #expect(router.handle("test:///show?x-success=s%3As"))
        if !isAtOnce { await screen.log.wait(for: 4) }
        let open = "open s:s?result=1"
        #expect(screen.log.lines == ["availability", "presentation", "log show", open])
    }

    @MainActor @Test(arguments: handlers.indices)
    func `keep the handler from running`(index: Int) async throws {
        let screen = Screen()
        let router = try screen.makeRouter(Self.handlers[index].0)
        screen.presentation = .cancelled
        let url = try #require(URL(string: "test:///show"))
        #expect(await Task.detached { await router.respond(to: url) }.value == .cancel)
        screen.availability = .unavailable(because: "locked")
        let error = OutcomeError(.unavailable, "f is not available: locked")
        #expect(await Task.detached { await router.respond(to: url) }.value == .error(error))
        await screen.log.wait(for: 5)
        #expect(screen.log.lines.filter { $0 != "log show" } == ["availability", "presentation", "availability"])
    }

    /// An actor with a router.
    private actor Store {
        private(set) var notes = 0

        /// A closure that captures the actor strongly is isolated to it.
        func register(in router: URLSchemeRouter) { router.route("/add") { self.notes += 1 } }

        /// One that captures it weakly is not.
        func registerWeakly(in router: URLSchemeRouter) { router.route("/add") { [weak self] in await self?.add() } }

        func add() { notes += 1 }

        func handle(_ text: String, with router: URLSchemeRouter) -> Int {
            router.handle(text)
            return notes
        }
    }

    @Test func `an actor's handler has run when handle, called on it, returns`() async throws {
        let (store, router) = (Store(), URLSchemeRouter(scheme: "test"))
        await store.register(in: router)
        #expect(await store.handle("test:///add", with: router) == 1)
        #expect(try await router.respond(to: "test:///add") == .success)
        #expect(await store.notes == 2)
    }

    @Test func `a router does not keep an actor that its handler captures weakly`() async throws {
        let router = URLSchemeRouter(scheme: "test")
        weak var observed: Store?
        do {
            let store = Store()
            await store.registerWeakly(in: router)
            try await router.respond(to: "test:///add")
            #expect(await store.notes == 1)
            observed = store
        }
        #expect(observed == nil)
    }
}
