import Foundation
import URLSchemeRouter

/// An app as Xcode's templates begin one: its objects belong to the main actor. The article "On the main actor" shows
/// parts of it, and a test compiles this file in the modes of such apps.
enum MainActorApp {
    struct Note: Codable {
        let title: String
    }

    struct Created: Codable {
        let id: Int
    }

    struct Locked: LocalizedError {
        var errorDescription: String? { "the notes are locked" }
    }

    @MainActor
    final class Navigation {
        private(set) var shown: [String] = []

        func show(_ title: String) { shown.append(title) }
    }

    @MainActor
    final class NotesModel {
        let nav = Navigation()
        private(set) var titles: [String] = []
        private(set) var alerts: [String] = []
        private(set) var opened: [URL] = []
        var isLocked = false

        func add(_ note: Note) throws -> Created {
            guard !isLocked else { throw Locked() }
            titles.append(note.title)
            return Created(id: titles.count)
        }

        func last() throws -> Note { Note(title: titles.last ?? "none") }

        func rename(_ note: Note) { titles[titles.count - 1] = note.title }

        func clear() { titles = [] }

        func synchronise() async { titles.append("synchronised") }

        func alert(_ error: any Error) { alerts.append(error.localizedDescription) }

        func open(_ url: URL) { opened.append(url) }

        func makeRouter() -> URLSchemeRouter {
            let router = URLSchemeRouter(scheme: "notes") { [weak self] error in self?.alert(error) }
            router.onOpenURL { [weak self] url in self?.open(url) }
            router.route("/add") { [weak self] (note: Note) in
                guard let self else { throw Declined() }
                return try add(note)
            }
            let nav = nav
            router.route("/show") { (note: Note) in nav.show(note.title) }
            let editing = router.feature("editing") { [unowned self] in
                isLocked ? .unavailable(because: "the notes are locked") : .available
            }
            editing.route("/rename/{title}") { [weak self] (note: Note) in self?.rename(note) }
            router.route("/synchronise") { [weak self] in await self?.synchronise() }
            router.use(RequestLog { request, _ in nav.show(request.route ?? "no route") })
            return router
        }

        func lock(_ router: URLSchemeRouter) {
            router.use { [unowned self] request in isLocked ? .end(.cancel) : .proceed(request) }
            router.present { [unowned self] _ in isLocked ? .cancelled : .ready }
        }

        #if hasFeature(InferSendableFromCaptures)
            func makeRouterOfMethods() -> URLSchemeRouter {
                let router = URLSchemeRouter(scheme: "notes", onError: alert)
                router.openURL = open
                router.route("/add", add)
                router.route("/last", last)
                router.route("/clear", clear)
                router.route("/synchronise", synchronise)
                return router
            }
        #endif

        private(set) lazy var router = URLSchemeRouter(scheme: "notes") { @MainActor [weak self] error in
            self?.alert(error)
        }
    }

    /// A server beside the app, whose handlers belong to no actor.
    nonisolated struct Server {
        let router = URLSchemeRouter(scheme: "server")

        func register() {
            router.route("/ping") { ["answer": "pong"] }
        }
    }

    /// A view of SwiftUI, as far as URLs go.
    @MainActor
    struct ContentView {
        let router: URLSchemeRouter

        func onOpenURL(perform action: @escaping (URL) -> Void) -> (URL) -> Void { action }

        var body: (URL) -> Void {
            self
                .onOpenURL { router.handle($0) }
        }
    }
}
