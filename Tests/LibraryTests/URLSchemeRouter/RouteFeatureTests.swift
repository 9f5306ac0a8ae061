import Synchronization
import Testing
import URLSchemeRouter
import XCallbackURL

struct RouteFeatureTests {
    @Test func `asks for each request whether its routes run`() throws {
        let (router, opened) = OpenedURLs.router()
        let signedIn = Mutex(false)
        let sharing = router.feature("sharing") {
            signedIn.withLock(\.self) ? .available : .unavailable(because: "you are signed out")
        }
        try sharing.add("/share", handler: RouteHandler { ["shared": 1] })
        try router.feature("always").add("/always", handler: RouteHandler {})
        #expect(router.handle("test:///share?x-success=s%3As&x-error=e%3Ae"))
        signedIn.withLock { $0 = true }
        #expect(router.handle("test:///share?x-success=s%3As&x-error=e%3Ae"))
        #expect(router.handle("test:///always?x-success=a%3Aa"))
        let refusal = "e:e?errorCode=424&errorMessage=sharing%20is%20not%20available%3A%20you%20are%20signed%20out"
        #expect(opened.urls == [refusal, "s:s?shared=1", "a:a"])
        #expect(router.routes.map(\.name) == ["sharing./share", "always./always"])
    }
}
