import QueryCoding
import TestSupport
import Testing

struct PercentCodingTests {
    @Test(arguments: [
        ("abcXYZ019-._~", "abcXYZ019-._~"),  // unreserved (RFC 3986 §2.3)
        ("", ""),
        ("a b", "a%20b"),  // never a plus
        ("a+b", "a%2Bb"),
        ("!*'();:@&=+$,/?%#[] ", "%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%2F%3F%25%23%5B%5D%20"),
        ("\r\n", "%0D%0A"),  // one Character, two bytes
        ("é", "%C3%A9"),
        ("e\u{301}", "e%CC%81"),  // canonically equivalent to é, but different bytes
        ("\u{212A}", "%E2%84%AA"),  // KELVIN SIGN is not K
        ("&\u{301}", "%26%CC%81"),  // a combining mark does not hide the ampersand
        ("😀", "%F0%9F%98%80"),
    ])
    func `encodes every byte except the unreserved ones`(text: String, encoded: String) {
        #expect(Array(PercentCoding.encode(text).utf8) == Array(encoded.utf8))
    }

    @Test(arguments: [
        ("a%20b", "a b"),
        ("a+b", "a+b"),  // a plus is a plus
        ("%2b%2B", "++"),  // hexadecimal digits in either case
        ("%2525", "%25"),  // decoded once
        ("é", "é"),  // raw UTF-8 (RFC 3987)
        ("%E2%84%AA", "\u{212A}"),
        ("%09%0A%0D", "\t\n\r"),  // the control characters that occur in text
        ("%EF%BF%BF", "\u{FFFF}"),  // a noncharacter is valid UTF-8
        ("%F4%8F%BF%BF", "\u{10FFFF}"),
        ("[];:@!$&'()*,=", "[];:@!$&'()*,="),  // RFC 3986 forbids some of these in a query, but they are common
        ("", ""),
    ])
    func `decodes once`(encoded: String, text: String) throws {
        let decoded = try PercentCoding.decode(Array(encoded.utf8)[...])
        #expect(Array(decoded.utf8) == Array(text.utf8))
    }

    @Test func `decodes a raw plus as a space on request, but never an encoded plus`() throws {
        #expect(try PercentCoding.decode(Array("a+b%2Bc".utf8)[...], plusAsSpace: true) == "a b+c")
        #expect(try PercentCoding.decode(Array("+".utf8)[...], plusAsSpace: true) == " ")
    }

    @Test(arguments: [
        ("%", "%"), ("a%", "%"), ("a%2", "%2"), ("%zz", "%zz"), ("%2g1", "%2g"), ("%%41", "%%4"), ("% 41", nil),
    ])
    func `rejects a malformed escape`(encoded: String, piece: String?) {
        let fault = piece.map { PercentCoding.Fault.malformedEscape($0) } ?? .unencoded(0x20)
        #expect(throws: fault) { try PercentCoding.decode(Array(encoded.utf8)[...]) }
    }

    @Test(arguments: [
        "%FF",  // never occurs in UTF-8
        "%C0%AF",  // an overlong slash
        "%E0%80%AF",  // another
        "%ED%A0%80",  // a surrogate
        "%F4%90%80%80",  // above U+10FFFF
        "%E2%84",  // truncated
        "%80",  // a continuation byte alone
    ])
    func `rejects encoded bytes that are not UTF-8`(encoded: String) {
        #expect(throws: PercentCoding.Fault.notUTF8) { try PercentCoding.decode(Array(encoded.utf8)[...]) }
    }

    @Test(arguments: [
        [0x61, 0xFF],
        Array("e%CC".utf8) + [0x81],  // an escape and a raw byte, which are a character together
        [0xC3] + Array("%A9".utf8),
    ])
    func `rejects raw bytes that are not UTF-8`(bytes: [UInt8]) {
        #expect(throws: PercentCoding.Fault.notUTF8) { try PercentCoding.decode(bytes[...]) }
    }

    @Test(arguments: Array(UInt8(0)...0x1F) + [0x7F])
    func `rejects an encoded control character except tab, LF and CR`(byte: UInt8) throws {
        let text = "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        if [0x09, 0x0A, 0x0D].contains(byte) {
            #expect(try PercentCoding.decode(Array(text.utf8)[...]).utf8.elementsEqual([byte]))
        } else {
            #expect(throws: PercentCoding.Fault.control(byte)) { try PercentCoding.decode(Array(text.utf8)[...]) }
        }
    }

    @Test(arguments: UInt8(0x80)...0x9F)
    func `rejects a C1 control character, raw and encoded`(byte: UInt8) {
        let encoded = "%C2%" + String(byte, radix: 16)
        #expect(throws: PercentCoding.Fault.control(byte)) { try PercentCoding.decode(Array(encoded.utf8)[...]) }
        #expect(throws: PercentCoding.Fault.control(byte)) { try PercentCoding.decode([0xC2, byte]) }
    }

    @Test(arguments: Array(UInt8(0)...0x20) + [0x7F] + Array("\"<>\\^`{|}".utf8))
    func `rejects a raw byte that must be encoded, even tab, LF and CR`(byte: UInt8) {
        #expect(throws: PercentCoding.Fault.unencoded(byte)) { try PercentCoding.decode([0x61, byte, 0x62]) }
    }

    @Test func `decodes any text that it encoded`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let text = String.random(using: &generator)
            let encoded = PercentCoding.encode(text)
            #expect(Array(try PercentCoding.decode(Array(encoded.utf8)[...]).utf8) == Array(text.utf8))
            #expect(PercentCoding.encode(encoded) == encoded || encoded.utf8.contains(UInt8(ascii: "%")))
        }
    }

    @Test(arguments: [
        (PercentCoding.Fault.notUTF8, "is not valid UTF-8"),
        (.malformedEscape("%zz"), "has a malformed percent escape '%zz'; a literal percent sign is %25"),
        (.malformedEscape("%é\u{1B}"), "has a malformed percent escape '%??'; a literal percent sign is %25"),
        (.control(0x1B), "has the control character U+001B"),
        (.unencoded(0x20), "has a raw space; percent-encode it as %20"),
        (.unencoded(0x5C), "has a raw '\\'; percent-encode it as %5C"),
        (.unencoded(0x0A), "has a raw control character U+000A; percent-encode it as %0A"),
    ])
    func `describes each error`(fault: PercentCoding.Fault, sentence: String) { #expect(fault.description == sentence) }
}
