import Testing
import URLSchemeRouter

/// Inputs that are a single value.
struct PathInputTests {
    private var (router, opened) = OpenedURLs.router(scheme: "notes")

    enum Colour: String, Codable { case red }
    struct Filter: Codable { var result: String }
    struct Note: Codable { var title: String }

    @Test(
        arguments: [
            ("notes:///text/a%20b", "a b"), ("notes:///text/a?result=b", "a"),
            ("notes:///number/7", 7), ("notes:///colour/red", "red"), ("notes:///page/3", 3),
            ("notes:///page?page=4", 4), ("notes:///page?result=5", 5), ("notes:///page?utm_source=x", .null),
            ("notes:///rest/a/b", ["a", "b"]), ("notes:///rest/", []), ("notes:///plain?result=x", "x"),
        ] as [(String, QueryValue)])
    func `a scalar or an array is the only parameter of the path`(url: String, output: QueryValue) async {
        router.route("/text/{name}") { (text: String) in QueryValue.string(text) }
        router.route("/number/{id:int}") { (number: Int) in QueryValue.integer(number) }
        router.route("/colour/:colour") { (colour: Colour) async in QueryValue.string(colour.rawValue) }
        router.route("/page/{page?}") { (page: Int?) in page.map { QueryValue.integer($0) } ?? .null }
        router.route("/rest/{path**}") { (path: [String]) in QueryValue.array(path.map { .string($0) }) }
        router.route("/plain") { (text: String) in QueryValue.string(text) }
        let outcome = await router.perform(url)
        #expect(outcome == .success(output), "\(opened.errors)")
    }

    @Test func `a structure keeps its own names`() async {
        router.route("/filter/{page}") { (filter: Filter) in filter.result }
        router.route("/all/{page}") { (all: [String: String]) in all["page"] ?? "none" }
        router.route("/two/{a}/{b}") { (text: String) in text }
        #expect(await router.perform("notes:///filter/2").kind == .error)
        #expect(await router.perform("notes:///filter/2?result=x") == .success("x"))
        #expect(await router.perform("notes:///all/2?utm.source=x&draft") == .success("2"))
        #expect(await router.perform("notes:///two/1/2").kind == .error)
    }

    @Test func `an optional structure has its fields`() async {
        router.route("/n") { (note: Note?) in note?.title ?? "none" }
        #expect(await router.perform("notes:///n?title=Hi") == .success("Hi"))
        #expect(await router.perform("notes:///n") == .success("none"))
        #expect(await router.perform("notes:///n?titel=Hi").kind == .error)
    }

    @Test func `lists the input under the name of the parameter`() throws {
        router.route("/text/{name}") { (text: String) in text }
        router.route("/plain") { (text: String) in text }
        #expect(router.routes.map { $0.input.fields.map(\.name) } == [["name"], ["result"]])
    }
}

extension URLSchemeRouter {
    fileprivate func perform(_ text: String) async -> Outcome {
        guard let url = try? XCallbackURL(text) else { return .cancel }
        return await perform(url)
    }
}
