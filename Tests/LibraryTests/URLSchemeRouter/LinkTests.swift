import FoundationEssentials
import Testing
import URLSchemeRouter

struct LinkTests {
    struct Note: Codable, Equatable, Sendable {
        var id: Int?
        var title: String?
        var tags: [String]?
        var pinned: Bool?
    }

    private let router = URLSchemeRouter(scheme: "notes")

    init() throws {
        let handler = RouteHandler { (_: Note) in }
        try router.add("/create", in: [.scheme("notes"), .domain("ex.com")], handler: handler)
        try router.add("/notes/{id:int}", name: "note", handler: handler)
        try router.add("/titled/{title}", name: "titled", handler: handler)
        try router.add("/titled/special", name: "special", handler: handler)
        try router.add("/tagged/{tags**}", name: "tagged", handler: handler)
        try router.add("/page/{id?}", name: "page", handler: handler)
        try router.add("/v{id}.{title}", name: "version", handler: handler)
        try router.add("/any/*", name: "any", handler: handler)
        try router.add("/rest/**", name: "rest", handler: handler)
        try router.add("/web", in: [.domain("*.ex.com"), .domain("ex.com")], name: "web", handler: handler)
        try router.add("/subdomains", in: [.domain("*.ex.com")], name: "subdomains", handler: handler)
    }

    @Test(arguments: [
        ("/create", Note(title: "a b&c", tags: ["x", "y"]), "notes:///create?title=a%20b%26c&tags.0=x&tags.1=y"),
        ("/create", Note(), "notes:///create"),
        ("note", Note(id: -7, title: ""), "notes:///notes/-7?title="),
        ("titled", Note(id: 1, title: "a/b?c"), "notes:///titled/a%2Fb%3Fc?id=1"),
        ("tagged", Note(id: 1, tags: ["a", "é"]), "notes:///tagged/a/%C3%A9?id=1"),
        ("tagged", Note(tags: []), "notes:///tagged/"),  // no tags, written as a slash
        ("page", Note(id: 2), "notes:///page/2"),
        ("page", Note(title: "t"), "notes:///page?title=t"),
        ("version", Note(id: 1, title: "2"), "notes:///v1.2"),
        ("rest", Note(title: "a\tb\r\n"), "notes:///rest/?title=a%09b%0D%0A"),  // an empty rest, written as a slash
    ])
    func `writes a link in the canonical form`(route: String, input: Note, link: String) throws {
        #expect(try router.link(to: route, with: input).absoluteString == link)
    }

    @Test func `takes the path of a route with a name, unless several routes have the path`() throws {
        let router = URLSchemeRouter(scheme: "notes")
        router.route("/create", name: "create") {}
        #expect(try router.link(to: "/create").absoluteString == "notes:///create")
        #expect(try router.link(to: "create").absoluteString == "notes:///create")
        router.route("/create", in: [.anyScheme], name: "other") {}
        #expect(throws: LinkError.self) { try router.link(to: "/create") }
    }

    @Test func `writes callbacks and the source first`() throws {
        let callbacks = Callbacks(success: try CallbackURL("a:b?c=d"), cancel: try CallbackURL("a:c"))
        let link = try router.link(to: "note", with: Note(id: 7, title: "Hi"), callbacks: callbacks, source: "me")
        let written = "notes://x-callback-url/notes/7?x-source=me&x-success=a%3Ab%3Fc%3Dd&x-cancel=a%3Ac&title=Hi"
        #expect(link.absoluteString == written)
    }

    @Test func `writes a web link to the first domain that the route names`() throws {
        #expect(
            try router.link(to: "/create", with: Note(id: 1), web: true).absoluteString == "https://ex.com/create?id=1")
        #expect(try router.link(to: "web", web: true).absoluteString == "https://ex.com/web")
    }

    @Test func `omits fields that equal the defaults`() throws {
        let defaults = Note(id: 1, title: "new", tags: [])
        let link = try router.link(to: "/create", with: Note(id: 1, title: "old", tags: []), leavingOut: defaults)
        #expect(link.absoluteString == "notes:///create?title=old")
        // Required path parameters stay; optional ones are omitted.
        #expect(try router.link(to: "note", with: defaults, leavingOut: defaults).absoluteString == "notes:///notes/1")
        #expect(try router.link(to: "page", with: defaults, leavingOut: defaults).absoluteString == "notes:///page")
    }

    private static let nonEmpty = "expected non-empty text"
    private static let plain = "expected text without control characters, except tab, LF and CR"

    @Test(arguments: [
        ("/creat", Note(), "no route '/creat'; did you mean '/create'?"),
        ("any", Note(), "pattern '/any/*' cannot be linked: '*' has no name; write '{name}'"),
        ("note", Note(), "pattern '/notes/{id:int}' needs the parameter 'id', which the input does not have"),
        ("titled", Note(title: ""), "pattern '/titled/{title}' does not accept '' for 'title': \(nonEmpty)"),
        ("titled", Note(title: "a\u{1B}b"), "pattern '/titled/{title}' does not accept 'a%1Bb' for 'title': \(plain)"),
        ("/create", Note(tags: ["a", "\u{85}"]), "pattern '/create' does not accept '%C2%85' for 'tags.1': \(plain)"),
        ("tagged", Note(tags: ["a\0"]), "pattern '/tagged/{tags**}' does not accept 'a%00' for 'tags': \(plain)"),
        ("titled", Note(title: "special"), "route 'special' would answer the link to 'titled'"),
        ("web", Note(), "route 'web' answers only web links; ask for one with 'web'"),
    ])
    func `reports why a link cannot be built`(route: String, input: Note, message: String) throws {
        let error = #expect(throws: LinkError.self) { try router.link(to: route, with: input) }
        #expect(error?.description == message)
        #expect(error?.errorDescription == message)
    }

    @Test func `reports that a route has no domain for a web link`() throws {
        #expect(throws: LinkError.noScope(route: "subdomains", isWeb: true)) {
            try router.link(to: "subdomains", web: true)
        }
        let message = LinkError.noScope(route: "subdomains", isWeb: true).description
        #expect(message == "route 'subdomains' has no domain for a web link")
    }

    @Test(arguments: [
        ("/{a:int}", "x", "expected a value of type 'int'"),
        ("/{a:/[a-z]+/}", "7", "expected text that matches /[a-z]+/"),
        ("/{a:uuid}", "7", "expected a value of type 'uuid'"),
        ("/{a}-{b}", "x-y", "expected text that does not contain what follows it in the pattern"),
    ])
    func `rejects a value that would not decode as itself`(pattern: String, value: String, expected: String) throws {
        let pattern = try RoutePattern(pattern)
        let error = #expect(throws: LinkError.self) {
            try pattern.path(with: [QueryParameter("a", value), QueryParameter("b", "z")])
        }
        #expect(error?.description == "pattern '\(pattern)' does not accept '\(value)' for 'a': \(expected)")
    }

    @Test(arguments: [
        "a\u{1}", "\u{9F}", "\u{7F}",  // controls
        "\u{A0}", "\u{BF}", "a\t\r\n",  // others that begin with the byte C2, and those that are accepted
    ])
    func `rejects the controls in a query that no URL can have`(title: String) throws {
        let isAccepted = (try? XCallbackURL("s:?a=\(PercentCoding.encode(title))")) != nil
        #expect(isAccepted == title.unicodeScalars.allSatisfy { ![1, 0x9F, 0x7F].contains($0.value) })
        for route in ["/create", "page"] {
            let link = try? router.link(to: route, with: Note(title: title))
            #expect((link != nil) == isAccepted)
        }
    }

    @Test func `omits no field for defaults that are nil`() throws {
        let link = try router.link(to: "/create", with: Note(id: 1, title: "a"), leavingOut: nil)
        #expect(link.absoluteString == "notes:///create?id=1&title=a")
    }

    @Test func `rejects reserved names`() throws {
        #expect {
            try RoutePattern("/a").path(with: [QueryParameter("x-a", "1"), QueryParameter("b", "1")])
        } throws: { ($0 as? LinkError)?.description == "names that begin with 'x-' are reserved: x-a" }
    }
}
