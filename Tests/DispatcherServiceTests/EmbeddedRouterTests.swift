import Testing
import URLSchemeRouter

/// A program that serves the routes of a router as its own dispatcher.
struct EmbeddedRouterTests {
    private struct Note: Codable { let title: String }
    private struct Created: Codable { let id: Int, by: String }

    /// Refuses titles that are too long, as a filter of the program.
    private struct ShortTitles: Middleware {
        func decide(_ request: RoutedRequest) -> MiddlewareDecision {
            guard case .value(let title) = request.url.parameters["title"], title.utf8.count > 5 else {
                return .proceed(request)
            }
            return .end(.error(OutcomeError(code: 7, message: "too long")))
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `the router's routes are served with their input, output, errors and middleware`() async throws {
        let router = URLSchemeRouter(scheme: "memo")
        router.use(ShortTitles())
        router.route("/create") { (note: Note) in Created(id: note.title.utf8.count, by: "memo") }
        router.route("/cancel") { () throws -> Void in throw CancelledByUser() }
        router.route("/given-up") { () async throws -> Void in throw CancellationError() }
        try router.add("/named/{title}", name: "memo.named", handler: RouteHandler { (note: Note) in note.title })
        let answers = try await EmbeddedDaemon.answers(
            [
                ("dispatch", ["url": "memo:///create?title=Hi"]),
                ("dispatch", ["url": "memo:///create?title=too%20long"]),
                ("dispatch", ["url": "memo:///create"]),
                ("dispatch", ["url": "memo:///cancel"]),
                ("link", ["route": "memo.named", "input": ["title": "a/b"]]),
                ("routes", [:]),
                ("dispatch", ["url": "memo:///given-up"]),
            ], router: router)
        let results = answers.map { $0["result"] }
        #expect(results[0]?["output"] == ["id": 2, "by": "memo"] && results[0]?["route"] == "memo:/create")
        #expect(results[1]?["error"] == ["code": 7, "message": "too long"])
        #expect(results[2]?["error"]?["message"] == #"Required parameter "title" not found."#)
        #expect(results[3]?["outcome"] == "cancel")
        #expect(results[6]?["outcome"] == "cancel")
        #expect(results[4]?["url"] == "memo:///named/a%2Fb")
        guard case .array(let routes)? = results[5]?["routes"] else { throw RoutesMissing() }
        #expect(
            routes.compactMap { $0["name"]?.string }.filter { $0.hasPrefix("memo") }.sorted() == [
                "memo.named", "memo:/cancel", "memo:/create", "memo:/given-up",
            ])
    }

    private struct RoutesMissing: Error {}
}
