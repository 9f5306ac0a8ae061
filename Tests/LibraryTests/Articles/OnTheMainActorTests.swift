import Foundation
import Testing
import URLSchemeRouter

/// The samples of the article "On the main actor".
@MainActor
struct OnTheMainActorTests {
    private let model = MainActorApp.NotesModel()

    @Test func `closures of a view model run before handle returns`() throws {
        let router = model.makeRouter()
        let open = MainActorApp.ContentView(router: router).body
        open(try incoming("notes:///add?title=a&x-success=other%3Adone"))
        #expect(model.titles == ["a"])
        #expect(model.opened.map(\.absoluteString) == ["other:done?id=1"])
        open(try incoming("notes:///show?title=b"))
        #expect(model.nav.shown == ["/add", "b", "/show"])
        open(try incoming("notes:///rename/c"))
        #expect(model.titles == ["c"])
        model.isLocked = true
        open(try incoming("notes:///rename/d"))
        open(try incoming("notes:///add?title=d"))
        #expect(model.titles == ["c"])
        #expect(model.alerts == ["editing is not available: the notes are locked", "the notes are locked"])
    }

    @Test func `a middleware closure ends what a locked app gets`() throws {
        let router = URLSchemeRouter(scheme: "notes")
        model.lock(router)
        router.onOpenURL { [model] url in model.open(url) }
        router.route("/home") { [model] in model.nav.show("home") }
        router.handle(try incoming("notes:///home?x-cancel=other%3Acancelled"))
        model.isLocked = true
        router.handle(try incoming("notes:///home?x-cancel=other%3Acancelled"))
        #expect(model.nav.shown == ["home"])
        #expect(model.opened.map(\.absoluteString) == ["other:cancelled"])
    }

    @Test func `methods of a view model are handlers`() async throws {
        let router = model.makeRouterOfMethods()
        router.handle(try incoming("notes:///add?title=a&x-success=other%3Adone"))
        router.handle(try incoming("notes:///last?x-success=other%3Adone"))
        #expect(model.opened.map(\.absoluteString) == ["other:done?id=1", "other:done?title=a"])
        router.handle(try incoming("notes:///clear"))
        #expect(model.titles.isEmpty)
        model.isLocked = true
        router.handle(try incoming("notes:///add?title=b"))
        #expect(model.alerts == ["the notes are locked"])
        await router.respond(to: try incoming("notes:///synchronise"))
        #expect(model.titles == ["synchronised"])
    }

    @Test func `handlers outside of actors answer on any thread`() async throws {
        let server = MainActorApp.Server()
        server.register()
        let url = try incoming("server:///ping")
        let outcome = await Task.detached { await server.router.respond(to: url) }.value
        #expect(outcome == .success(["answer": "pong"]))
        #expect(model.router.routes.isEmpty)
    }
}
