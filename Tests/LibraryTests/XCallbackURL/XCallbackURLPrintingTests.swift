import QueryCoding
import TestSupport
import Testing
import XCallbackURL

struct XCallbackURLPrintingTests {
    @Test(arguments: [
        ("NOTES:create", "notes:///create"),
        ("notes:/create/", "notes:///create/"),
        ("notes://X-Callback-URL/create", "notes://x-callback-url/create"),
        ("notes://create/today", "notes://create/today"),
        ("notes:", "notes:"), ("notes:///", "notes:///"), ("notes://", "notes:"), ("notes:?a", "notes:?a"),
        ("s:///a%2Fb", "s:///a%2Fb"), ("s:///%41", "s:///A"), ("s://a%40b", "s://a%40b"),
        ("s:?a=b+c;d", "s:?a=b%2Bc%3Bd"), ("s:?a&b=", "s:?a&b="), ("s:?&&", "s:"),
        (
            "s:?b=1&x-error=e:e&a=2&x-success=s:s&x-foo=3&x-source=A",
            "s:?x-source=A&x-success=s%3As&x-error=e%3Ae&x-foo=3&b=1&a=2"
        ),
        ("s:#", "s:#"), ("s:///a#b%20c", "s:///a#b%20c"), ("HTTPS://Example.org:80/a", "https://example.org:80/a"),
        ("https://example.org", "https://example.org"), ("https://[::1]/", "https://[::1]/"), ("s:///é", "s:///%C3%A9"),
    ])
    func `prints the canonical form`(text: String, printed: String) throws {
        let url = try XCallbackURL(text)
        #expect(url.description == printed)
        #expect(try XCallbackURL(printed) == url)
        #expect(try XCallbackURL(printed).description == printed)
    }

    @Test func `parses any URL that it printed`() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            let url = try XCallbackURL.random(using: &generator)
            let printed = url.description
            #expect(try XCallbackURL(printed) == url, "\(printed)")
            #expect(try XCallbackURL(printed).description == printed)
        }
    }
}

extension XCallbackURL {
    fileprivate static func random(using generator: inout SeededGenerator) throws -> XCallbackURL {
        let schemes = ["s", "notes", "a+b-c.1", "https"]
        let scheme = try #require(Scheme(schemes.randomElement(using: &generator) ?? "s"))
        let authorities: [Authority] =
            scheme.isWeb
            ? [.host("example.org"), .host("[::1]:80"), .host("a_b-c:1")]
            : [.none, .xCallbackURL, .segment(String.random(using: &generator, length: 1...5))]
        func texts(_ generator: inout SeededGenerator) -> [String] {
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in String.random(using: &generator, length: 1...8) }
        }
        func maybe(_ text: String) -> String? { Bool.random(using: &generator) ? text : nil }
        var callbacks = Callbacks()
        for kind in CallbackKind.allCases where Bool.random(using: &generator) {
            callbacks[kind] = try CallbackURL("app://x/\(PercentCoding.encode(String.random(using: &generator)))?a=1#f")
        }
        let names = texts(&generator).filter { !$0.hasPrefix("x-") }
        let parameters = names.map { QueryParameter($0, maybe(String.random(using: &generator))) }
        var url = XCallbackURL(
            scheme: scheme, authority: authorities.randomElement(using: &generator) ?? .none, path: texts(&generator),
            endsInSlash: Bool.random(using: &generator), parameters: QueryParameters(parameters), callbacks: callbacks,
            source: maybe(String.random(using: &generator)),
            fragment: maybe(PercentCoding.encode(String.random(using: &generator))))
        url.reserved = QueryParameters(texts(&generator).map { QueryParameter("x-my\($0)", maybe($0)) })
        return url
    }
}
