import Foundation
import Testing
import URLSchemeRouter

/// The samples of the article "Coming from URLSchemeRouter".
struct ComingFromURLSchemeRouterTests {
    private final class Scene: Sendable {
        let app = ArticleApp()

        func makeRouter() -> URLSchemeRouter {
            let router = URLSchemeRouter(scheme: "notesapp") { [weak self] error in
                guard let self else { return }
                app.show(error.localizedDescription)
            }
            router.openURL = { [app] url in app.open(url) }
            return router
        }
    }

    private let scene = Scene()

    @Test func `the manual's routes stay as they are`() throws {
        let (router, app) = (scene.makeRouter(), scene.app)
        struct Note: Codable {
            let title: String
            let body: String?
        }

        router.route("/search") {
            app.show("search")
        }
        router.route("/create") { (note: Note) in
            app.show("\(note.title), \(note.body ?? "empty")")
        }
        router.route("/fetchNote") {
            let note: Note = Note(title: "Groceries", body: "Milk & eggs")
            return note
        }
        for url in ["notesapp:///search", "notesapp://x-callback-url/search", "notesapp:///create?title=My%20note"] {
            #expect(router.handle(try incoming(url)))
        }
        router.handle(try incoming("notesapp:///fetchNote?x-success=otherapp://"))
        router.handle(try incoming("notesapp:///create"))
        #expect(
            app.shown == ["search", "search", "My note, empty", "Required parameter \"title\" not found."])
        #expect(app.opened == ["otherapp://?title=Groceries&body=Milk%20%26%20eggs"])
    }

    @Test func `the code of an error can be the original's`() throws {
        let (router, app) = (scene.makeRouter(), scene.app)
        router.defaultErrorCode = 0
        struct InvalidURL: LocalizedError {
            var errorDescription: String? { "Invalid URL" }
        }
        router.route("/save") { throw InvalidURL() }
        #expect(router.handle(try incoming("notesapp:///save?x-error=otherapp%3A")))
        #expect(app.opened == ["otherapp:?errorCode=0&errorMessage=Invalid%20URL"])
    }

    @Test func `differs where the article says so`() throws {
        let (router, app) = (scene.makeRouter(), scene.app)
        struct Tagged: Codable { let tags: [String] }
        router.route("/tags") { (input: Tagged) in input }
        router.route("/scalar") { "hello" }
        #expect(!router.handle(try incoming("notesapp:///unknown?x-error=otherapp%3A")))
        router.handle(try incoming("notesapp:///tags?tags=a&tags=100%2525&x-success=otherapp%3A"))
        router.handle(try incoming("notesapp:///scalar?x-success=otherapp%3A"))
        #expect(app.opened.first?.contains("errorCode=404") == true)
        #expect(app.opened.dropFirst() == ["otherapp:?tags.0=a&tags.1=100%2525", "otherapp:?result=hello"])
    }
}
