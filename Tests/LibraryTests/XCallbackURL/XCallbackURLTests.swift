import QueryCoding
import Testing
import XCallbackURL

/// The rules for the meaning of a URL.
struct XCallbackURLTests {
    // Split first, decode once.

    @Test(arguments: [
        ("s:///a%2Fb/c", ["a/b", "c"]),  // an encoded slash stays inside its segment
        ("s:///a%3Fb%23c", ["a?b#c"]),
        ("s:///a%252Fb", ["a%2Fb"]),  // decoded once
        ("s:///a;b+c", ["a;b+c"]),  // literal
        ("s:///a:b@c", ["a:b@c"]),
        ("s:///a//b///c/", ["a", "b", "c"]),  // empty segments are ignored
        ("s:////a", ["a"]),
        ("s:///./a/../b", [".", "a", "..", "b"]),  // ordinary segments
        ("s:///%2E%2E", [".."]),
        ("s:///a?/b", ["a"]),  // the query begins at the first question mark
        ("s:///a#/b?c", ["a"]),
        ("s:///", []), ("s:", []), ("s://", []), ("s:/", []),
        ("s:///é/e%CC%81", ["é", "e\u{301}"]),
    ])
    func `splits the path on slashes, then decodes each segment once`(text: String, path: [String]) throws {
        let url = try XCallbackURL(text)
        #expect(url.path.map { Array($0.utf8) } == path.map { Array($0.utf8) })
        #expect(url.authority == .none)
    }

    @Test(arguments: [
        ("a=1", [QueryParameter("a", "1")]),
        ("a=b=c", [QueryParameter("a", "b=c")]),  // the first equals sign
        ("a=1;b=2", [QueryParameter("a", "1;b=2")]),  // only & separates
        ("a+b=c+d", [QueryParameter("a+b", "c+d")]),
        ("a%3Db=%26", [QueryParameter("a=b", "&")]),
        ("a=%2525", [QueryParameter("a", "%25")]),
        ("a?b=c/d?e", [QueryParameter("a?b", "c/d?e")]),
        ("d&e=", [QueryParameter("d", nil), QueryParameter("e", "")]),  // bare and empty
        ("=1&&a=2&", [QueryParameter("a", "2")]),  // empty names are ignored
        ("&", []), ("", []), ("=", []), ("a=%0D%0A", [QueryParameter("a", "\r\n")]),
        ("a=1&\u{301}=2", [QueryParameter("a", "1"), QueryParameter("\u{301}", "2")]),  // does not hide the &
        ("a=\u{301}", [QueryParameter("a", "\u{301}")]),  // nor the =
    ])
    func `splits the query on ampersands and the first equals sign`(query: String, elements: [QueryParameter]) throws {
        #expect(try XCallbackURL("s:?\(query)").parameters == QueryParameters(elements))
    }

    @Test func `reads a plus as a space only on request`() throws {
        let url = try XCallbackURL("s:a+b?c+d=e+f%2B", plusAsSpace: true)
        #expect(url.parameters == [QueryParameter("c d", "e f+")])
        #expect(url.path == ["a+b"])
    }

    @Test func `splits the fragment off first, and keeps its bytes`() throws {
        let url = try XCallbackURL("s:///a?b=c#d?e=%41&f#g")
        #expect(url.fragment == "d?e=%41&f#g")
        #expect(try url == XCallbackURL("s:///a?b=c#d?e=A&f#g"))  // the meaning is compared
        #expect(url.parameters == [QueryParameter("b", "c")])
        #expect(try XCallbackURL("s:#").fragment == "")
        #expect(try XCallbackURL("s:").fragment == nil)
    }

    // Schemes and authorities.

    @Test(arguments: [
        ("notes:create", Authority.none, ["create"]),
        ("notes:/create", .none, ["create"]),
        ("notes:///create", .none, ["create"]),
        ("NOTES:///create", .none, ["create"]),
        ("notes://x-callback-url/create", .xCallbackURL, ["create"]),
        ("notes://X-Callback-URL/create", .xCallbackURL, ["create"]),
        ("notes://x%2Dcallback-url/create", .xCallbackURL, ["create"]),
        ("notes://create", .segment("create"), ["create"]),
        ("notes://create/today", .segment("create"), ["create", "today"]),
        ("notes://a%2Fb/c", .segment("a/b"), ["a/b", "c"]),  // split first, then decoded
        ("notes://a%40b%3A80/c", .segment("a@b:80"), ["a@b:80", "c"]),
        (
            "thunderlink://messageid=1$b$@mail.example", .segment("messageid=1$b$@mail.example"),
            ["messageid=1$b$@mail.example"]
        ),
        ("s://user:password@host:80/a", .segment("user:password@host:80"), ["user:password@host:80", "a"]),
        ("s://create:80", .segment("create:80"), ["create:80"]),
        ("s://:/a", .segment(":"), [":", "a"]), ("s://@/a", .segment("@"), ["@", "a"]),
        ("s://x-callback-url@host/a", .segment("x-callback-url@host"), ["x-callback-url@host", "a"]),
        ("s://user%40x-callback-url/a", .segment("user@x-callback-url"), ["user@x-callback-url", "a"]),
        ("notes://x-callbac\u{212A}-url/a", .segment("x-callbac\u{212A}-url"), ["x-callbac\u{212A}-url", "a"]),
        ("https://Example.ORG/create", .host("example.org"), ["create"]),
        ("http://example.org:8080/create", .host("example.org:8080"), ["create"]),
        ("https://[::1]:80/create", .host("[::1]:80"), ["create"]),
        ("https://x-callback-url/create", .host("x-callback-url"), ["create"]),
        ("https://example.org", .host("example.org"), []),
    ])
    func `reads any other authority of a custom scheme as the first segment`(
        text: String, authority: Authority, segments: [String]
    ) throws {
        let url = try XCallbackURL(text)
        #expect(url.authority == authority)
        #expect(url.segments == segments)
    }

    @Test(arguments: [
        ("", XCallbackURLError.noScheme), ("create", .noScheme), ("//a/b", .noScheme), ("a?b:c", .invalidScheme),
        (":a", .invalidScheme), ("1a:b", .invalidScheme), ("схема:a", .invalidScheme), (" s:a", .invalidScheme),
        ("no\u{212A}:a", .invalidScheme), ("-s:a", .invalidScheme), ("s://user@x-callback-url/a", .userInfo),
        ("s://user:pw@X-Callback-URL/a", .userInfo), ("s://a@b@x%2Dcallback-url:1/a", .userInfo),
        ("s://@x-callback-url", .userInfo), ("https://user@example.org/", .userInfo), ("https://a@b@c/", .userInfo),
        ("s://x-callback-url:80/a", .port), ("s://x-callback-url:/a", .port), ("s://X-Callback-url:a:b", .port),
        ("https:///a", .invalidHost), ("https:a", .invalidHost), ("http://", .invalidHost),
        ("https://a b/", .invalidHost), ("https://ü.example/", .invalidHost), ("https://a%2Eb/", .invalidHost),
        ("https://a:/", .invalidHost), ("https://a:b/", .invalidHost), ("https://a:123456/", .invalidHost),
        ("https://a:1:2/", .invalidHost), ("https://[::1/", .invalidHost), ("https://[]/", .invalidHost),
        ("https://a\\b/", .invalidHost), ("https://[g]/", .invalidHost),
    ])
    func `rejects a malformed URL`(text: String, error: XCallbackURLError) {
        #expect(throws: error) { try XCallbackURL(text) }
        #expect(error.code == .input)
    }

    @Test(arguments: [
        ("s:///a%zz", URLPart.path, PercentCoding.Fault.malformedEscape("%zz")),
        ("s:///%", .path, .malformedEscape("%")),
        ("s:///%00", .path, .control(0)),
        ("s:///a b", .path, .unencoded(0x20)),
        ("s:///a\\b", .path, .unencoded(0x5C)),
        ("s:///a\r\nb", .path, .unencoded(0x0D)),
        ("s://a%FF/b", .authority, .notUTF8),
        ("s://a b/c", .authority, .unencoded(0x20)),
        ("s:?a=%zz", .parameter("a"), .malformedEscape("%zz")),
        ("s:?t%C3%A9=%C0%AF", .parameter("té"), .notUTF8),
        ("s:?a=%1B", .parameter("a"), .control(0x1B)),
        ("s:?a=%C2%85", .parameter("a"), .control(0x85)),
        ("s:?a=<b>", .parameter("a"), .unencoded(0x3C)),
        ("s:?a={b}", .parameter("a"), .unencoded(0x7B)),
        ("s:?x-foo=%FF", .parameter("x-foo"), .notUTF8),
        ("s:?%FF=1", .parameterName, .notUTF8),
        ("s:?a b", .parameterName, .unencoded(0x20)),
        ("s:#%00", .fragment, .control(0)),
        ("s:#a b", .fragment, .unencoded(0x20)),
    ])
    func `rejects an undecodable part and names it`(text: String, part: URLPart, fault: PercentCoding.Fault) {
        #expect(throws: XCallbackURLError.undecodable(part, fault)) { try XCallbackURL(text) }
    }

    // Trailing slashes.

    @Test(arguments: [
        ("s:///a/", true), ("s:///a", false), ("s:///", true), ("s:/", true), ("s:", false), ("s://a", false),
        ("s://a/", true), ("s:///a/?b", true), ("s:///a/#b", true), ("s:///a%2F", false), ("s:///a//", true),
    ])
    func `remembers a trailing slash of the path`(text: String, endsInSlash: Bool) throws {
        #expect(try XCallbackURL(text).endsInSlash == endsInSlash)
    }

    // Reserved names.

    @Test func `excludes names that begin with x- from the input`() throws {
        let url = try XCallbackURL("s:?x-source=A&a=1&x-foo=2&x-=3&X-Success=b%3Ac&x=4&xa=5&x-success=b%3Ac&x-bare")
        #expect(url.parameters.elements.map(\.name) == ["a", "X-Success", "x", "xa"])
        #expect(url.reserved.elements.map(\.name) == ["x-foo", "x-", "x-bare"])
        #expect(url.source == "A")
        #expect(url.callbacks.success?.text == "b:c")
    }

    @Test(arguments: [
        ("", nil), ("x-source", nil), ("x-source=", ""), ("x-source=A&x-source=B", "B"), ("x-source=A&x-source", "A"),
        ("X-Source=A", nil), ("x%2Dsource=A", "A"),
    ])
    func `uses the last x-source`(query: String, source: String?) throws {
        #expect(try XCallbackURL("s:?\(query)").source == source)
    }

    @Test func `counts all parameters, including its own, against the limit`() throws {
        let query = Array(repeating: "a=1", count: 999).joined(separator: "&")
        #expect(try XCallbackURL("s:?\(query)&x-source=A").parameters.elements.count == 999)
        let error = #expect(throws: XCallbackURLError.self) { try XCallbackURL("s:?\(query)&x-source=A&b") }
        #expect(error == .tooManyParameters(limit: 1000))
        #expect(error?.code == .tooLarge)
        #expect(throws: XCallbackURLError.tooManyParameters(limit: 1)) { try XCallbackURL("s:?a&b", parameterLimit: 1) }
    }

    @Test(arguments: [
        ("s:///é", "s:///e%CC%81"), ("s://é", "s://e%CC%81"), ("s:#é", "s:#e%CC%81"),
        ("s:?x-source=é", "s:?x-source=e%CC%81"), ("s:?x-success=a:é", "s:?x-success=a:e%CC%81"),
        ("s:///K", "s:///%E2%84%AA"), ("s:///a", "s:///A"), ("s:?a", "s:?a="), ("s:///a", "s:///a/"), ("s:", "s:#"),
        ("s:?x-foo=1", "s:?x-foo=2"),
    ])
    func `distinguishes URLs by their bytes`(left: String, right: String) throws {
        #expect(try XCallbackURL(left) != XCallbackURL(right))
    }

    @Test(arguments: [
        ("notes:create", "NOTES:///create"), ("notes:/create", "notes:///create"), ("s:///%61", "s:///a"),
        ("s:?a=%7e", "s:?a=~"), ("s:///a//b", "s:///a/b"), ("s:?x-foo=1&a=1", "s:?a=1&x-foo=1"),
        ("s://X-CALLBACK-URL/a", "s://x-callback-url/a"),
    ])
    func `treats spellings with one meaning as equal`(left: String, right: String) throws {
        let (left, right) = (try XCallbackURL(left), try XCallbackURL(right))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
    }

    @Test func `omits empty segments and parameters without a name`() throws {
        let url = XCallbackURL(
            scheme: try #require(Scheme("s")), path: ["", "a"],
            parameters: [QueryParameter("", "1"), QueryParameter("b", "c")])
        #expect(url.description == "s:///a?b=c")
    }

    @Test(arguments: [
        (XCallbackURLError.noScheme, "not a URL: it needs a scheme, as in 'notes:///create'"),
        (
            .invalidScheme,
            "not a URL: its scheme must be an ASCII letter, then letters, digits, '+', '-' and '.' (RFC 3986, section 3.1)"
        ),
        (.userInfo, "user info ('user@') is not accepted in a URL"),
        (.port, "a port is not accepted after 'x-callback-url'"),
        (.invalidHost, "a web link needs a host, as in 'https://example.org/'"),
        (.duplicateCallback(.error), "parameter \"x-error\" appears more than once"),
        (.tooManyParameters(limit: 5), "more than 5 parameters"),
        (.undecodable(.parameter("text"), .notUTF8), "parameter \"text\" is not valid UTF-8"),
        (.undecodable(.path, .control(0)), "the path has the control character U+0000"),
        (.undecodable(.authority, .notUTF8), "the authority is not valid UTF-8"),
        (.undecodable(.parameterName, .notUTF8), "the name of a parameter is not valid UTF-8"),
        (.undecodable(.fragment, .notUTF8), "the fragment is not valid UTF-8"),
    ])
    func `describes each error`(error: XCallbackURLError, sentence: String) {
        #expect(error.description == sentence)
        #expect(error.errorDescription == sentence)
    }
}
