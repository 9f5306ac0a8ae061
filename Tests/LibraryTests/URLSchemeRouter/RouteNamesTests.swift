import FoundationEssentials
import Testing
import URLSchemeRouter

/// The names and scopes of routes, and how a route is printed.
struct RouteNamesTests {
    private let router = URLSchemeRouter(scheme: "notes")

    @Test func `refuses a name that another route has`() throws {
        let handler = RouteHandler {}
        try router.add("/a", name: "it", fileID: "App/Main.swift", line: 7, handler: handler)
        let error = #expect(throws: RouteTieError.self) {
            try router.add("/b", name: "it", fileID: "App/Main.swift", line: 8, handler: handler)
        }
        #expect(error?.description == "route 'it' (App/Main.swift:8) has the name of another route (App/Main.swift:7)")
        try router.add("/c", handler: handler)
        #expect(throws: RouteTieError.self) { try router.add("/d", name: "/c", handler: handler) }
        try router.add("/e", name: "/f", handler: handler)
        #expect(throws: RouteTieError.self) { try router.add("/f", handler: handler) }
        #expect(throws: RouteTieError.self) { try router.fallback(name: "it", handler: handler) }
        #expect(router.routes.map(\.name) == ["it", "/c", "/f"])
    }

    @Test func `routes in several scopes share a name that was not given`() throws {
        let handler = RouteHandler {}
        try router.add("/a", handler: handler)
        try router.add("/a", in: [.anyScheme], handler: handler)
        let feature = router.feature("f", in: [.scheme("x-notes"), .domain("notes.example")])
        try feature.add("/a", handler: handler)
        try feature.add("/a", in: [.domain("d.com")], handler: handler)
        try router.fallback(handler: handler)
        try router.fallback(in: [.anyScheme], handler: handler)
        #expect(router.routes.map(\.name) == ["/a", "/a", "f./a", "f./a", "fallback", "fallback"])
        #expect(router.routes[2].scopes == [.scheme("x-notes"), .domain("notes.example")])
    }

    @Test(arguments: [
        ("/%41", "literals are written decoded; write 'A' instead of '%41'"),
        ("/a%20b/{c}", "literals are written decoded; write 'a b' instead of 'a%20b'"),
        ("/a%2Fb", "literals are written decoded, and cannot have what 'a%2Fb' stands for; write '{name}'"),
        ("/%00", "literals are written decoded, and cannot have what '%00' stands for; write '{name}'"),
        ("/%FF", "literals are written decoded, and cannot have what '%FF' stands for; write '{name}'"),
        ("/v%41{n}", "literals are written decoded, and cannot have what 'v%41{n}' stands for; write '{name}'"),
        ("/a\0", "no URL has the control character U+0"), ("/{a}\u{1B}", "no URL has the control character U+1B"),
        ("/\u{85}", "no URL has the control character U+85"),
    ])
    func `refuses a literal that hardly any URL has`(pattern: String, reason: String) {
        let error = #expect(throws: RoutePatternError.self) { try RoutePattern(pattern) }
        #expect(error?.reason == reason)
    }

    @Test(arguments: ["/100%", "/%zz", "/a%+1", "/a\tb", "/{key:/%41/}", "/é", "/a:b"])
    func `accepts a literal that a URL can have`(pattern: String) throws { _ = try RoutePattern(pattern) }

    @Test func `a route prints as one line`() {
        struct Note: Codable {
            var id: Int
            var title: String?
        }
        let router = URLSchemeRouter(scheme: "notes", domains: ["notes.example"])
        router.route("/notes/{id:int}", name: "note") { (note: Note) in [note.id] }
        router.route("/ping") {}
        let lines = router.routes.map { "\($0)" }
        #expect(
            lines == [
                "note: /notes/{id:int} (id: int, title: text?) -> (result: [int]) in notes:, https://notes.example",
                "/ping: /ping () in notes:, https://notes.example",
            ])
    }

    @Test(arguments: [
        (Outcome.success, "success"), (.success(["id": 7]), "success {\"id\":7}"), (.cancel, "cancel"),
        (.error(OutcomeError(.noRoute, "no route")), "error 404: no route"),
        (.error(OutcomeError(code: 7, message: "bad", detail: "expected 1")), "error 7: bad (expected 1)"),
    ])
    func `an outcome prints as one line`(outcome: Outcome, text: String) { #expect("\(outcome)" == text) }

    @Test func `the shared router answers any scheme and any domain`() throws {
        let shown = OpenedURLs()
        URLSchemeRouter.shared.route("/shared-router/{name}", name: "shared") { (name: String) in
            if let url = URL(string: "shown:\(name)") { shown.append(url) }
        }
        let router = URLSchemeRouter.shared
        for url in ["a:shared-router/1", "b://shared-router/2", "https://any.example/shared-router/3"] {
            #expect(router.handle(try #require(URL(string: url))))
        }
        #expect(router.resolve("shared-router/4"))
        #expect(shown.urls == ["shown:1", "shown:2", "shown:3", "shown:4"])
        #expect(throws: LinkError.noScheme(route: "shared")) { try router.link(to: "shared", with: "5") }
        #expect(try router.link(to: "shared", with: "5", scheme: "c").absoluteString == "c:///shared-router/5")
    }
}
