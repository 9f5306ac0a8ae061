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
        ("a%252Fb%2Fa/b", "a/b", "@%2F@"),  // twice, and not at all
        ("a+b a%20b a%2Bb", "a b", "@ @ @"),  // a form writes a space as +
        (#"{"p":"a\"b\/c\u00e9\n"}"#, "a\"b/cé\n", #"{"p":"@"}"#),
        (#"\ud83d\udd11 key"#, "🔑 key", "@"),  // a pair of surrogates
        (#"%22a%5C%22b%22"#, "a\"b", "%22@%22"),  // JSON in a URL
        (#"C:\nopass"#, "nopass", #"C:\@"#),  // the backslash is no escape
        ("x%41y", "x%41y", "@"),
        ("xAy", "x%41y", "@"),  // decoded once more
        ("Basic dXNlcjpodW50ZXIy", "user:hunter2", "Basic @"),  // base64
        ("eyJwIjoiaHVudGVyMiJ9", "hunter2", "eyJwIjoi@iJ9"),  // inside of base64: {"p":"hunter2"}
        ("> dXNlcjpo\ndW50ZXIy\n", "user:hunter2", "> @\n"),  // base64 folded over lines
        ("d\r\nXNlcjpodW50ZXI\r\n\r\ny.", "user:hunter2", "@."),  // after any number of characters
        (#"{"p":"dXNlcjpo\r\ndW50ZXIy\n"}"#, "user:hunter2", #"{"p":"@\n"}"#),
        ("a=dXNlcjpo%0D%0AdW50ZXIy%0A", "user:hunter2", "a=@%0A"),
        ("a=dXNlcjpo%5CndW50ZXIy", "user:hunter2", "a=@"),  // in JSON in a URL
        ("eyJwIjoiaHV\nudGVyMiJ9", "hunter2", "eyJwIjoi@iJ9"),  // inside of base64
        ("hunt\ner2", "hunter2", nil),  // no program folds what is no base64
        ("7 or 77", "7", nil),  // too short to look for
        ("nothing here", "hunter2", nil),
    ])
    func `finds a secret in every encoding`(text: String, secret: String, expected: String?) {
        #expect(redacted(text, secret) == expected)
    }

    @Test func `a text with more encodings, or for more secrets, than it looks for is left out as a whole`() {
        #expect(redacted("x%\(String(repeating: "25", count: 20))41", "hunter2") == "@")
        let many = (0..<40).map { Array("secret-\($0)".utf8) }
        #expect(SecretSearch(Set(many)).replacing(in: Array("abc".utf8)[...], by: [0x40]) == [0x40])
    }

    @Test func `a text that takes too many comparisons is left out as a whole`() {
        let text = String(repeating: "a", count: 1 << 18)
        #expect(redacted(text, text + "b") == "@")
        #expect(redacted(text, String(repeating: "a", count: 31) + "b") == "@")
        #expect(redacted(text, "abc") == nil)
    }

    /// As base64(1) folds it, wherever the secret begins.
    @Test(arguments: [76, 64, 1], 0...60)
    func `finds a secret in base64 that is folded`(width: Int, place: Int) throws {
        let secret = "CANARYx9k-/+?ÿ~"
        let text = String(repeating: "a", count: place) + secret + "zz"
        for base64 in [
            Data(text.utf8).base64EncodedString(),
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"),
        ] {
            var folded = ""
            for (index, letter) in base64.enumerated() {
                folded += index > 0 && index % width == 0 ? "\n\(letter)" : "\(letter)"
            }
            let unfolded = try #require(redacted(base64, secret))
            #expect(redacted(folded, secret)?.replacing("\n", with: "") == unfolded)
        }
    }

    private static let encodings: [@Sendable (String) -> String] = [
        { PercentCoding.encode($0) },
        { $0.utf8.map { "%" + String(format: "%02x", $0) }.joined() },
        { $0.replacing("%", with: "%25").replacing("+", with: "%2B").replacing(" ", with: "+") },
        { String(QueryValue.string($0).json.dropFirst().dropLast()) },
        { $0.replacing("\\", with: "\\\\").replacing("/", with: "\\/").replacing("\"", with: "\\u0022") },
    ]
    private static let decodings: [@Sendable (String) -> String?] = [
        { try? PercentCoding.decode(Array($0.utf8)[...]) },
        { try? PercentCoding.decode(Array($0.utf8)[...]) },
        { try? PercentCoding.decode(Array($0.utf8)[...], plusAsSpace: true) },
        { try? JSONParser.parse(Array("\"\($0)\"".utf8), depthLimit: 1).string },
        { try? JSONParser.parse(Array("\"\($0)\"".utf8), depthLimit: 1).string },
    ]

    @Test(arguments: 0..<200)
    func `leaves no secret to whoever decodes a text that was encoded up to four times`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = Array("abc7%+ /\"\\&=é🔑\n")
        func word(_ count: Int) -> String {
            String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
        }
        let secret = "s\(word(Int.random(in: 2..<12, using: &generator)))"
        var text = "before \(secret) after"
        var chain: [Int] = []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            chain.append(Self.encodings.indices.randomElement(using: &generator) ?? 0)
            text = Self.encodings[chain.last ?? 0](text)
        }
        guard var found = redacted(text, secret) else {
            Issue.record("'\(secret)' was not found in '\(text)', encoded by \(chain)")
            return
        }
        for step in chain.reversed() { found = Self.decodings[step](found) ?? found }
        #expect(!found.contains(secret), "\(found), encoded by \(chain)")
    }
}
