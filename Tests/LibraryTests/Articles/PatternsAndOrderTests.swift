import FoundationEssentials
import Testing
import URLSchemeRouter

/// The samples of the article "Patterns and order".
struct PatternsAndOrderTests {
    private let router = URLSchemeRouter(scheme: "notes")
    private let app = ArticleApp()

    @Test func `the most specific pattern wins in any order of declaration`() throws {
        let app = app
        router.route("/notes/**") { app.show("anything below") }
        router.route("/notes/{name}") { app.show("by name") }
        router.route("/notes/{id:int}") { app.show("by number") }
        router.route("/notes/new") { app.show("new") }
        for path in ["new", "7", "groceries", "2026/11"] { router.handle(try incoming("notes:///notes/\(path)")) }
        #expect(app.shown == ["new", "by number", "by name", "anything below"])
    }

    @Test func `the path fills fields of the input`() throws {
        let app = app
        struct Release: Decodable {
            let major: Int
            let minor: Int
            let files: [String]
        }

        router.route("/releases/v{major:int}.{minor:int}/{files**}") { (release: Release) in
            app.show("\(release.major).\(release.minor): \(release.files.joined(separator: ", "))")
        }
        router.handle(try incoming("notes:///releases/v1.2/docs/a%2Fb.md"))
        #expect(app.shown == ["1.2: docs, a/b.md"])
    }

    @Test func `a regular expression matches the whole value`() throws {
        let app = app
        struct Issue: Decodable {
            let key: String
        }

        router.route("/issue/{key:/[A-Z]+-[0-9]+/}") { (issue: Issue) in app.show("issue \(issue.key)") }
        router.route("/issue/{key}") { (issue: Issue) in app.show("no issue is called \(issue.key)") }
        for key in ["AB-12", "ab", "AB-12x"] { router.handle(try incoming("notes:///issue/\(key)")) }
        #expect(app.shown == ["issue AB-12", "no issue is called ab", "no issue is called AB-12x"])
    }

    @Test(arguments: [
        ("/{k:/[0-9]/}", "/{k:int}"), ("/{k:int}", "/{k}"), ("/{k:/[0-9]/}", "/{k:/[7-9]/}"),
        ("/{k:int}", "/{k:number}"),
    ])
    func `a regular expression beats a named type`(first: String, second: String) throws {
        for patterns in [[first, second], [second, first]] {
            let app = ArticleApp()
            let router = URLSchemeRouter(scheme: "notes")
            for pattern in patterns { router.route(pattern) { app.show(pattern) } }
            router.handle(try incoming("notes:///7"))
            #expect(app.shown == [first])
        }
    }

    @Test func `a handler can leave the URL to the next best route`() throws {
        let app = app
        struct Page: Decodable {
            let name: String
        }

        router.route("/{name}") { (page: Page) in
            guard page.name != "draft" else { throw Declined() }
            app.show(page.name)
        }
        router.route("/**") { app.show("somewhere else") }
        for path in ["page", "draft"] { router.handle(try incoming("notes:///\(path)")) }
        #expect(app.shown == ["page", "somewhere else"])
    }

    @Test func `adding a route that ties fails`() throws {
        let app = app
        router.route("/notes/{id}") { app.show("first") }
        do {
            try router.add("/notes/{name}", handler: RouteHandler { app.show("second") })
        } catch let error as RouteTieError {
            app.show("\(error)")
        }
        let tie = try #require(app.shown.first)
        #expect(tie.hasPrefix("route '/notes/{name}' (/notes/{name}, LibraryTests/PatternsAndOrderTests.swift:"))
        #expect(tie.contains("ties with '/notes/{id}' (/notes/{id}, LibraryTests/PatternsAndOrderTests.swift:"))
    }

    @Test func `a route answers only its scopes`() throws {
        let app = app
        router.route("/share/{id}", in: [.domain("notes.example"), .domain("*.notes.example")], name: "share") {
            app.show(RequestContext.current?.pathParameters.elements.first?.value ?? "")
        }
        router.route("/ping", in: [.anyScheme]) { app.show("pong") }
        router.handle(try incoming("https://www.notes.example/share/7"))
        router.handle(try incoming("whatever:///ping"))
        #expect(app.shown == ["7", "pong"])
        #expect(!router.canHandle(try incoming("notes:///share/7")))
    }

    @Test func `a router with opaque URLs reads all of a URL as one segment`() throws {
        let app = app
        struct Video: Codable {
            let address: String
        }

        let videos = URLSchemeRouter(scheme: "freetube", isOpaque: true)
        videos.route("/https://{address}") { (video: Video) in app.show("https://\(video.address)") }
        videos.route("/{address}") { (video: Video) in app.show(video.address) }
        videos.handle(try incoming("freetube://https://a.example/watch?v=1"))
        videos.handle(try incoming("freetube:a/b#c"))
        #expect(app.shown == ["https://a.example/watch?v=1", "a/b#c"])
    }

    @Test func `the list of routes has their inputs and outputs`() throws {
        let app = app
        struct Search: Decodable {
            let text: String
        }
        struct Count: Codable {
            let count: Int
        }

        router.route("/count", name: "count") { (search: Search) in Count(count: search.text.count) }
        for route in router.routes {
            let input = route.input.fields.map { "\($0.name): \($0.type)" }
            guard case .fields(let output) = route.output else { continue }
            app.show("\(route.name)(\(input.joined())) -> \(output.fields.map(\.name).joined())")
        }
        #expect(app.shown == ["count(text: text) -> count"])
        #expect(router.routes.first?.declaration.hasPrefix("LibraryTests/PatternsAndOrderTests.swift:") == true)
    }

    @Test func `the default route and the list of routes`() throws {
        let app = app
        router.route("/notes/{id:int}", name: "note") { (_: [String: Int]) in }
        try router.fallback(handler: RouteHandler { app.show("home") })

        for route in router.routes {
            app.show("\(route.name): \(route.pattern)")
        }
        router.handle(try incoming("notes:///nowhere"))
        #expect(app.shown == ["note: /notes/{id:int}", "fallback: /**", "home"])
    }
}
