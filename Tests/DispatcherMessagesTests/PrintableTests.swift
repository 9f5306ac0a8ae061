import DispatcherMessages
import Testing

/// Text from outside in logs and on terminals.
struct PrintableTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("a\nb\r\u{1B}[31m", #"a\u{a}b\u{d}\u{1b}[31m"#),
        ("\u{202E}é", #"\u{202e}\u{e9}"#),
        (#"\u{a}"#, #"\\u{a}"#),  // a text cannot forge an escape
    ])
    func `is one line of printable ASCII`(text: String, expected: String) {
        #expect(Printable.line(text) == expected)
    }

    @Test
    func `ends at the limit`() {
        #expect(Printable.line(String(repeating: "a", count: 100), limit: 10) == "aaaaaaa...")
        #expect(Printable.line(String(repeating: "\u{0}", count: 60_000)).utf8.count <= 2048)
    }
}
