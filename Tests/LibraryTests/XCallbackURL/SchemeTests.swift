import Testing
import XCallbackURL

struct SchemeTests {
    @Test(arguments: [
        ("notes", "notes"), ("NoTeS", "notes"), ("s", "s"), ("scheme+1.2-3", "scheme+1.2-3"),
        ("x-callback-url", "x-callback-url"), ("myApp.callback", "myapp.callback"),
        ("com.urx.TestApp", "com.urx.testapp"),
    ])
    func `accepts a letter, then letters, digits, plus, minus and dot`(text: String, lowered: String) throws {
        let scheme = try #require(Scheme(text))
        #expect(scheme.text == lowered)
        #expect(scheme.description == lowered)
        #expect(scheme == Scheme(lowered))
    }

    @Test(arguments: [
        "", "1", "1scheme", ".scheme", "-scheme", "+scheme", "scheme space", "scheme#", "scheme?", "scheme/", "схема",
        "a_b", "a\u{301}", "\u{212A}", "no\u{212A}", "é", "a:", "a\n", "\r\n", "a%41", "[a", "@", "`",
    ])
    func `rejects any other text`(text: String) { #expect(Scheme(text) == nil) }

    @Test(arguments: [("http", true), ("HTTPS", true), ("httpx", false), ("notes", false)])
    func `distinguishes web links`(text: String, isWeb: Bool) { #expect(Scheme(text)?.isWeb == isWeb) }
}
