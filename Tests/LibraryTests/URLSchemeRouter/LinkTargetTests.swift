import FoundationEssentials
import Testing
import URLSchemeRouter

/// Links to a named scheme or domain, and links with an input that the route would refuse.
struct LinkTargetTests {
    struct Note: Codable {
        var title: String
    }

    private let router = URLSchemeRouter(
        schemes: "notes", "x-notes", domains: ["notes.example", "www.notes.example"])

    init() {
        router.route("/open", name: "open") { (_: Note) in }
        router.route("/any", in: [.anyScheme, .anyDomain], name: "any") {}
        router.route("/sub", in: [.domain("*.notes.example")], name: "sub") {}
        router.route("/say/{text}", name: "say") { (text: String) in text }
    }

    @Test(
        arguments: [
            ("any", nil, nil, false, "notes:///any"), ("any", "Other", nil, false, "other:///any"),
            ("any", nil, "Example.org", false, "https://example.org/any"),
            ("open", "x-notes", nil, false, "x-notes:///open?title=Hi"),
            ("open", nil, "www.notes.example", false, "https://www.notes.example/open?title=Hi"),
            ("open", nil, nil, true, "https://notes.example/open?title=Hi"),
            ("sub", nil, "a.notes.example", false, "https://a.notes.example/sub"),
        ] as [(String, String?, String?, Bool, String)])
    func `leads to the scheme or the domain that is asked for`(
        route: String, scheme: String?, domain: String?, web: Bool, link: String
    ) throws {
        let url =
            route == "open"
            ? try router.link(to: route, with: Note(title: "Hi"), web: web, scheme: scheme, domain: domain)
            : try router.link(to: route, web: web, scheme: scheme, domain: domain)
        #expect(url.absoluteString == link)
        #expect(router.handle(url))
    }

    @Test(
        arguments: [
            ("open", "other", nil, "route 'open' does not answer other:"),
            ("open", "no scheme", nil, "route 'open' does not answer no scheme:"),
            ("open", nil, "example.org", "route 'open' does not answer https://example.org"),
            ("sub", nil, "notes.example", "route 'sub' does not answer https://notes.example"),
            ("sub", nil, "*.notes.example", "route 'sub' does not answer https://*.notes.example"),
            ("any", nil, "a/b", "route 'any' does not answer https://a/b"),
        ] as [(String, String?, String?, String)])
    func `refuses a scheme or a domain that the route does not answer`(
        route: String, scheme: String?, domain: String?, message: String
    ) {
        #expect {
            try router.link(to: route, with: Note(title: "Hi"), scheme: scheme, domain: domain)
        } throws: { ($0 as? LinkError)?.description == message }
    }

    @Test func `refuses an input that the route would refuse`() throws {
        let missing = LinkError.refusedInput(route: "open", reason: "Required parameter \"title\" not found.")
        #expect(throws: missing) { try router.link(to: "open", with: ["nme": "x"]) }
        #expect(throws: missing) { try router.link(to: "open") }
        #expect(missing.description == "route 'open' would refuse the input: Required parameter \"title\" not found.")
        #expect(try router.link(to: "open", with: ["title": "x"]).absoluteString == "notes:///open?title=x")
    }

    @Test func `a scalar fills the only parameter of the path`() async throws {
        let link = try router.link(to: "say", with: "a b")
        #expect(link.absoluteString == "notes:///say/a%20b")
        #expect(await router.respond(to: link) == .success("a b"))
        #expect(throws: LinkError.self) { try router.link(to: "say") }
    }

    @Test func `refuses a source that no URL can have`() {
        #expect(throws: LinkError.reservedNames(["x-source"])) { try router.link(to: "any", source: "\u{1B}") }
    }
}
