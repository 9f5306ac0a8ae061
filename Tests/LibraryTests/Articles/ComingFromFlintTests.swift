import FoundationEssentials
import Testing
import URLSchemeRouter

/// The samples of the article "Coming from Flint".
struct ComingFromFlintTests {
    private let app = ArticleApp()

    private struct DocumentRef: Codable {
        let name: String
    }

    @Test func `a feature declares its routes`() throws {
        let app = app
        let router = URLSchemeRouter(scheme: "flint-demo")
        let documents = router.feature("documents")
        documents.route("create") { (document: DocumentRef) in
            app.show("create \(document.name)")
        }
        documents.route("open/$(name)") { (document: DocumentRef) in
            app.show("open \(document.name)")
        }
        for url in ["flint-demo://create?name=hello.md", "flint-demo:///open/hello.md", "flint-demo:open/a%20b"] {
            #expect(router.handle(try incoming(url)))
        }
        #expect(app.shown == ["create hello.md", "open hello.md", "open a b"])
        #expect(router.routes.map(\.name) == ["documents.create", "documents.open/$(name)"])
    }

    @Test func `the input is any Decodable`() throws {
        let (router, app) = (URLSchemeRouter(scheme: "flint-demo"), app)
        struct DocumentRef: Codable {
            let name: String
        }

        router.route("open") { (document: DocumentRef) in app.show(document.name) }
        router.handle(try incoming("flint-demo://open?name=hello.md"))
        #expect(app.shown == ["hello.md"])
    }

    @Test func `scopes`() throws {
        let app = app
        let router = URLSchemeRouter(scheme: "flint-demo", domains: ["flint.example"])
        router.route("create", in: [.scheme("x-test"), .domain("yourdomain.com")], name: "create (legacy)") {
            app.show("legacy")
        }
        router.route("create-document", in: [.anyScheme, .anyDomain]) {
            app.show("current")
        }
        router.route("own") { app.show("own") }
        for url in [
            "x-test://create", "https://yourdomain.com/create", "flint-demo://own", "https://flint.example/own",
            "other://create-document", "https://example.org/create-document",
        ] {
            #expect(router.handle(try incoming(url)))
        }
        #expect(app.shown == ["legacy", "legacy", "own", "own", "current", "current"])
    }

    @Test func `a presentation step runs before the handler`() async throws {
        let (router, app) = (URLSchemeRouter(scheme: "flint-demo"), app)
        enum Screen { case list, detail, login }
        let screen: @Sendable () async -> Screen = { .detail }

        let open = RouteHandler { (document: DocumentRef) in
            app.show("open \(document.name)")
        }
        .presented {
            switch await screen() {
            case .list: .ready
            case .detail: .cancelled
            case .login: .unsupported(because: "nobody is signed in")
            }
        }
        try router.add("open", handler: open)

        let url = try incoming("flint-demo://open?name=hello.md")
        let outcome = await router.respond(to: url)
        #expect(outcome == .cancel)
        #expect(app.shown.isEmpty)
    }

    @Test func `one presentation step for all routes`() async throws {
        let (router, app) = (URLSchemeRouter(scheme: "flint-demo"), app)
        let isLocked: @Sendable () async -> Bool = { true }
        router.present { request in
            await isLocked() && request.route != "unlock" ? .unsupported(because: "the app is locked") : .ready
        }
        router.route("unlock") { app.show("unlock") }
        router.route("open") { app.show("open") }
        let outcome = await router.respond(to: try incoming("flint-demo://open"))
        #expect(outcome == .error(OutcomeError(.conflict, "cannot be shown now: the app is locked")))
        await router.respond(to: try incoming("flint-demo://unlock"))
        #expect(app.shown == ["unlock"])
    }

    @Test func `a conditional feature`() async throws {
        let (router, app) = (URLSchemeRouter(scheme: "flint-demo"), app)
        let hasPurchased: @Sendable () -> Bool = { false }
        let workflow = router.feature("workflow") {
            hasPurchased() ? .available : .unavailable(because: "it has not been purchased")
        }
        workflow.route("run/$(name)") { app.show("run") }
        let outcome = await router.respond(to: try incoming("flint-demo://run/report"))
        #expect(outcome == .error(OutcomeError(.unavailable, "workflow is not available: it has not been purchased")))
        #expect(app.shown.isEmpty)
    }

    @Test func `links`() throws {
        let app = app
        let router = URLSchemeRouter(
            schemes: "flint-demo", "x-test", domains: ["demo-app.flint.tools", "yourdomain.com"])
        let documents = router.feature("documents")
        documents.route("open/$(name)", name: "open") { (document: DocumentRef) in
            app.show(document.name)
        }
        let document = DocumentRef(name: "hello & co")
        let appLink = try router.link(to: "open", with: document)
        let webLink = try router.link(to: "open", with: document, web: true)
        let otherLink = try router.link(to: "open", with: document, scheme: "x-test")
        let shopLink = try router.link(to: "open", with: document, domain: "yourdomain.com")
        #expect(appLink.absoluteString == "flint-demo:///open/hello%20%26%20co")
        #expect(webLink.absoluteString == "https://demo-app.flint.tools/open/hello%20%26%20co")
        #expect(otherLink.absoluteString == "x-test:///open/hello%20%26%20co")
        #expect(shopLink.absoluteString == "https://yourdomain.com/open/hello%20%26%20co")
        for link in [appLink, webLink, otherLink, shopLink] { router.handle(link) }
        #expect(app.shown == Array(repeating: "hello & co", count: 4))
    }

    @Test func `a timeline`() throws {
        let (router, app) = (URLSchemeRouter(scheme: "flint-demo"), app)
        router.use(
            RequestLog { request, outcome in
                app.show("\(request.route ?? "no route"): \(outcome.kind.rawValue)")
            })
        router.route("create") {}
        router.handle(try incoming("flint-demo://create"))
        #expect(app.shown == ["create: success"])
    }

    @Test func `differs where the article says so`() throws {
        let (router, app) = (URLSchemeRouter(scheme: "flint-demo"), app)
        router.route("doc/{name}") { (document: DocumentRef) in app.show(document.name) }
        router.route("doc/new", in: [.anyScheme, .anyDomain], name: "new") { app.show("new") }
        router.route("open") { (document: DocumentRef) in app.show(document.name) }
        for url in [
            "flint-demo://doc/7/", "flint-demo:///doc/a%2Fb", "https://example.org/doc/new",
            "flint-demo:open?name=a&name",
        ] {
            #expect(router.handle(try incoming(url)))
        }
        #expect(app.shown == ["7", "a/b", "new", "a"])
        #expect(throws: RouteTieError.self) { try router.add("doc/$(other)", handler: RouteHandler {}) }
        #expect(throws: RoutePatternError.self) { try router.add("pre*", handler: RouteHandler {}) }
    }
}
