import Testing

@testable import DispatcherConfiguration

/// What the reader makes of odd files. Every other test of a file reads through it too.
struct YAMLReaderTests {
    private static let anchors = "anchors and aliases are not accepted; repeat the value"
    private static let tags = "tags are not accepted; the key determines the type of its value"

    private static func read(_ text: String) -> (json: String?, mistakes: [String]) {
        let diagnostics = Diagnostics()
        let node = YAMLReader.read(Array(text.utf8), file: "f", diagnostics: diagnostics)
        return (
            node?.json(after: ""),
            diagnostics.mistakes.map { "\($0.location.line):\($0.location.column): \($0.message)" }
        )
    }

    @Test(
        arguments: [
            ("", nil),
            ("# nothing", nil),
            ("---\n", "null"),
            ("a", "\"a\""),
            ("a: b", #"{"a":"b"}"#),
            // The texts of the type that other readers guess.
            ("[1, ~, null, yes, 1.5, <<]", #"["1","~","null","yes","1.5","<<"]"#),
            // A key without a value, and an empty text.
            ("a:\nb: ''\nc: \"\"\nd: |\n", #"{"a":null,"b":"","c":"","d":""}"#),
            ("a: |\n  b\n   c\n\nd: >-\n  e\n  f", #"{"a":"b\n c\n","d":"e f"}"#),
            (#"["\0", "\x41\u00e9\U0001F600", 'it''s']"#, #"["\u0000","Aé😀","it's"]"#),
            // One entry of a mapping in a list.
            ("[a: b, ? c, {d}]", #"[{"a":"b"},{"c":null},{"d":null}]"#),
            ("\u{FEFF}a: b", #"{"a":"b"}"#),
            ("\u{FEFF}a: b\nc: d\n", #"{"a":"b","c":"d"}"#),
            ("\u{FEFF}", nil),
            ("%YAML 1.2\n--- {a: b}\n...\n", #"{"a":"b"}"#),
            ("a: b\r\nc: d\re: f\u{2028}g: h", #"{"a":"b","c":"d","e":"f","g":"h"}"#),
            // The tag of a text changes nothing here.
            ("!!str a: !!str 'b'\nc: !!str \"5\"", #"{"a":"b","c":"5"}"#),
            // More keys than are compared with each other.
            (
                "{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9}",
                #"{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":"8","i":"9"}"#
            ),
        ] as [(String, String?)])
    func `reads`(text: String, json: String?) {
        let (found, mistakes) = Self.read(text)
        #expect(found == json && mistakes.isEmpty)
    }

    @Test(
        arguments: [
            // The place of a value, and of what is around it, once.
            ("a: &x {b: &y c}\nd: *x", ["1:4: \(anchors)"]),
            ("a: &x [&y b, *y]\nc: *y", ["1:4: \(anchors)", "1:8: \(anchors)"]),
            ("&x a: b", ["1:1: \(anchors)"]),
            ("a: *x", ["1:4: YAML syntax: found undefined alias"]),
            // A value is not part of itself.
            ("a: &x [*x]", ["1:8: YAML syntax: found undefined alias"]),
            ("a: !!str 5", ["1:4: \(tags)"]),
            ("a: ! 'b'", ["1:4: \(tags)"]),
            ("!!map {a: !x b}", ["1:1: \(tags)"]),
            ("!x a: b", ["1:1: \(tags)"]),
            ("a: !x!y b", ["1:4: YAML syntax: while parsing a node found undefined tag handle"]),
            ("? [a]\n: b", ["1:3: a key must be a text, not a list"]),
            ("? {a: b}", ["1:3: a key must be a text, not a mapping"]),
            ("{? : b}", ["1:4: a key has no value"]),
            ("a: {b: 1, a: 2, b: 3, a: 4}", ["1:11: duplicate key 'a', 'b'"]),
            // The inner mapping ends first.
            ("{a: 1, b: {c: 1, c: 2}, a: 3}", ["1:12: duplicate key 'c'"]),
            // The same letter of other scalars.
            ("u\u{308}: 1\n\u{FC}: 2", ["1:1: duplicate key 'u\u{308}'"]),
            ("{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, c: 9}", ["1:14: duplicate key 'c'"]),
            // Only what ends the parsing is reported.
            (
                "a: &x b\nc: !y d\ne: f: g",
                ["3:5: YAML syntax: mapping values are not allowed in this context; quote a text that contains ': '"]
            ),
            // The place of the bracket, not of the end of the file.
            (
                "[a",
                [
                    "1:1: YAML syntax: while parsing a flow sequence did not find expected ',' or ']'; "
                        + "close each '[' and '{', and quote a text that contains one of them"
                ]
            ),
            ("a\n---\nb", ["2:1: YAML syntax: but found another document"]),
            // Characters that YAML does not have.
            ("é: \u{80}", ["1:1: YAML syntax: control characters are not allowed"]),
            // Columns are Unicode scalars, and these end lines.
            ("é: [ü, x: y, \"z]", ["1:17: YAML syntax: while scanning a quoted scalar found unexpected end of stream"]),
            (
                "a: b\u{85}c: d\u{2029}e: %",
                [
                    "3:4: YAML syntax: while scanning for the next token found character that cannot start any token; "
                        + "quote a text that begins with '%'"
                ]
            ),
        ] as [(String, [String])])
    func `names the mistakes of`(text: String, mistakes: [String]) { #expect(Self.read(text).mistakes == mistakes) }

    @Test func `finds its place in a long line`() {
        let count = 50_000
        let text = "[" + String(repeating: "é, ", count: count) + "*a]"
        #expect(Self.read(text).mistakes == ["1:\(3 * count + 2): YAML syntax: found undefined alias"])
    }

    @Test(arguments: [("[", "]"), ("- ", ""), ("{a: ", "}"), ("[a: ", "]")])
    func `reads values as deep as the parser goes`(opening: String, closing: String) {
        func nested(_ depth: Int) -> (json: String?, mistakes: [String]) {
            Self.read(String(repeating: opening, count: depth) + "x" + String(repeating: closing, count: depth))
        }
        let deep = nested(50)
        #expect(deep.mistakes.isEmpty && deep.json?.contains("\"x\"") == true)
        let tooDeep = nested(100_000)
        #expect(tooDeep.json == nil && tooDeep.mistakes.count == 1)
        #expect(tooDeep.mistakes.first?.hasSuffix("found more than 100 levels of nesting") == true)
    }
}
