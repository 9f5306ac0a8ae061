import FoundationEssentials
import Synchronization
import Testing
import URLSchemeRouter

struct RouteListingTests {
    private let router = URLSchemeRouter(scheme: "notes")

    struct Note: Decodable { var title: String, pinned: Bool? }

    @Test func `lists routes with the fields of their inputs`() throws {
        let router = URLSchemeRouter(schemes: "notes", "memo")
        router.route("/create", name: "create") { (_: Note) in }
        router.route("/stop") {}
        try router.fallback(handler: RouteHandler {})
        #expect(router.routes.map(\.name) == ["create", "/stop", "fallback"])
        #expect(router.routes.map(\.pattern.text) == ["/create", "/stop", "/**"])
        #expect(router.routes.first?.scopes.map(\.description) == ["notes:", "memo:"])
        #expect(router.routes.first?.input.fields.map(\.name) == ["title", "pinned"])
        #expect(router.routes.last?.input == InputDescription.none)
    }

    @Test func `lists the outputs of routes, as far as their types reveal them`() throws {
        struct Created: Codable { var id: Int, url: URL? }
        struct Sealed: Encodable { var id = 1 }
        router.route("/create") { (_: Note) in Created(id: 1, url: nil) }
        router.route("/count") { 7 }
        router.route("/sealed") { Sealed() }
        router.route("/tree") { ["a": 1] as QueryValue }
        router.route("/later") { (_: Note) async in await Task { ["x"] }.value }
        router.route("/stop") {}
        let outputs = router.routes.map { route in
            switch route.output {
            case .fields(let description):
                description.fields.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
            case .unknown(let type): ["unknown \(type)"]
            }
        }
        #expect(
            outputs == [
                ["id: int", "url: url?"], ["result: int"], ["unknown Sealed"], ["unknown QueryValue"],
                ["result: [text]"], [],
            ])
        #expect(RouteHandler { 7 }.output == router.routes[1].output)
    }

    @Test func `reports where each route was declared, in the list and in a tie`() throws {
        let feature = router.feature("f")
        let first = #line + 1
        router.route("/a") {}
        router.route("/b") { (note: [String: String]) async in await Task { note }.value }
        try router.add("/c", handler: RouteHandler {})
        feature.route("/d") {}
        try feature.add("/e", handler: RouteHandler {})
        try router.fallback(handler: RouteHandler {})
        let places = (first..<first + 6).map { "LibraryTests/RouteListingTests.swift:\($0)" }
        #expect(router.routes.map(\.declaration) == places)
        let error = #expect(throws: RouteTieError.self) { try router.add("a", handler: RouteHandler {}) }
        #expect(
            error?.description == "route 'a' (a, LibraryTests/RouteListingTests.swift:\(first + 8)) ties with "
                + "'/a' (/a, \(places[0])) in notes:")
    }

    @Test(arguments: ["notes:///a", "memo:///a"])
    func `answers every scheme of the router`(url: String) throws {
        let router = URLSchemeRouter(schemes: "notes", "memo")
        router.route("/a") {}
        #expect(router.handle(url))
        #expect(try router.canHandle(#require(URL(string: url))))
        #expect(try !router.canHandle(#require(URL(string: "other:///a"))))
    }

    @Test func `runs the default route for every URL that no other route answers`() throws {
        let seen = Mutex<[String]>([])
        router.route("/a") { seen.withLock { $0.append("a") } }
        try router.fallback(handler: RouteHandler { seen.withLock { $0.append("fallback") } })
        for url in ["notes:///a", "notes:///b/c", "notes:", "notes://x/a"] { #expect(router.handle(url)) }
        #expect(!router.handle("other:///a"))
        #expect(seen.withLock(\.self) == ["a", "fallback", "fallback", "a"])
    }

    @Test func `works with only a default route`() throws {
        try router.fallback(handler: RouteHandler {})
        #expect(router.handle("notes:///anything"))
        #expect(throws: RouteTieError.self) { try router.fallback(name: "second", handler: RouteHandler {}) }
    }
}
