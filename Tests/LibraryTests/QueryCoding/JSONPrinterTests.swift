import QueryCoding
import TestSupport
import Testing

struct JSONPrinterTests {
    @Test func `puts commas between members, elements and lines of their own`() {
        var printer = JSONPrinter(capacity: 0)
        printer.beginObject()
        printer.member("a", "x")
        printer.name("b")
        printer.beginArray()
        printer.integer(.min)
        printer.bool(true)
        printer.null()
        printer.beginArray()
        printer.endArray()
        printer.endArray()
        printer.member("c", [1, .object([])])
        printer.endObject()
        printer.endLine()
        printer.string("next")
        let text = "{\"a\":\"x\",\"b\":[-9223372036854775808,true,null,[]],\"c\":[1,{}]}\n\"next\""
        #expect(String(decoding: printer.bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("é🙂\u{2027}\u{202A}\u{A0}", "\"é🙂\u{2027}\u{202A}\u{A0}\""),
        ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#), ("\0\u{8}\u{1F}\u{7F}", #""\u0000\u0008\u001f\u007f""#),
        ("\u{80}\u{9F}", #""\u0080\u009f""#), ("a\u{2028}b\u{2029}", #""a\u2028b\u2029""#),
        ("\u{1}", #""\u0001""#), ("\u{9B}", #""\u009b""#), ("\u{2028}", #""\u2028""#),
    ])
    func `escapes controls and line separators, and nothing else`(text: String, json: String) throws {
        #expect(QueryValue.string(text).json == json)
    }

    @Test func `prints any text as the escapes of its characters one by one`() {
        var generator = SeededGenerator(seed: 11)
        let special: [Unicode.Scalar] = ["\"", "\\", "\n", "\u{7F}", "\u{85}", "\u{A9}", "\u{2028}", "\u{20A9}", "😀"]
        for _ in 0..<Scale.count(5000, upTo: 200_000) {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...24, using: &generator) {
                let any = Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &generator)) ?? "a"
                let letter: Unicode.Scalar = Bool.random(using: &generator) ? "a" : any
                text.append(Bool.random(using: &generator) ? special.randomElement(using: &generator) ?? "a" : letter)
            }
            let value = QueryValue.object([.init(String(text), .array([.string(String(text)), 1]))])
            #expect(value.json == "{\(quoted(text)):[\(quoted(text)),1]}")
        }
    }

    private func quoted(_ text: String.UnicodeScalarView) -> String {
        "\"" + text.map(Self.escaped).joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
            let hex = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        default: return String(scalar)
        }
    }
}
