import DispatcherConfiguration
import DispatcherMessages
import RequestRecord
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherRequests

/// The URLs by which apps answer, in the forms that they come in.
struct AppAnswerTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private static func answer(_ url: String) -> AppAnswer? {
        AppAnswer(Array(url.replacing("TOKEN", with: token).utf8))
    }

    @Test(arguments: [
        ("xcallback://x-callback-url/reply/TOKEN?", "?"),
        ("xcallback://x-callback-url/reply/TOKEN", ""),
        ("xcallback://x-callback-url/reply/TOKEN?a=1", "?a=1"),
        ("xcallback://x-callback-url/reply/TOKEN??a=1", "?a=1"),  // an app that always appends `?a=1`
        ("xcallback://x-callback-url/reply/TOKEN?&a=1", "?a=1"),  // one that always appends `&a=1`
        ("xcallback://x-callback-url/reply/TOKEN&a=1", "?a=1"),  // the same, after something dropped the empty query
        ("xcallback://x-callback-url/reply/TOKEN%3F?a=1", "?a=1"),
        ("xcallback://x-callback-url/reply/TOKEN%3f&a=1", "?a=1"),
        ("xcallback://x-callback-url/reply/TOKEN/?a=1", "?a=1"),
        ("xcallback://x-callback-url/reply/TOKEN?a=1?b=2&&c", "?a=1?b=2&&c"),
        ("XCallback://X-Callback-URL//reply//TOKEN&a", "?a"),
        ("xcallback:reply/TOKEN&a", "?a"),
        ("xcallback:///reply/TOKEN?a=b c", "?a=b%20c"),
        ("xcallback:///reply/TOKEN#a", "#a"),
        ("xcallback:///reply/TOKEN;a=1", ";a=1"),
        ("xcallback:///reply/TOKENf", "f"),
    ])
    func `an answer is found by its form, and its parameters are made a query`(url: String, rest: String) throws {
        let answer = try #require(Self.answer(url))
        #expect(answer.token == Self.token)
        let repaired = String(decoding: answer.repaired, as: UTF8.self)
        #expect(repaired.hasSuffix(Self.token + rest), "\(repaired)")
    }

    @Test(arguments: [
        "", "xcallback", "xcallback:", "xcallback:///reply", "xcallback:///reply/", "xcallback:///reply/TOKE",
        "xcallback:///reply/0123456789abcdef", "xcallback:///reply/0123456789ABCDEF0123456789ABCDEF",
        "xcallback:///Reply/TOKEN", "xcallback:///replies/TOKEN", "xcallback:///echo/TOKEN", "notes:///reply/TOKEN",
        "xcallback://reply.x/TOKEN", "xcallback:///TOKEN", "https://xcallback/reply/TOKEN",
    ])
    func `any other URL is no answer`(url: String) { #expect(Self.answer(url) == nil) }

    @Test(arguments: [
        ("?a=b c", "?a=b%20c"),
        ("??a=%zz&password=b c&b=2", "?a=%zz&password=<redacted>"),
        // Where the value ends is not certain.
        ("?token=abc#def", "?token=<redacted>"),
        ("?token=abc&def", "?token=<redacted>"),
        ("?token=abc?def", "?token=<redacted>"),
        ("#a&key=b c", "#a&key=<redacted>"),
        (#"?{"a":1,"auth-token":"x"}"#, "?%7B%22a%22:1,%22auth-token<redacted>"),
        ("?a=%7B%22auth%2Dtoken%22%3A%22x%22%7D b", "?a=%7B%22auth%2Dtoken<redacted>"),
        ("?%74oken%3Dx y", "?%74oken<redacted>"),
        (#"?{"\u0074oken":"x"}"#, "?%7B%22%5Cu0074oken<redacted>"),
        ("?my-Password-is x y", "?my-Password<redacted>"),
        ("&Auth-Token=b c", "?Auth-Token=<redacted>"),
        ("?a=1;token=b c", "?a=1;token=<redacted>"),
        (";token=b c", ";token=<redacted>"),
        ("?a=TOKEN b", "?a=<redacted>%20b"),
    ])
    func `a malformed answer is shown without its token and secrets`(rest: String, shown: String) throws {
        let answer = try #require(Self.answer("xcallback:///reply/TOKEN" + rest.replacing("TOKEN", with: Self.token)))
        #expect(answer.shown(hiding: SecretNames()) == shown)
    }

    @Test func `a secret name without a letter hides nothing, and does not stop the search for the others`() throws {
        var names = SecretNames()
        names.add(["-"])
        let answer = try #require(Self.answer("xcallback:///reply/TOKEN?a=%zz&token=b"))
        #expect(answer.shown(hiding: names) == "?a=%zz&token=<redacted>")
    }

    @Test(arguments: [
        "?a=hello world", "&a=b c", "/more/b c?a=1", "/hello/x%20y", "?a=%zz&pin=x y", ";a=kept secret", "?%ff",
        "?a=abc#hello", "?a=%zz#hello", "?a=abc&hello", "?a=%zz&hello", "?a=1&hello#x y", "?{\"auth-token\":\"hello\"}",
        "?hello", "#hello?a=x y",
    ])
    func `an answer that cannot be read is written down without its token and values`(rest: String) throws {
        let table = try DispatchTable(configuration: Configuration.load(nil), compiled: [])
        let url = "xcallback://x-callback-url/reply/\(Self.token)\(rest)"
        let submission = Submission(url: Array(url.utf8), door: .desktop)
        let request = ReceivedRequest(
            id: RequestID(milliseconds: 0), submission: submission, table: table, begun: .now)
        let written = Redaction(of: RequestProgress(reading: request)).url(url)
        #expect(!written.contains(Self.token) && !written.contains("hello") && !written.contains("b c"), "\(written)")
        #expect(!written.contains("x y") && !written.contains("x%20y") && !written.contains("kept"), "\(written)")
    }
}
