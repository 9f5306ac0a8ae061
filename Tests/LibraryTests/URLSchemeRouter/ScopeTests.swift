import FoundationEssentials
import Testing
import URLSchemeRouter

struct ScopeTests {
    private let router = URLSchemeRouter(scheme: "notes")

    @Test(arguments: [
        (Scope.domain("Example.ORG"), "https://example.org/a"), (.domain("*.Example.org"), "https://WWW.example.org/a"),
        (.domain("example.org:8080"), "https://example.org:8080/a"), (.domain("[::1]"), "https://[::1]/a"),
        (.anyDomain, "http://example.org/a"), (.anyScheme, "whatever:a"),
    ])
    func `matches the URLs of each scope, regardless of case`(scope: Scope, url: String) throws {
        router.route("/a", in: [scope]) {}
        #expect(router.canHandle(try #require(URL(string: url))))
        #expect(!router.canHandle(try #require(URL(string: "https://example.com.org.example/b"))))
    }

    @Test(arguments: ["https://example.org", "example.org/a", "", "*", "*.", "user@example.org", "exa mple", "*.*.org"])
    func `rejects a malformed domain`(domain: String) {
        let error = #expect(throws: RoutePatternError.self) {
            try router.add("/a", in: [.domain(domain)], handler: RouteHandler {})
        }
        let reason = "'\(domain)' is not a domain; write it as in 'example.org' or '*.example.org'"
        #expect(error?.description == "pattern '/a': \(reason)")
        #expect(throws: RoutePatternError.self) { try router.fallback(in: [.domain(domain)], handler: RouteHandler {}) }
    }

    @Test func `rejects the schemes http and https, which match by domain`() {
        let error = #expect(throws: RoutePatternError.self) {
            try router.add("/a", in: [.scheme("https")], handler: RouteHandler {})
        }
        let reason = "web links are matched by their domain; name it instead of https:"
        #expect(error?.description == "pattern '/a': \(reason)")
    }
}
