import FoundationEssentials
import TestSupport
import Testing
import URLSchemeRouter

struct LinkConversionTests {
    private let router = URLSchemeRouter(scheme: "games")

    init() throws {
        let scopes: [Scope] = [.scheme("games"), .domain("ex.com")]
        try router.add("/users/{name}", in: scopes, handler: RouteHandler {})
        try router.add("/{first}", in: scopes, name: "first", handler: RouteHandler {})
        try router.add("/app/only", handler: RouteHandler {})
    }

    @Test(arguments: [
        ("https://ex.com/users/K%2F?x=1&x=%2b&y#f", "games://users/K%2F?x=1&x=%2b&y#f"),
        ("https://ex.com/x-callback-url?x=1", "games:///x-callback-url?x=1"),  // a segment, not the authority
        ("https://ex.com/a:b", "games:///a:b"),  // not a port
    ])
    func `keeps every byte after the domain`(web: String, app: String) throws {
        let (webLink, appLink) = try (#require(URL(string: web)), #require(URL(string: app)))
        #expect(try router.appLink(for: webLink).absoluteString == app)
        #expect(try router.webLink(for: appLink).absoluteString == web)
    }

    @Test(arguments: ["games:users/K?x=1", "games:///users/K?x=1", "games://x-callback-url/users/K?x=1"])
    func `converts every spelling of an app link`(app: String) throws {
        let link = try router.webLink(for: #require(URL(string: app)))
        #expect(link.absoluteString == "https://ex.com/users/K?x=1")
    }

    @Test func `uses a scheme that the link's route answers`() throws {
        let scopes: [Scope] = [.scheme("chess"), .domain("ex.com")]
        try router.add("/board/{id}", in: scopes, handler: RouteHandler {})
        let webLink = try #require(URL(string: "https://ex.com/board/7?x=1#f"))
        let appLink = try router.appLink(for: webLink)
        #expect(appLink.absoluteString == "chess://board/7?x=1#f")
        #expect(try router.webLink(for: appLink) == webLink)
    }

    @Test func `converts any path and query there and back`() throws {
        let router = URLSchemeRouter(scheme: "games")
        let scopes: [Scope] = [.scheme("games"), .domain("ex.com")]
        try router.add("/**", in: scopes, handler: RouteHandler {})
        var generator = SeededGenerator(seed: 12)
        func text(_ length: ClosedRange<Int>) -> String {
            PercentCoding.encode(String.random(using: &generator, length: length))
        }
        for _ in 0..<1000 {
            let path = (0...Int.random(in: 0...3, using: &generator)).map { _ in text(1...6) }.joined(separator: "/")
            let text = "https://ex.com/\(path)?\(text(1...4))=\(text(0...4))#\(text(0...4))"
            let webLink = try #require(URL(string: text))
            let appLink = try router.appLink(for: webLink)
            #expect(try router.webLink(for: appLink).absoluteString == text)
            let (app, web) = (try XCallbackURL(appLink.absoluteString), try XCallbackURL(text))
            #expect(app.segments == web.segments && app.parameters == web.parameters, "\(appLink)")
        }
    }

    @Test(arguments: [
        ("games:///users/K", LinkError.wrongKind(isWeb: true)), ("https://ex.com/a/b/c", .unanswered("games://a/b/c")),
    ])
    func `rejects a URL that is not a web link of a route`(url: String, error: LinkError) throws {
        #expect(throws: error) { try router.appLink(for: #require(URL(string: url))) }
    }

    @Test(arguments: [
        ("https://ex.com/users/K", LinkError.wrongKind(isWeb: false)),
        ("games:///a/b/c", .unanswered("games:///a/b/c")),
        ("games:///app/only", .noScope(route: "/app/only", isWeb: true)),
    ])
    func `rejects a URL that is not an app link of a route with a domain`(url: String, error: LinkError) throws {
        #expect(throws: error) { try router.webLink(for: #require(URL(string: url))) }
    }
}
