import Testing

@testable import URLSchemeRouter

/// The explanation of the routes that were considered for a URL.
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
        "t:///x/y/z", "t://a/b", "t:///a/b/c/d", "u:///a", "u:///a/b", "t:///%2F",
    ])
    func `lists every route in scope once, the answering one first`(text: String) throws {
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
        ("t:///B", []),  // matches
        ("t:///b", ["/B"]), ("t:///A", ["/a", "/a/"]), ("t:///a/B", ["/a/b", "/*/b"]),
        ("t:///x", []), ("t:///a/bb", []),
    ])
    func `reports a path that differs only by case`(text: String, patterns: [String]) throws {
        #expect(try table().caseSlips(for: XCallbackURL(text)) == patterns)
    }

    @Test func `shortens a long segment`() throws {
        let url = try XCallbackURL("t:///a/\(String(repeating: "é", count: 50_000))/c")
        #expect(try table().considerations(for: url, lenientAuthority: false).allSatisfy { $0.reason.utf8.count < 300 })
    }
}
