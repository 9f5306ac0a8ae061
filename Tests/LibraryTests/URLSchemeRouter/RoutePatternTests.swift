import QueryCoding
import TestSupport
import Testing
import URLSchemeRouter
import XCallbackURL

struct RoutePatternTests {
    @Test(
        arguments: [
            // Literals, decoded; a leading slash is implied, a trailing one tolerated.
            ("/create", "create", ""), ("create", "create", ""), ("/create/", "create", ""), ("//create", "create", ""),
            ("/create", "create/", ""), ("/a b", "a%20b", ""), ("/a%b", "a%25b", ""), ("/é", "%C3%A9", ""),
            ("", "", ""), ("/", "", ""), ("/", "/", ""), ("/a.b", "a.b", ""), ("/a;b+c", "a;b+c", ""),
            ("/a:b", "a:b", ""),
            ("/..", "..", ""),
            // One segment, in three spellings.
            ("/:id", "7", "id=7"), ("/{id}", "7", "id=7"), ("/$(id)", "7", "id=7"), ("/{id}", "a%2Fb", "id=a%2Fb"),
            ("/users/:user_id/x", "users/4/x", "user_id=4"), ("/{a}/{b}", "1/2", "a=1&b=2"), ("/{a.b}", "1", "a.b=1"),
            // Typed.
            ("/{id:int}", "-7", "id=-7"), ("/{id:int}", "x", nil), ("/{id:int}", "7.0", nil),
            ("/{x:number}", "1e3", "x=1e3"), ("/{x:number}", "nan", nil), ("/{b:bool}", "yes", "b=yes"),
            ("/{b:bool}", "2", nil),
            ("/{u:uuid}", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "u=E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
            ("/{u:uuid}", "E621", nil), ("/{d:date}", "2027-01-31", "d=2027-01-31"), ("/{d:date}", "2027-02-30", nil),
            ("/{t:string}", "x", "t=x"), ("/$(id:int)", "7", "id=7"),
            // A regular expression, for the whole value.
            ("/{key:/[A-Z]+-[0-9]+/}", "AB-12", "key=AB-12"), ("/{key:/[A-Z]+-[0-9]+/}", "AB-12x", nil),
            ("/$(key:/(a|b)/)", "b", "key=b"), ("/$(key:/(a|b)/)", "c", nil), ("/{k:/\\d{2}/}/x", "12/x", "k=12"),
            ("/{k:/a\\/b/}", "a%2Fb", "k=a%2Fb"), ("/{k:/a\\/b/}/c", "a/b/c", nil),
            ("/{k:/[}\\]]+/}", "%7D%5D", "k=%7D%5D"),
            ("/v{k:/\\d+/}.txt", "v12.txt", "k=12"), ("/v{k:/\\d+/}.txt", "vx.txt", nil),
            ("/{a:/x\\\\/}-{b:/y:\\/z/}", "x%5C-y:%2Fz", "a=x%5C&b=y%3A%2Fz"), ("/{k:/^.+$/}", "é", "k=%C3%A9"),
            ("/{k:/a*/}", "b", nil), ("/{k:/[^/]+/}/x", "a.b/x", "k=a.b"), ("/{k:/[^/]+/}", "a%2Fb", nil),
            ("/list/{k:/\\d/?}", "list", ""), ("/list/{k:/\\d?/?}", "list/7", "k=7"),
            ("/list/{k:/\\d/?}", "list/x", nil),
            // An optional last segment.
            ("/list/{page?}", "list/2", "page=2"), ("/list/{page?}", "list", ""), ("/list/{page?}", "list/", ""),
            ("/list/{page:int?}", "list/2", "page=2"), ("/list/{page:int?}", "list", ""),
            ("/list/{page:int?}", "list/x", nil),
            ("/{page?}", "", ""), ("/$(page?)", "2", "page=2"), ("/list/{page?}", "list/2/3", nil),
            // A part of a segment.
            ("/v{major}.{minor}", "v1.2", "major=1&minor=2"), ("/v{major}.{minor}", "v1", nil),
            ("/v{major}.{minor}", "v.2", nil), ("/v{major}.{minor}", "v1.", nil), ("/v{a}.{b}", "v1.2.3", "a=1&b=2.3"),
            ("/pre$(p)suf", "prehellosuf", "p=hello"), ("/pre$(p)suf", "presuf", nil),
            ("/pre$(p)suf", "prexsufsuf", "p=xsuf"),
            ("/{a}.json", "x.json.json", "a=x.json"), ("/{id:int}.html", "7.html", "id=7"),
            ("/{id:int}.html", "x.html", nil),
            ("/{a}-{b}.txt", "1-2-3.txt", "a=1&b=2-3"), ("/é{a}é", "é%CC%81é", "a=%CC%81"), ("/:a.b", "1", "a.b=1"),
            // A value may contain the text that follows it.
            ("/{k:/[A-Z]+-[0-9]+/}-{s}", "AB-12-3-x", "k=AB-12&s=3-x"), ("/{k:/[A-Z]+-[0-9]+/}-{s}", "AB-x-3", nil),
            ("/{k:/(é-)*é/}-{s}.{t}", "%C3%A9-%C3%A9-x.y", "k=%C3%A9&s=%C3%A9-x&t=y"), ("/{k:/x*/}-{s}", "-x", nil),
            ("/{d:date}-{s}", "2027-01-31-x", "d=2027-01-31&s=x"), ("/{d:date}-{s}", "2027-02-30-x", nil),
            (
                "/{u:uuid}-{s}", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F-x",
                "u=E621E1F8-C36C-495A-93FC-0C247A3E6E5F&s=x"
            ),
            ("/{x:number}-{s}", "1e-3-z", "x=1e-3&s=z"), ("/{x:int}-{s}", "-7-z", "x=-7&s=z"),
            ("/{x:int}-{s}", "a-7-z", nil),
            // Any one segment; the rest of the path.
            ("/*", "a", ""), ("/*", "", nil), ("/*", "a/b", nil), ("/a/*/c", "a/b/c", ""), ("/a/*/c", "a/c", nil),
            ("/a/**", "a/b", ""), ("/a/**", "a/b/c/", ""), ("/a/**", "a/", ""), ("/a/**", "a", nil), ("/**", "", ""),
            ("/**", "/", ""), ("/a/{path**}", "a/b/c", "path=b&path=c"), ("/a/{path**}", "a/", "path"),
            ("/a/{path**}", "a", nil),
            ("/a/$(path**)", "a/b", "path=b"), ("/{a}/{path**}", "1/2/3", "a=1&path=2&path=3"),
            // Exact bytes.
            ("/create", "Create", nil), ("/create", "create/x", nil), ("/create", "creat", nil), ("/é", "e%CC%81", nil),
            ("/K", "%E2%84%AA", nil), ("/a/b", "a%2Fb", nil),
        ] as [(String, String, String?)])
    func `matches a path and reads its parameters`(pattern: String, path: String, query: String?) throws {
        var builder = RouteTable<Int>.Builder()
        try builder.add(
            name: "r", patterns: [RoutePattern(pattern)], scopes: [.anyScheme], declaration: "here", payload: 0)
        let match = builder.build().match(try XCallbackURL("s:///\(path)"), lenientAuthority: false)
        #expect(match?.pathParameters.queryText == query)
    }

    @Test(arguments: [
        ("/a*", "'*' must be a whole segment; write '{name}' for a part of one"),
        ("/***", "'*' must be a whole segment; write '{name}' for a part of one"),
        ("/{a}*", "'*' must be a whole segment; write '{name}' for a part of one"),
        ("/a/**/b", "'**' can only be the last segment"), ("/{path**}/b", "'**' can only be the last segment"),
        ("/{page?}/b", "only the last segment may be optional"),
        ("/x{page?}", "'{page?}' must be a whole segment"),
        ("/{page?}x", "'{page?}' must be a whole segment"),
        ("/x{path**}", "'{path**}' must be a whole segment"), ("/{a}{b?}", "'{b?}' must be a whole segment"),
        ("/{a}/{a}", "parameter 'a' appears twice"), ("/{a}-{a}", "parameter 'a' appears twice"),
        ("/:a/{a**}", "parameter 'a' appears twice"),
        ("/{a}{b}", "two parameters need text between them, as in '{major}.{minor}'"),
        ("/{a", "'{' without '}'"), ("/$(a", "'$(' without ')'"), ("/a}", "'}' without '{'"),
        ("/{a}}", "'}' without '{'"),
        ("/{a:/b}/c", "'{' without '}'"), ("/{a:/b", "a regular expression has no closing '/'"),
        ("/{a:/b\\/}", "a regular expression has no closing '/'"), ("/{a:/b/", "'{' without '}'"),
        ("/{a://}", "the regular expression is empty"),
        ("/{a:/[/}", "a regular expression has no closing '/'"),
        ("/{a:/b/i}", "'/b/i' continues after its closing slash; write '\\/' for a slash in it"),
        ("/{a:/(?=b)/}", "in /(?=b)/: look-ahead is not supported, at character 1"),
        ("/{a:/b/}{c}", "two parameters need text between them, as in '{major}.{minor}'"),
        ("/{}", "a parameter needs a name"), ("/:", "a parameter needs a name"), ("/{?}", "a parameter needs a name"),
        ("/{**}", "a parameter needs a name"), ("/{:int}", "a parameter needs a name"),
        ("/{1a}", "'1a' is not a name; use a letter, then letters, digits, '_', '-' and '.'"),
        ("/{a b}", "'a b' is not a name; use a letter, then letters, digits, '_', '-' and '.'"),
        ("/{é}", "'é' is not a name; use a letter, then letters, digits, '_', '-' and '.'"),
        ("/:page?", "'page?' is not a name; write '{page?}'"), ("/:id:int", "'id:int' is not a name; write '{id:int}'"),
        ("/:path**", "'path**' is not a name; write '{path**}'"),
        ("/:k:/[a-z]/", "'k:' is not a name; use a letter, then letters, digits, '_', '-' and '.'"),
        ("/:a-:b", "'a-:b' is not a name; use a letter, then letters, digits, '_', '-' and '.'"),
        ("/{a:int**}", "the rest of a path has no type; write '{a**}'"),
        ("/{a?:int}", "the '?' of an optional segment comes last; write '{a:int?}'"),
        ("/{a*}", "a single '*' means nothing here; write '{a**}' for the rest"),
        ("/a#b", "a pattern has no fragment; a handler finds it in its request context"),
        ("notes:///create", "a pattern is only a path; name its scheme or domain in the route's scope"),
        ("https://example.org/{id}", "a pattern is only a path; name its scheme or domain in the route's scope"),
        ("/{x-a}", "names that begin with 'x-' are reserved"), ("/:X-a", "names that begin with 'x-' are reserved"),
        (
            "/{a:str}",
            "unknown type 'str'; use string, int, number, bool, uuid, date, or a regular expression between slashes"
        ),
        (
            "/{a:}",
            "unknown type ''; use string, int, number, bool, uuid, date, or a regular expression between slashes"
        ),
        ("/{a:line}", "a segment is one line anyway; leave out ':line'"),
        ("/{a:play|next}", "a choice is an expression; write '/play|next/'"),
        ("/a?b", "a pattern has no query; declare the parameters as the route's input"),
        ("/{\u{301}a}", "'\u{301}a' is not a name; use a letter, then letters, digits, '_', '-' and '.'"),
    ])
    func `rejects an invalid pattern with a reason`(pattern: String, reason: String) {
        let error = #expect(throws: RoutePatternError.self) { try RoutePattern(pattern) }
        #expect(error?.description == "pattern '\(pattern)': \(reason)")
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: ["/{k:/([a-z]-?)*X/}-{s}-x", "/{k:int}-{s}-x", "/{k:date}-{s}-x", "/{a}-{b}-{c:int}-{d}"])
    func `does not hang on a text that almost matches everywhere`(pattern: String) throws {
        var builder = RouteTable<Int>.Builder()
        try builder.add(
            name: "r", patterns: [RoutePattern(pattern)], scopes: [.anyScheme], declaration: "here", payload: 0)
        let url = try XCallbackURL("s:///\(String(repeating: "a-", count: 60_000))")
        #expect(builder.build().match(url, lenientAuthority: false) == nil)
    }

    @Test func `lists its parameters and their types`() throws {
        let pattern = try RoutePattern("/a/{b:int}/v{c}.{d:uuid}/{e?}")
        #expect(pattern.parameterNames == ["b", "c", "d", "e"])
        #expect(pattern.typeName(of: "b") == "int")
        #expect(pattern.typeName(of: "c") == nil)
        #expect(pattern.typeName(of: "d") == "uuid")
        #expect(pattern.isOptional("e"))
        #expect(!pattern.isOptional("b"))
        #expect(try RoutePattern("/{p:date?}").typeName(of: "p") == "date")
        #expect(try RoutePattern("/{p:/a|b/}").typeName(of: "p") == "/a|b/")
        #expect(try RoutePattern("/{p**}").isRest("p"))
        #expect(pattern.description == "/a/{b:int}/v{c}.{d:uuid}/{e?}")
    }

    @Test func `parses any text or throws, and prints any pattern that it parsed`() throws {
        var generator = SeededGenerator(seed: 22)
        let pieces = [
            "/", "/", "a", ":", "{", "{a", "{b:", "{c:/", "/}", "}", "$(", ")", "\\/", "\\", "[", "]", "*", "**", "?",
            "int", ".", "é",
            "(", "|", "+",
        ]
        var parsed = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            guard let pattern = try? RoutePattern(text) else { continue }
            parsed += 1
            #expect(try RoutePattern(pattern.description) == pattern)
        }
        #expect(parsed > 1000)
    }
}
