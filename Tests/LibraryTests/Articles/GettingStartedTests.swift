import FoundationEssentials
import Testing
import URLSchemeRouter

/// The samples of the article "Getting started".
struct GettingStartedTests {
    private let app = ArticleApp()

    @Test func `a route decodes its input and encodes its output`() throws {
        let app = app
        struct Note: Codable {
            let title: String
            let body: String?
        }
        struct Created: Codable {
            let id: Int
        }

        let router = URLSchemeRouter(scheme: "notes") { error in
            app.show("no x-error for \(error)")
        }
        router.openURL = { url in app.open(url) }

        router.route("/create") { (note: Note) in
            Created(id: app.add(note.title))
        }
        let url = try incoming("notes:///create?title=Hi&x-success=otherapp%3A%2F%2Fdone")
        router.handle(url)
        #expect(app.stored == ["Hi"])
        #expect(app.opened == ["otherapp://done?id=1"])

        router.handle(try incoming("notes:///create"))
        #expect(app.shown == ["no x-error for Required parameter \"title\" not found."])

        let link = try router.link(to: "/create", with: Note(title: "Hi", body: nil))
        #expect(link.absoluteString == "notes:///create?title=Hi")
    }

    @Test func `the other shapes of route`() async throws {
        let app = app
        struct Query: Codable {
            let text: String
        }
        let synchronise: @Sendable () async throws -> Void = { app.show("synchronised") }

        let router = URLSchemeRouter(scheme: "notes")
        router.route("/search") { (query: Query) in app.show(query.text) }
        router.route("/count") { ["count": app.stored.count] }
        router.route("/home") { app.show("home") }
        router.route("/synchronise") { try await synchronise() }

        let outcome = await router.respond(to: try incoming("notes:///count"))
        switch outcome {
        case .success(let output): app.show("count is \(output["count"]?.text ?? "unknown")")
        case .error(let error): app.show("\(error.code): \(error.message)")
        case .cancel: app.show("cancelled")
        }

        for path in ["search?text=a", "home", "synchronise", "nothing"] {
            await router.respond(to: try incoming("notes:///\(path)"))
        }
        #expect(app.shown == ["count is 0", "a", "home", "synchronised"])
    }
}
