import Testing

@testable import URLSchemeRouter

/// Routes with one pattern, between which the app that sends the URL decides.
struct SenderRouteTests {
    private typealias Route = (pattern: String, schemes: [String], senders: [String]?)

    /// Makes a table; the payload is the index of the route in the list.
    private func table(_ routes: [Route]) throws -> RouteTable<Int> {
        var builder = RouteTable<Int>.Builder()
        for (index, route) in routes.enumerated() {
            let scopes = try route.schemes.map { Scope.scheme(try #require(Scheme($0))) }
            try builder.add(route.pattern, in: scopes, name: "r\(index)", senders: route.senders)
        }
        return builder.build()
    }

    @Test func `the routes for some apps are tried in their order, then the route for all`() throws {
        let table = try table([
            ("/a/{x}", ["s"], nil), ("/a/{y}", ["s"], ["one"]), ("/a/**", ["s"], nil), ("/a/{z}", ["s"], ["two"]),
        ])
        let url = try XCallbackURL("s:///a/b")
        #expect(table.matches(url, lenientAuthority: false).map(\.entry.payload) == [1, 3, 0, 2])
        #expect(table.match(url, lenientAuthority: false)?.entry.payload == 1)
        #expect(table.match(url, lenientAuthority: false)?.pathParameters.elements.map(\.name) == ["y"])
    }

    @Test func `a route is an alternative only in the schemes that both have`() throws {
        let table = try table([("/a", ["s", "t"], nil), ("/a", ["s", "u"], ["one"])])
        func found(_ url: String) throws -> [Int] {
            table.matches(try XCallbackURL(url), lenientAuthority: false).map(\.entry.payload)
        }
        #expect(try found("s:///a") == [1, 0])
        #expect(try found("t:///a") == [0])
        #expect(try found("u:///a") == [1])
    }

    @Test func `routes that no app distinguishes tie`() throws {
        let ties: [(Route, Route)] = [
            (("/a", ["s"], ["one", "two"]), ("/a", ["s"], ["two"])), (("/a", ["s"], nil), ("/a", ["s"], nil)),
            // Only one of them answers "/a".
            (("/a/{x}", ["s"], ["one"]), ("/a/{x?}", ["s"], nil)),
            (("/a/{x?}", ["s"], nil), ("/a/{x}", ["s"], ["one"])),
        ]
        for (first, second) in ties { #expect(throws: RouteTieError.self) { try table([first, second]) } }
        // Both answer "/a", but not the same other paths.
        #expect(throws: RouteTieError.self) { try table([("/a/{x?}", ["s"], nil), ("/a/{x:int?}", ["s"], ["one"])]) }
        _ = try table([("/a/{x?}", ["s"], nil), ("/a/{y?}", ["s"], ["one"])])
    }

    @Test func `the explanation says which route an app passes over`() throws {
        let table = try table([("/a", ["s"], nil), ("/a", ["s"], ["one"]), ("/**", ["s"], nil)])
        let url = try XCallbackURL("s:///a")
        func reasons(_ app: String) -> [String] {
            table.considerations(for: url, lenientAuthority: false) { entry in
                entry.route.senders?.contains(app) ?? true ? nil : "passed over"
            }.map { "\($0.entry.name): \($0.reason)" }
        }
        #expect(
            reasons("one") == [
                "r1: chosen: the most specific of 3 matches",
                "r0: also matches, but a route for the app that sends the URL comes first",
                "r2: also matches, but literal 'a' beats the rest '**' at segment 1",
            ])
        #expect(reasons("two").first == "r1: passed over")
        #expect(reasons("two").dropFirst().first == "r0: chosen: the most specific of 2 matches")
    }
}
