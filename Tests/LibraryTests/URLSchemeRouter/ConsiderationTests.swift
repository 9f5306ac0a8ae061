import QueryCoding
import Testing
import XCallbackURL

@testable import URLSchemeRouter

/// What is told of the routes that were looked at for a URL.
struct ConsiderationTests {
    private static let patterns = [
        "/", "/a", "/a/", "/a/b", "/:p", "/{n:int}", "/v{m}", "/v{m:int}", "/*/b", "/a/{q?}", "/a/*", "/a/{r**}",
        "/{u:uuid}/x", "/B", "/a/b/c",
    ]

    private func table() throws -> RouteTable<String> {
        let own = try #require(Scheme("t"))
        var builder = RouteTable<String>.Builder()
        for pattern in Self.patterns {
            try builder.add(
                name: "t\(pattern)", patterns: [RoutePattern(pattern)], scopes: [.scheme(own)],
                isStrict: pattern == "/a/", declaration: "here", payload: "")
        }
        for pattern in ["/a", "/:p"] {
            try builder.add(
                name: "any\(pattern)", patterns: [RoutePattern(pattern)], scopes: [.anyScheme], declaration: "here",
                payload: "")
        }
        try builder.addFallback(name: "else", scopes: [.scheme(own)], declaration: "here", payload: "")
        return builder.build()
    }

    @Test(arguments: [
        "t:", "t:///a", "t:///a/", "t:///a/b", "t:///a/b/", "t:///b", "t:///7", "t:///v7", "t:///vx", "t:///A/B",
        "t:///x/y/z",
        "t://a/b", "t:///a/b/c/d", "u:///a", "u:///a/b", "t:///%2F",
    ])
    func `every route in scope is told once, the one that answers first`(text: String) throws {
        let table = try table()
        let url = try XCallbackURL(text)
        let considerations = table.considerations(for: url, lenientAuthority: false)
        let match = table.match(url, lenientAuthority: false)
        let taken = considerations.filter { $0.reason.hasPrefix("chosen: ") }
        #expect(taken.map(\.entry.name) == [match?.entry.name].compactMap(\.self))
        #expect(considerations.first?.matches == (match != nil))
        let names = considerations.map(\.entry.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names).isSuperset(of: table.entries(for: url).map(\.name)))
        let matches = table.matches(url, lenientAuthority: false).map(\.entry.name)
        #expect(considerations.filter(\.matches).map(\.entry.name) == matches)
        #expect(considerations.allSatisfy { !$0.reason.isEmpty })
    }

    @Test(arguments: [
        ("t:///B", []),  // is one
        ("t:///b", ["/B"]), ("t:///A", ["/a", "/a/"]), ("t:///a/B", ["/a/b", "/*/b"]),
        ("t:///x", []), ("t:///a/bb", []),
    ])
    func `a path that differs by case alone is a slip`(text: String, slips: [String]) throws {
        #expect(try table().caseSlips(for: XCallbackURL(text)) == slips)
    }

    @Test func `a long segment is told by its beginning`() throws {
        let url = try XCallbackURL("t:///a/\(String(repeating: "é", count: 50_000))/c")
        #expect(try table().considerations(for: url, lenientAuthority: false).allSatisfy { $0.reason.utf8.count < 300 })
    }
}
