import TestSupport
import Testing
import URLSchemeRouter

struct TextPatternTests {
    @Test(
        arguments: [
            ("", [""], ["a"]), ("abc", ["abc"], ["ab", "abcd", "xabc", "ABC", ""]),
            (".", ["a", "é", "😀"], ["", "ab", "\n", "\r", "e\u{301}"]),
            ("[A-Z]+-[0-9]+", ["AB-12", "A-1"], ["a-1", "A-", "-1", "A-1x", "xA-1"]),
            ("[A-Z0-9_-]*", ["", "A_9-"], ["a"]), ("[-a]", ["-", "a"], ["b"]), ("[^/]+", ["a.b", "é"], ["a/b", ""]),
            ("[^^]", ["a"], ["^"]), ("[a^]", ["^"], ["b"]), ("[a\\]b]", ["]"], ["\\"]), ("[\\d.]+", ["1.2"], ["a"]),
            ("[^\\D5]", ["4"], ["5", "a"]), ("[\\W]", ["-"], ["a"]), ("[.*+?(){}|$]", [".", "*", "$"], ["a"]),
            ("[\\w-]", ["-", "a"], ["+"]), ("[é-ü]", ["ö"], ["z"]), ("[\\t-\\r]", ["\n"], [" "]),
            ("\\d\\D\\w\\W\\s\\S", ["1a_- x"], ["٣a_- x", "1aé- x"]), ("\\.\\/\\-\\\\\\{\\}", ["./-\\{}"], ["a/-\\{}"]),
            ("\\t\\n\\r", ["\t\n\r"], ["tnr"]), ("a|b|", ["a", "b", ""], ["ab"]),
            ("(a|bc)d", ["ad", "bcd"], ["abcd", "d"]), ("(?:ab)+", ["abab"], ["aba", ""]),
            ("a?b", ["b", "ab"], ["aab"]), ("a{3}", ["aaa"], ["aa", "aaaa"]), ("a{2,}", ["aa", "aaaaa"], ["a"]),
            ("a{1,3}", ["a", "aaa"], ["", "aaaa"]), ("a{0}b", ["b"], ["ab"]), ("(a{0,2}){2}", ["", "aaaa"], ["aaaaa"]),
            ("(a*)*b", ["b", "aab"], ["aa"]), ("(a|a)*", ["", "aaa"], ["b"]), ("(a*)+", ["", "aa"], ["b"]),
            ("(()|a)*", ["", "aa"], ["b"]), ("^a$", ["a"], ["^a$"]), ("^a|b$", ["a", "b"], ["ab"]),
            ("\\^a\\$", ["^a$"], ["a"]), ("é", ["é"], ["e\u{301}"]), ("a\u{301}?", ["a", "a\u{301}"], ["á"]),
            ("\r\n", ["\r\n"], ["\n"]),
        ] as [(String, [String], [String])])
    func `matches only whole texts`(pattern: String, matching: [String], other: [String]) throws {
        let pattern = try TextPattern(pattern)
        #expect(matching.filter { !pattern.matches($0) } == [])
        #expect(other.filter { pattern.matches($0) } == [])
    }

    @Test(arguments: TextTable.rows("regular-expressions.txt"))
    func `reports what is wrong or not supported, and where`(row: [String]) {
        #expect { try TextPattern(row[0]) } throws: { "\($0)" == row[1] }
    }

    @Test(arguments: [
        (String(repeating: "(", count: 100_000), "groups are nested more than 50 deep, at character 51"),
        (
            String(repeating: "a", count: 1001),
            "it needs more than 1000 states; use smaller counts or a shorter pattern, at character 1"
        ),
    ])
    func `limits the depth and the number of states`(pattern: String, message: String) {
        #expect { try TextPattern(pattern) } throws: { "\($0)" == message }
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: ["(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)*b", "a{0,200}a{0,200}b", "(((a*)*)*)*b"])
    func `does not hang on any text`(pattern: String) throws {
        let isSmall = pattern.contains("{")
        #expect(try !TextPattern(pattern).matches(String(repeating: "a", count: isSmall ? 2000 : 100_000)))
    }

    @Test func `parses any text or throws`() {
        var generator = SeededGenerator(seed: 20)
        let pieces = [
            "a", "b", ".", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{", "}", "(", "(?:", "(?", ")", "[", "[^", "]", "-",
            "|", "^", "$", "\\", "\\d", "\\W", "\\1", "é", "\u{301}", "\r\n", "0", ",", "9",
        ]
        var parsed = 0
        for _ in 0..<5000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...10, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            guard let pattern = try? TextPattern(text) else { continue }
            parsed += 1
            _ = pattern.matches(String.random(using: &generator) + "ab09")
        }
        #expect(parsed > 500)
    }

    /// Random patterns with texts that they match.
    @Test func `matches texts generated along with the pattern`() throws {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<1000 {
            let (pattern, text) = sample(depth: 3, &generator)
            #expect(try TextPattern(pattern).matches(text), "'\(pattern)' and '\(text)'")
        }
    }

    private func sample(depth: Int, _ generator: inout SeededGenerator) -> (pattern: String, text: String) {
        switch depth == 0 ? 0 : Int.random(in: 0...4, using: &generator) {
        case 1:
            let (first, second) = (sample(depth: depth - 1, &generator), sample(depth: depth - 1, &generator))
            return (first.pattern + second.pattern, first.text + second.text)
        case 2:
            let (first, second) = (sample(depth: depth - 1, &generator), sample(depth: depth - 1, &generator))
            let isFirst = Bool.random(using: &generator)
            return ("(\(first.pattern)|\(second.pattern))", isFirst ? first.text : second.text)
        case 3:
            let part = sample(depth: depth - 1, &generator)
            let count = Int.random(in: 0...3, using: &generator)
            let counts = ["*", "{0,3}", "{\(count)}", "{\(count),}"]
            let text = String(repeating: part.text, count: count)
            return ("(?:\(part.pattern))\(counts.randomElement(using: &generator) ?? "*")", text)
        case 4:
            let scalar = ["b", "m", "é"].randomElement(using: &generator) ?? "b"
            return ("[a-y\(scalar)]", scalar)
        default:
            let scalar = ["a", "x", "é", "\\."].randomElement(using: &generator) ?? "a"
            return (scalar, scalar == "\\." ? "." : scalar)
        }
    }
}
