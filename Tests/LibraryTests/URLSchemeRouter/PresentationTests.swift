import Synchronization
import Testing
import URLSchemeRouter

struct PresentationTests {
    private var (router, opened) = OpenedURLs.router()
    private static let steps: [(Presentation, String)] = [
        (.ready, "s:s?shown=1"), (.cancelled, "c:c"),
        (
            .unsupported(because: "a dialog is open"),
            "e:e?errorCode=409&errorMessage=cannot%20be%20shown%20now%3A%20a%20dialog%20is%20open"
        ),
    ]

    @Test(arguments: steps)
    func `decides before the handler runs`(presentation: Presentation, url: String) throws {
        let runs = Mutex(0)
        let handler = RouteHandler {
            runs.withLock { $0 += 1 }
            return ["shown": 1]
        }
        try router.add("/show", handler: handler.presented { presentation })
        #expect(router.handle("test:///show?x-success=s%3As&x-error=e%3Ae&x-cancel=c%3Ac"))
        #expect(opened.urls == [url])
        #expect(runs.withLock(\.self) == (presentation == .ready ? 1 : 0))
    }

    @Test(arguments: steps)
    func `waits for an asynchronous step`(presentation: Presentation, url: String) async throws {
        let handler = RouteHandler { ["shown": 1] }.presented {
            await Task.yield()
            #expect(RequestContext.current?.route == "/show")
            return presentation
        }
        try router.add("/show", handler: handler)
        try await router.respond(to: "test:///show?x-success=s%3As&x-error=e%3Ae&x-cancel=c%3Ac")
        #expect(opened.urls == [url])
    }
}
