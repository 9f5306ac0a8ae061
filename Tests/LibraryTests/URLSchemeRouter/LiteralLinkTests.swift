import Testing
import URLSchemeRouter

/// Links to patterns of literals alone, which the table does not match again where it knows their route.
struct LiteralLinkTests {
    private struct Route {
        let name: String
        let pattern: String
        let scope: Scope
        var isStrict = false
    }

    private func table(_ routes: Route...) throws -> RouteTable<Int> {
        var builder = RouteTable<Int>.Builder()
        for route in routes {
            try builder.add(route.pattern, in: [route.scope], name: route.name, isStrict: route.isStrict)
        }
        return builder.build()
    }

    private func link(
        to route: String, in table: RouteTable<Int>, _ parameters: QueryParameters = [], source: String? = nil
    ) throws -> XCallbackURL {
        try table.index.link(to: route, .app(Scheme("s")), ownScheme: nil, callbacks: Callbacks(), source: source) {
            _ in
            (parameters, nil)
        }.url
    }

    @Test func `a strict route takes the link of another with its literals`() throws {
        let table = try table(
            Route(name: "loose", pattern: "/a/", scope: .scheme("s")),
            Route(name: "strict", pattern: "/a/", scope: .scheme("s"), isStrict: true))
        #expect(throws: LinkError.answeredBy("strict", route: "loose")) { try link(to: "loose", in: table) }
        #expect(try link(to: "strict", in: table).description == "s:///a/")
    }

    @Test func `a route of the scheme takes the link of a route of any scheme`() throws {
        let table = try table(
            Route(name: "any", pattern: "/a", scope: .anyScheme),
            Route(name: "own", pattern: "/{x}", scope: .scheme("s")))
        #expect(throws: LinkError.answeredBy("own", route: "any")) { try link(to: "any", in: table) }
    }

    @Test(arguments: ["root", "a", "a/b", "a b"])
    func `literals come before every other pattern`(route: String) throws {
        let table = try table(
            Route(name: "root", pattern: "/", scope: .scheme("s")),
            Route(name: "rest", pattern: "/**", scope: .scheme("s")),
            Route(name: "optional", pattern: "/a/{page?}", scope: .scheme("s")),
            Route(name: "affixed", pattern: "/a{x}", scope: .scheme("s")),
            Route(name: "two", pattern: "/{x}/b", scope: .scheme("s")),
            Route(name: "any", pattern: "/a", scope: .anyScheme),
            Route(name: "a", pattern: "/a", scope: .scheme("s")),
            Route(name: "a/b", pattern: "/a/b", scope: .scheme("s")),
            Route(name: "a b", pattern: "/a b", scope: .scheme("s")))
        for source in [nil, "x"] {
            let link = try link(to: route, in: table, [QueryParameter("q", "1")], source: source)
            #expect(try table.winner(link.description, lenientAuthority: true) == route)
            #expect(try XCallbackURL(link.description) == link)
        }
    }

    @Test func `leaves out a parameter without a name`() throws {
        let table = try table(Route(name: "a", pattern: "/a", scope: .scheme("s")))
        let link = try link(to: "a", in: table, [QueryParameter("", "x"), QueryParameter("b", "1")])
        #expect(link.description == "s:///a?b=1")
        #expect(try XCallbackURL(link.description) == link)
    }
}
