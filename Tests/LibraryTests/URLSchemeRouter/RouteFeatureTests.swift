import Synchronization
import Testing
import URLSchemeRouter

struct RouteFeatureTests {
    private var (router, opened) = OpenedURLs.router()

    @Test func `checks its availability for each request`() throws {
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

    @Test func `accepts every shape of route that a router accepts`() async throws {
        let isAvailable = Mutex(true)
        let feature = router.feature("f") {
            isAvailable.withLock(\.self) ? .available : .unavailable(because: "it is off")
        }
        feature.route("/a") { (input: Field<Int>) in input }
        feature.route("/b") { (_: Field<Int>) in }
        feature.route("/c", name: "see") { 7 }
        feature.route("/d") {}
        feature.route("/e") { (input: Field<Int>) in
            await Task {}.value
            return input
        }
        feature.route("/f") { (_: Field<Int>) in await Task {}.value }
        feature.route("/g") { await Task { 7 }.value }
        feature.route("/h") { await Task {}.value }
        let outcomes: [Outcome] = [
            .success(["a": 1]), .success, .success(7), .success, .success(["a": 1]), .success, .success(7), .success,
        ]
        for (path, outcome) in zip(["a", "b", "c", "d", "e", "f", "g", "h"], outcomes) {
            isAvailable.withLock { $0 = true }
            #expect(try await router.respond(to: "test:///\(path)?a=1") == outcome)
            isAvailable.withLock { $0 = false }
            let refusal = OutcomeError(.unavailable, "f is not available: it is off")
            #expect(try await router.respond(to: "test:///\(path)?a=1") == .error(refusal))
        }
        #expect(router.routes.map(\.name).prefix(3) == ["f./a", "f./b", "see"])
    }
}
