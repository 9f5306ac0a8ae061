import TestSupport
import Testing
import URLSchemeRouter

struct RouteTableTests {
    /// For each URL, patterns in the order in which they are tried.
    static let orders: [(url: String, patterns: [String])] = [
        ("s:///a", ["/a", "/{x}", "/*", "/**"]),
        ("s:///ab", ["/ab", "/a{x}", "/{x}", "/*", "/**"]),
        ("s:///7", ["/7", "/{x:int}", "/{x}", "/*", "/**"]),
        // A regular expression comes before a named type; of two, the first in byte order.
        ("s:///7", ["/{x:/[0-9]/}", "/{x:/[7-9]/}", "/{x:/\\d/}", "/{x:int}", "/{x}"]),
        ("s:///a/b", ["/a/b", "/a/{x}", "/a/*", "/a/**", "/{x}/b", "/*/b", "/**"]),  // from the left
        ("s:///abc", ["/ab{x}", "/a{x}", "/{x}"]),  // more text first
        ("s:///a-7", ["/{x}-{y:int}", "/{x}-{y}", "/{x}"]),  // a type comes before no type
        ("s:///a", ["/a", "/a/{x?}", "/{x}"]),  // a path without an optional segment comes first
        ("s:///a/", ["/a", "/a/{x?}", "/a/**", "/{x}"]),
        ("s:///a/b/c", ["/a/b/{x**}", "/a/{x}/c", "/a/**", "/{x**}"]),
    ]

    @Test(arguments: orders)
    func `tries the most specific pattern first, in any order of declaration`(url: String, patterns: [String]) throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<20 {
            let table = try RouteTable.of(patterns.shuffled(using: &generator))
            #expect(try table.winner(url) == patterns.first)
            let all = table.matches(try XCallbackURL(url), lenientAuthority: false).map(\.entry.name)
            #expect(all == patterns)
        }
    }

    @Test func `selects the same route for every order of declaration`() throws {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "a", "b", "{x}", "*", "v{x}", "{x}v", "{x:int}", "{x:number}", "1{x}", "{x:uuid}", "{x}.{y}", "{x:/[a-c]/}",
            "{x:/[b1]./}", "{x:/v?1/}",
        ]
        var patterns: Set<String> = ["/**", "/c/{x?}", "/a/**"]
        for first in pieces {
            for second in pieces { patterns.insert("/\(first)/\(second.replacing("x", with: "z"))") }
        }
        let sorted = patterns.sorted().filter { (try? RoutePattern($0)) != nil }
        let reference = try RouteTable.of(sorted)
        let urls = ["a/b", "v1/1v", "12/12", "1.2/v", "b/a", "1v/v1", "vv/vv", "a/v", "x/y", "a", "a/1.1"]
        for _ in 0..<10 {
            let table = try RouteTable.of(sorted.shuffled(using: &generator))
            for url in urls { #expect(try table.winner("s:///\(url)") == reference.winner("s:///\(url)")) }
        }
    }

    @Test(arguments: [
        ("/a/{x}", "/a/{y}"), ("/a", "a/"), ("/a/:x", "/a/$(y)"), ("/{x:int}", "/{y:int}"), ("/v{x}", "/v{y}"),
        ("/*", "*"), ("/**", "/{rest**}"), ("/a/{x?}", "/a/{y}"), ("/a/{x?}", "/a/{y?}"), ("", "/"),
        ("/{x}.{y}", "/{a}.{b}"), ("/{x:int?}", "/{y:int}"), ("/{x:/a+/}", "/{y:/a+/}"),
        ("/{x:/a+/}.txt", "/{y:/a+/}.txt"), ("/{x:/a+/?}", "/$(y:/a+/)"),
    ])
    func `rejects two routes that tie, and names both`(first: String, second: String) throws {
        let error = #expect(throws: RouteTieError.self) { try RouteTable.of([first, second]) }
        #expect(
            error?.description
                == "route '\(second)' (\(second), line 1) ties with '\(first)' (\(first), line 0) in any scheme")
        #expect(throws: RouteTieError.self) { try RouteTable.of([second, first]) }
    }

    @Test(arguments: [
        ("/a/{x}", "/a/*"), ("/{x:int}", "/{y}"), ("/{x:int}", "/{x:number}"), ("/{x:/a+/}", "/{x:/a*/}"),
        ("/{x:/int/}", "/{x:int}"), ("/é", "/e\u{301}"),
        ("/{x}é", "/{x}e\u{301}"), ("/K", "/\u{212A}"), ("/a", "/A"), ("/a", "/a/{x?}"), ("/a/**", "/a/{x?}"),
    ])
    func `accepts two routes that do not tie`(first: String, second: String) throws {
        #expect(try RouteTable.of([first, second]).allEntries.count == 2)
    }

    @Test func `adds no pattern of a route that ties`() throws {
        var builder = RouteTable<Int>.Builder()
        func add(_ patterns: [String], isFallback: Bool = false, _ name: String) throws {
            try builder.add(
                name: name, patterns: patterns.map { try RoutePattern($0) }, scopes: [.anyScheme],
                isFallback: isFallback, declaration: "here", payload: 0)
        }
        try add(["/a"], "one")
        #expect(throws: RouteTieError.self) { try add(["/b", "/a"], "two") }
        #expect(throws: RouteTieError.self) { try add(["/c", "/c/"], "three") }  // ties with itself
        try add(["/b", "/c"], isFallback: true, "four")
        #expect(throws: RouteTieError.self) { try add(["/d"], isFallback: true, "five") }
        let table = builder.build()
        #expect(table.allEntries.map(\.name) == ["one", "four", "four"])
        #expect(try table.winner("s:///d") == "four")
    }

    @Test func `prefers a specific scope to any scheme or domain`() throws {
        var builder = RouteTable<Int>.Builder()
        try builder.add("/**", in: [.scheme("notes")], name: "notes")
        try builder.add("/create", name: "any")
        try builder.add("/create", in: [.anyDomain], name: "any domain")
        try builder.add("/**", in: [.domain("*.example.org")], name: "subdomain")
        try builder.add("/**", in: [.domain("*.www.example.org")], name: "deep subdomain")
        try builder.add("/create", in: [.domain("example.org:8080")], name: "port")
        let table = builder.build()
        #expect(try table.winner("notes:create") == "notes")
        #expect(try table.winner("NOTES:create") == "notes")
        #expect(try table.winner("other:create") == "any")
        #expect(try table.winner("https://example.org/create") == "any domain")
        #expect(try table.winner("https://WWW.example.org/create") == "subdomain")
        #expect(try table.winner("https://a.www.example.org/create") == "deep subdomain")
        #expect(try table.winner("https://b.a.www.example.org/create") == "deep subdomain")
        #expect(try table.winner("http://example.org:8080/create") == "port")
        #expect(try table.winner("https://notexample.org/create") == "any domain")
        #expect(try table.winner("https://example.org/other") == nil)
        #expect(try table.winner("other:x") == nil)
    }

    @Test(arguments: [
        ("/a", "s:///a", true), ("/a", "s:///a/", false), ("/a/", "s:///a/", true), ("/a/", "s:///a", false),
        ("/a/{x?}", "s:///a/", false), ("/a/**", "s:///a/b", true), ("/a/**", "s:///a/b/", false),
    ])
    func `matches a strict route only with its trailing slash`(pattern: String, url: String, matches: Bool) throws {
        var builder = RouteTable<Int>.Builder()
        try builder.add(pattern, isStrict: true)
        #expect(try (builder.build().winner(url) != nil) == matches)
    }

    @Test func `prefers a strict route`() throws {
        var builder = RouteTable<Int>.Builder()
        try builder.add("/a", name: "loose")
        try builder.add("/a/", name: "strict", isStrict: true)
        #expect(throws: RouteTieError.self) { try builder.add("/a/", name: "again", isStrict: true) }
        let table = builder.build()
        #expect(try table.winner("s:///a/") == "strict")
        #expect(try table.winner("s:///a") == "loose")
    }

    @Test(
        arguments: [
            ("s://any-host/void", "/void"),
            ("s://void", "/void"),  // matches on the first try
            ("s://any-host/a/1", "/a/{x}"), ("s://any-host/other", nil), ("s://other/any", nil),
            ("s://any-host/v7/x", "/v{x}/x"),  // begins with literal text
        ] as [(String, String?)])
    func `tries the path without its authority only if lenient`(url: String, winner: String?) throws {
        let table = try RouteTable.of(["/void", "/a/{x}", "/v{x}/x", "/{x:int}/y", "/{x}-z/y"])
        #expect(try table.winner(url, lenientAuthority: true) == winner)
        #expect(try table.winner(url, lenientAuthority: false) == (url == "s://void" ? "/void" : nil))
    }

    @Test(arguments: ["/{x}", "/*", "/**", "/{x?}", "/{x**}", "/{x:int}", "/{x}-7", "/*/b"])
    func `never reaches a route that begins with a wildcard on the second try`(pattern: String) throws {
        let table = try RouteTable.of([pattern])
        for url in ["s://h/7", "s://h/a-7", "s://h/a/b", "s://h/7/b/c"] {
            let first = try table.winner(url)
            #expect(try table.winner(url, lenientAuthority: true) == first)
        }
    }

    @Test func `never reaches a default route on the second try`() throws {
        var builder = RouteTable<Int>.Builder()
        try builder.add("/home", name: "home", isFallback: true)
        let table = builder.build()
        let match = table.match(try XCallbackURL("s://host/home"), lenientAuthority: true)
        #expect(match?.isFallback == true)  // because no other route matches, not because of its path
        #expect(table.match(try XCallbackURL("s:home"), lenientAuthority: true)?.isFallback == false)
    }

    @Test func `puts the default route last`() throws {
        var builder = RouteTable<Int>.Builder()
        try builder.add("/a", name: "a")
        try builder.add("/home", name: "home", isFallback: true)
        let matches = builder.build().matches(try XCallbackURL("s:a"), lenientAuthority: true)
        #expect(matches.map(\.entry.name) == ["a", "home"])
        #expect(matches.map(\.isFallback) == [false, true])
    }

    @Test func `prefers path parameters to query parameters`() throws {
        let table = try RouteTable.of(["/list/{page?}", "/u/{name}"])
        func input(_ text: String) throws -> String? {
            let url = try XCallbackURL(text)
            return table.match(url, lenientAuthority: false)?.input(url).queryText
        }
        #expect(try input("s:u/K?name=Q&a=1&name=R") == "name=K&a=1")
        #expect(try input("s:list/2?page=3") == "page=2")
        #expect(try input("s:list?page=3") == "page=3")  // from the query
        #expect(try input("s:list?x-source=a") == "")
    }

    @Test func `supports 10,000 routes`() throws {
        let patterns = (0..<10_000).map { $0.isMultiple(of: 2) ? "/r\($0)/{id}" : "/p\($0)-{x}/y" }
        let table = try RouteTable.of(patterns)
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<1000 {
            let index = Int.random(in: 0..<10_000, using: &generator)
            let url = index.isMultiple(of: 2) ? "s:///r\(index)/7" : "s:///p\(index)-q/y"
            #expect(try table.winner(url) == patterns[index])
        }
        #expect(table.suggestion(for: try XCallbackURL("s:///r10000")) == nil)
    }

    @Test(
        arguments: [
            ("s:serch", "/search"), ("s:Search", "/search"), ("s:searchh", "/search"), ("s:esarch", "/search"),
            ("s:xyz", nil), ("s:", nil), ("s:notes/alll", "/notes/all"), ("s:nots/al", "/notes/all"),
        ] as [(String, String?)])
    func `suggests the nearest path`(url: String, suggestion: String?) throws {
        let table = try RouteTable.of(["/search", "notes/all", "/somewhere/else"])
        let url = try XCallbackURL(url)
        #expect(table.suggestion(for: url) == suggestion)
        let hint = suggestion.map { "; did you mean \($0)?" } ?? ""
        #expect(table.noRoute(for: url).message == "no route for \(url)\(hint)")
        #expect(table.noRoute(for: url).code == 404)
    }

    @Test func `omits the query and the callbacks from its message and limits its length`() throws {
        let table = try RouteTable.of(["/a"])
        let url = try XCallbackURL("s://x-callback-url/zzzz?secret=1&x-success=a:b&x-source=c#d")
        #expect(table.noRoute(for: url).message == "no route for s://x-callback-url/zzzz")
        let long = try XCallbackURL("s:///\(String(repeating: "é", count: 5000))")
        #expect(table.noRoute(for: long).message.utf8.count < 250)
    }

    @Test(arguments: [
        ("s:///other", true), ("S:a", true), ("t:///a", false),
        ("https://example.org/other", true), ("https://EXAMPLE.org/a", true), ("https://a.b.example.net/", true),
        ("https://example.net/a", false), ("https://example.org:8080/a", false),
    ])
    func `owns the schemes and domains that its routes name, regardless of the path`(url: String, isOwn: Bool) throws {
        let scopes: [Scope] = [.scheme("s"), .domain("example.org"), .domain("*.example.net")]
        #expect(try RouteTable.of(["/a"], in: scopes).owns(XCallbackURL(url)) == isOwn)
        #expect(try !RouteTable.of(["/a"]).owns(XCallbackURL(url)), "a route for any scheme owns none")
    }
}
