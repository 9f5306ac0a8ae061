import FoundationEssentials
import Testing
import URLSchemeRouter
import XCallbackURL

struct LinkConversionTests {
    private func router() throws -> URLSchemeRouter {
        let router = URLSchemeRouter(scheme: "games")
        let scopes: [Scope] = [.scheme(try #require(Scheme("games"))), .domain("ex.com")]
        try router.add("/users/{name}", in: scopes, handler: RouteHandler {})
        try router.add("/{first}", in: scopes, name: "first", handler: RouteHandler {})
        try router.add("/app/only", handler: RouteHandler {})
        return router
    }

    @Test(arguments: [
        ("https://ex.com/users/K%2F?x=1&x=%2b&y#f", "games://users/K%2F?x=1&x=%2b&y#f"),
        ("https://ex.com/x-callback-url?x=1", "games:///x-callback-url?x=1"),  // a segment, not the authority
        ("https://ex.com/a:b", "games:///a:b"),  // no port
    ])
    func `keeps every byte behind the domain`(web: String, app: String) throws {
        let router = try router()
        let (webLink, appLink) = try (#require(URL(string: web)), #require(URL(string: app)))
        #expect(try router.appLink(for: webLink).absoluteString == app)
        #expect(try router.webLink(for: appLink).absoluteString == web)
    }

    @Test(arguments: ["games:users/K?x=1", "games:///users/K?x=1", "games://x-callback-url/users/K?x=1"])
    func `converts every spelling of an app link`(app: String) throws {
        let link = try router().webLink(for: #require(URL(string: app)))
        #expect(link.absoluteString == "https://ex.com/users/K?x=1")
    }

    @Test(arguments: [
        ("games:///users/K", LinkError.wrongKind(isWeb: true)), ("https://ex.com/a/b/c", .unanswered("games://a/b/c")),
    ])
    func `refuses what is no web link of ours`(url: String, error: LinkError) throws {
        #expect(throws: error) { try router().appLink(for: #require(URL(string: url))) }
    }

    @Test(arguments: [
        ("https://ex.com/users/K", LinkError.wrongKind(isWeb: false)),
        ("games:///a/b/c", .unanswered("games:///a/b/c")),
        ("games:///app/only", .noScope(route: "/app/only", isWeb: true)),
    ])
    func `refuses what is no app link with a domain`(url: String, error: LinkError) throws {
        #expect(throws: error) { try router().webLink(for: #require(URL(string: url))) }
    }
}
