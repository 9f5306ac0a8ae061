import FoundationEssentials
import Testing
import URLSchemeRouter

/// The samples of the article "Callbacks and outcomes".
struct CallbacksAndOutcomesTests {
    private let router = URLSchemeRouter(scheme: "notes")
    private let app = ArticleApp()
    private static let callbacks =
        "x-success=app%3A%2F%2Fok%3Fa%3D1%23f&x-error=app%3A%2F%2Ffailed&x-cancel=app%3A%2F%2Fcancelled"

    init() {
        router.openURL = { [app] url in app.open(url) }
    }

    @Test func `a handler ends in one of three ways`() throws {
        struct Deletion: Decodable {
            let id: Int
            let confirmed: Bool?
        }
        struct NoSuchNote: CodedError {
            let errorCode = 410
            let errorMessage = "that note is gone"
        }

        router.route("/delete/{id:int}") { (deletion: Deletion) in
            guard deletion.confirmed == true else { throw CancelledByUser() }
            guard deletion.id < 100 else { throw NoSuchNote() }
            return ["left": 100 - deletion.id]
        }
        for request in ["1?confirmed", "100?confirmed", "1?"] {
            router.handle(try incoming("notes:///delete/\(request)&\(Self.callbacks)"))
        }
        #expect(
            app.opened == [
                "app://ok?a=1&left=99#f", "app://failed?errorCode=410&errorMessage=that%20note%20is%20gone",
                "app://cancelled",
            ])
    }

    @Test func `only errors written for readers reach the caller`() throws {
        struct Unreadable: Error {
            let path = "/home/ada/notes.db"
        }
        struct Locked: LocalizedError {
            var errorDescription: String? { "the notes are locked" }
        }

        router.route("/read") { throw Unreadable() }  // 500, "the action failed"
        router.route("/write") { throw Locked() }  // 500, "the notes are locked"
        for path in ["read", "write"] { router.handle(try incoming("notes:///\(path)?x-error=app%3A")) }
        #expect(
            app.opened == [
                "app:?errorCode=500&errorMessage=the%20action%20failed",
                "app:?errorCode=500&errorMessage=the%20notes%20are%20locked",
            ])
    }

    @Test func `a handler can read its request`() throws {
        let app = app
        router.route("/hello") {
            let request = RequestContext.current
            app.show("\(request?.route ?? "") for \(request?.source ?? "an unnamed caller")")
        }
        router.handle(try incoming("notes:///hello?x-source=Mail"))
        #expect(app.shown == ["/hello for Mail"])
    }

    @Test func `a step before the handler prepares the user interface`() throws {
        let app = app
        let isEditing: @Sendable () -> Bool = { true }
        let show = RouteHandler { app.show("the note") }
            .presented { isEditing() ? .unsupported(because: "a note is being edited") : .ready }
        try router.add("/show", handler: show)
        router.handle(try incoming("notes:///show?x-error=app%3A"))
        #expect(app.shown.isEmpty)
        #expect(
            app.opened == [
                "app:?errorCode=409&errorMessage=cannot%20be%20shown%20now%3A%20a%20note%20is%20being%20edited"
            ])
    }

    @Test func `middleware sees every request`() throws {
        let app = app
        router.use(ParameterStripping(["utm_*"]))
        router.use(RequiredToken("correct horse", routes: ["/delete/{id:int}"]))
        router.use(RateLimit(every: .seconds(1), burst: 10))
        router.use(Redirect(from: "/new", to: "/create"))
        router.use(RequestLog { request, outcome in app.show("\(request.route ?? "no route"): \(outcome.kind)") })

        router.route("/create") {}
        router.route("/delete/{id:int}") {}
        router.handle(try incoming("notes:///new?utm_source=mail"))
        router.handle(try incoming("notes:///nowhere"))
        router.handle(try incoming("notes:///delete/7?x-error=app%3A"))
        #expect(app.shown == ["/create: success", "no route: error"])
        #expect(app.opened.first?.contains("errorCode=401") == true)
    }

    @Test func `middleware can be asynchronous`() async throws {
        let app = app
        actor Account {
            func isSignedIn() throws -> Bool { false }
        }
        let account = Account()
        struct SignedIn: AsyncMiddleware {
            let session: @Sendable () async throws -> Bool

            func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision {
                try await session() ? .proceed(request) : .end(.error(OutcomeError(.token, "sign in first")))
            }
        }

        router.use(SignedIn { try await account.isSignedIn() })
        router.route("/show") { app.show("the note") }
        let outcome = await router.respond(to: try incoming("notes:///show"))
        #expect(outcome == .error(OutcomeError(.token, "sign in first")))
        #expect(app.shown.isEmpty)
    }

    @Test func `a feature can become unavailable`() throws {
        let isSignedIn: @Sendable () -> Bool = { false }
        let sharing = router.feature("sharing") {
            isSignedIn() ? .available : .unavailable(because: "you are signed out")
        }
        sharing.route("/share/{id}") { (note: [String: String]) in note }
        router.handle(try incoming("notes:///share/7?x-error=app%3A"))
        #expect(
            app.opened == [
                "app:?errorCode=424&errorMessage=sharing%20is%20not%20available%3A%20you%20are%20signed%20out"
            ])
    }
}
