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

    @Test func `the manual's routes compile unchanged`() throws {
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
        // The host is ignored, as in the original.
        let searches = ["notesapp:///search", "notesapp://x-callback-url/search", "notesapp://anything/search"]
        for url in searches + ["notesapp:///create?title=My%20note"] { #expect(router.handle(try incoming(url))) }
        #expect(!router.handle(try incoming("otherapp:///search")))
        router.handle(try incoming("notesapp:///fetchNote?x-success=otherapp://"))
        router.handle(try incoming("notesapp:///create"))
        let missing = "Required parameter \"title\" not found."
        #expect(app.shown == Array(repeating: "search", count: 3) + ["My note, empty", missing])
        #expect(app.opened == ["otherapp://?title=Groceries&body=Milk%20%26%20eggs"])
    }

    @Test func `the router takes strategies`() throws {
        let app = scene.app
        struct Reminder: Codable {
            let dueDate: Date
        }

        let router = URLSchemeRouter(
            scheme: "notesapp",
            queryItemDecodingStrategies: DecodingStrategies(
                dateStrategy: .secondsSince1970, keyStrategy: .convertFromSnakeCase),
            queryItemEncodingStrategies: EncodingStrategies(
                dateStrategy: .secondsSince1970, keyStrategy: .convertToSnakeCase))
        router.route("/postpone") { (note: Reminder) in
            Reminder(dueDate: note.dueDate + 3600)
        }
        router.openURL = { app.open($0) }
        #expect(router.handle(try incoming("notesapp:///postpone?due_date=0&x-success=otherapp://")))
        #expect(app.opened == ["otherapp://?due_date=3600"])
    }

    @Test func `an input that cannot be decoded is the original's error`() throws {
        let app = scene.app
        let router = URLSchemeRouter(scheme: "notesapp") { error in
            switch (error as? URLSchemeRouter.DecodingError)?.decodingError {
            case .keyNotFound(let key, _): app.show("the URL has no \(key.stringValue)")
            default: app.show(error.localizedDescription)
            }
        }
        struct Note: Codable {
            let title: String
            let count: Int?
        }
        router.route("/create") { (note: Note) in app.show(note.title) }
        for query in ["", "?title", "?title=a&count=b"] {
            #expect(router.handle(try incoming("notesapp:///create\(query)")))
        }
        #expect(
            app.shown == [
                "the URL has no title", "Required value for parameter \"title\" not found.",
                "Value for parameter \"count\" has incorrect type.",
            ])
    }

    @Test func `dates have the format of a formatter`() throws {
        let app = scene.app
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "dd.MM.yyyy"
        let strategies = DecodingStrategies(dateStrategy: .formatted { [formatter] in formatter.date(from: $0) })
        let writing = EncodingStrategies(dateStrategy: .formatted { [formatter] in formatter.string(from: $0) })
        let router = URLSchemeRouter(
            scheme: "notesapp", onError: { app.show($0.localizedDescription) }, queryItemDecodingStrategies: strategies,
            queryItemEncodingStrategies: writing)
        router.openURL = { app.open($0) }
        struct Reminder: Codable {
            let due: Date
        }
        router.route("/tomorrow") { (reminder: Reminder) in Reminder(due: reminder.due + 86_400) }
        router.handle(try incoming("notesapp:///tomorrow?due=28.02.2027&x-success=o%3A"))
        router.handle(try incoming("notesapp:///tomorrow?due=2027-02-28"))
        #expect(app.opened == ["o:?due=01.03.2027"])
        #expect(app.shown == ["Value for parameter \"due\" has incorrect type."])
    }

    @Test func `the default error code can be the original's`() throws {
        let (router, app) = (scene.makeRouter(), scene.app)
        router.defaultErrorCode = 0
        struct InvalidURL: LocalizedError {
            var errorDescription: String? { "Invalid URL" }
        }
        router.route("/save") { throw InvalidURL() }
        router.route("/rename") { (title: String) in
            guard title == "valid" else { throw InvalidURL() }
        }
        for path in ["save?x-error=otherapp%3A", "rename?result=a&x-error=otherapp://", "rename?result=a"] {
            #expect(router.handle(try incoming("notesapp:///\(path)")))
        }
        let told = "?errorCode=0&errorMessage=Invalid%20URL"
        #expect(app.opened == ["otherapp:\(told)", "otherapp://\(told)"])
        #expect(app.shown.last == "Invalid URL")
    }

    @Test(arguments: [
        ("notesapp:///unknown?x-error=o%3A", "o:?errorCode=404"),  // an unmatched path
        ("NOTESAPP:///scalar?x-success=o%3A", "o:?result=hello"),  // a scheme in upper case, a scalar output
        ("notesapp:///scalar/?x-success=o%3A", "o:?result=hello"),  // a trailing slash
        ("notesapp://tab/scalar?x-success=o%3A", "o:?result=tab"),  // the host is the first segment
        ("notesapp://any/scalar?x-success=o%3A", "o:?result=hello"),  // unless no route answers that
        ("notesapp:///tags?tags=a&tags=100%2525&x-success=o%3A", "o:?tags.0=a&tags.1=100%2525"),  // decoded once
        ("notesapp:///tags?tags=a&x-success=o%3A", "o:?tags.0=a"),  // one element
        ("notesapp:///infinite?x-success=o%3A&x-error=e%3A", "e:?errorCode=500"),  // an output without an encoding
        ("notesapp:///opaque?x-error=o%3A", "o:?errorCode=500&errorMessage=the%20action%20failed"),
        ("notesapp:///cancel?x-cancel=o%3A&x-error=e%3A", "o:"),
        ("notesapp:///mark?x-success=file%3A%2F%2F%2Fetc&x-error=o%3A", "o:?errorCode=403"),  // and no handler runs
    ])
    func `differs where the article says so`(url: String, opened: String) throws {
        struct Opaque: Error {}
        struct Tagged: Codable { let tags: [String] }
        let (router, app) = (scene.makeRouter(), scene.app)
        router.route("/tags") { (input: Tagged) in input }
        router.route("/scalar") { "hello" }
        router.route("/tab/scalar") { "tab" }
        router.route("/infinite") { ["number": Double.infinity] }
        router.route("/opaque") { throw Opaque() }
        router.route("/cancel") { throw CancelledByUser() }
        router.route("/mark") { app.show("marked") }
        #expect(router.handle(try incoming(url)) == !url.contains("unknown"))
        #expect(app.opened.count == 1 && app.opened[0].hasPrefix(opened), "\(app.opened)")
        // `onError` hears of what a handler or its output threw.
        let isThrown = url.contains("infinite") || url.contains("opaque")
        #expect(app.shown.count == (isThrown ? 1 : 0))
    }
}
