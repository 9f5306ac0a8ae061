import Synchronization
import Testing
import URLSchemeRouter
import XCallbackURL

struct CallingThreadTests {
    @MainActor @Test func `runs all synchronous steps on the calling thread`()
        throws
    {
        let (router, opened) = OpenedURLs.router()
        let steps = Mutex<[String]>([])
        let step: @Sendable (String) -> Void = { name in
            MainActor.assertIsolated()
            steps.withLock { $0.append(name) }
        }
        router.openURL = { url in
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
}
