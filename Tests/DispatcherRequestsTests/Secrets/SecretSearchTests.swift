import Foundation
import QueryCoding
import TestSupport
import Testing

@testable import DispatcherRequests

struct SecretSearchTests {
    private func redacted(_ text: String, _ secrets: String...) -> String? {
        SecretSearch(Set(secrets.map { Array($0.utf8) })).replacing(in: Array(text.utf8)[...], by: Array("@".utf8))
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("the word is hunter2, again hunter2", "hunter2", "the word is @, again @"),
        ("a=%68%75nter2&b", "hunter2", "a=@&b"),  // percent-encoded where it need not be
        ("caf%c3%A9%2f", "café/", "@"),  // in either case
        ("a%2Fb%3Fa/b", "a/b", "@%3F@"),  // once, and not at all
        ("url=https:%2F%2Fh%3Fp=a%252Fb", "a/b", "url=https:%2F%2Fh%3Fp=@"),  // in a URL in a URL
        ("a+b a%20b a%2Bb", "a b", "@ @ @"),  // a form writes a space as +
        (#"{"p":"a\"b\/c\u00e9\n"}"#, "a\"b/cé\n", #"{"p":"@"}"#),
        (#"\ud83d\udd11 key"#, "🔑 key", "@"),  // a pair of surrogates
        (#"%22a%5C%22b%22"#, "a\"b", "%22@%22"),  // JSON in a URL
        (#"C:\nopass"#, "nopass", #"C:\@"#),  // the backslash is no escape
        ("x%41y", "x%41y", "@"),
        (#"x%41\"y"#, "x%41\"y", "@"),  // in JSON, and no percent-encoding
        ("Basic dXNlcjpodW50ZXIy", "user:hunter2", "Basic @"),  // base64
        ("eyJwIjoiaHVudGVyMiJ9", "hunter2", "eyJwIjoi@iJ9"),  // inside of base64: {"p":"hunter2"}
        ("a=dXNlcjpodW50ZXIy%0A", "user:hunter2", "a=@%0A"),  // in a URL
        ("7 or 77", "7", nil),  // too short to look for
        ("nothing here", "hunter2", nil),
    ])
    func `finds a secret as it is, percent-encoded, in JSON and in base64`(
        text: String, secret: String, expected: String?
    ) {
        #expect(redacted(text, secret) == expected)
    }

    @Test func `a text is left out as a whole if it has more secrets than it looks for`() {
        let many = (0..<40).map { Array("secret-\($0)".utf8) }
        #expect(SecretSearch(Set(many)).replacing(in: Array("abc".utf8)[...], by: [0x40]) == [0x40])
    }

    @Test func `a text that takes too many comparisons is left out as a whole`() {
        let text = String(repeating: "a", count: 1 << 18)
        #expect(redacted(text, text + "b") == "@")
        #expect(redacted(text, String(repeating: "a", count: 31) + "b") == "@")
        #expect(redacted(text, "abc") == nil)
    }

    /// Percent-encodings, and escapes of JSON.
    private static let encodings: [[@Sendable (String) -> String]] = [
        [
            { $0.utf8.map { "%" + String(format: "%02x", $0) }.joined() }, { PercentCoding.encode($0) },
            { $0.replacing("%", with: "%25").replacing("+", with: "%2B").replacing(" ", with: "+") },
        ],
        [
            { String(QueryValue.string($0).json.dropFirst().dropLast()) },
            { $0.replacing("\\", with: "\\\\").replacing("/", with: "\\/").replacing("\"", with: "\\u0022") },
        ],
    ]

    @Test(arguments: 0..<200)
    func `leaves no secret to whoever decodes a URL, JSON, or JSON in a URL`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let letters = Array("abc7%+ /\"\\&=é🔑\n")
        let rest = (0..<Int.random(in: 2..<12, using: &generator)).compactMap { _ in
            letters.randomElement(using: &generator)
        }
        let secret = "s" + rest
        var text = "before \(secret) after"
        if Bool.random(using: &generator), let escape = Self.encodings[1].randomElement(using: &generator) {
            text = escape(text)
        }
        if Bool.random(using: &generator), let encode = Self.encodings[0].randomElement(using: &generator) {
            text = encode(text)
        }
        let found = try #require(redacted(text, secret), "'\(secret)' was not found in '\(text)'")
        for plusAsSpace in [false, true] {
            let decoded = (try? PercentCoding.decode(Array(found.utf8)[...], plusAsSpace: plusAsSpace)) ?? found
            let unescaped = try? JSONParser.parse(Array("\"\(decoded)\"".utf8), depthLimit: 1).string
            for shown in [found, decoded, unescaped ?? decoded] { #expect(!shown.contains(secret), "\(text)") }
        }
    }
}
