import DispatcherMessages
import Foundation
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
        #expect(Printable.logged(text) == expected)
    }

    @Test(arguments: [
        ("--title=a/b", "--title=a/b"),
        ("", "''"),
        ("a b", "'a b'"),
        ("it's", #"'it'\''s'"#),
        ("$(id) `id` *", "'$(id) `id` *'"),
        (#"a\b"#, #"'a\b'"#),
        ("~", "'~'"),  // the home
        ("of=~/x", "'of=~/x'"),  // in bash
        ("é'\\1", #"'é'\''\1'"#),
        ("é'\\1\n", #"$'é\'\\1\u000a'"#),
        ("M\u{202E}ü", #"$'M\u202eü'"#),
        ("\u{1F600}1", "'\u{1F600}1'"),
        ("\u{F0000}1", #"$'\U000f00001'"#),
    ])
    func `a word is written so that a shell reads it`(word: String, expected: String) throws {
        #expect(Printable.shellWord(word) == expected)
        let pipe = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "printf %s \(expected)"]
        process.environment = ["LC_ALL": "C.UTF-8"]
        process.standardOutput = pipe
        try process.run()
        #expect(try pipe.fileHandleForReading.readToEnd() ?? Data() == Data(word.utf8))
        process.waitUntilExit()
    }

    @Test func `a word ends at the limit`() {
        #expect(
            Printable.shellWord(String(repeating: "a", count: 100), limit: 10) == "'aaaaaaaaaa… 90 more characters'")
    }

    @Test func `ends at the limit`() {
        #expect(Printable.logged(String(repeating: "a", count: 100), limit: 10) == "aaaaaaa...")
        #expect(Printable.logged(String(repeating: "\u{0}", count: 60_000)).utf8.count <= 2048)
    }
}
