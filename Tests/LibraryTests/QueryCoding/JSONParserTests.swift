import QueryCoding
import Testing

/// Strict JSON: the parser rejects every text that other parsers interpret differently.
struct JSONParserTests {
    private func parse(_ text: String, depth: Int = 16) throws -> QueryValue {
        try JSONParser.parse(Array(text.utf8), depthLimit: depth)
    }

    @Test(arguments: [
        #"{"a":1,"b":[true,false,null],"c":"x"}"#,
        #"[]"#, #"{}"#, #""""#, #"-0.5e+10"#, #"12345678901234567890123456789"#, #""é🙂""#,
        #"{"z":1,"a":2}"#,  // members keep their order
    ])
    func `prints what it parsed`(text: String) throws {
        #expect(try parse(text).json == text)
    }

    @Test(arguments: [
        (#" { "a" : [ 1 , 2 ] } "#, QueryValue.object([.init("a", [1, 2])])),
        (#""\u00e9\ud83d\ude42\n\/""#, "é🙂\n/"),
        ("\"\u{7F}\"", "\u{7F}"),
    ])
    func `reads spaces and escapes`(text: String, expected: QueryValue) throws {
        #expect(try parse(text) == expected)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", #"{"a":1,}"#, #"{"a"}"#, #"{a:1}"#, "01", "+1", ".5", "1.", "1e", "nul", "NaN", "'a'",
        "1 2", "{}x", "\u{FEFF}{}",  // a byte order mark
        #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\u12""#, #""\u+123""#, #""\x""#, "\"a\nb\"", "\"a",
    ])
    func `rejects malformed JSON`(text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test(
        arguments: [[0xFF], [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
    func `rejects invalid UTF-8`(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONParser.parse(bytes, depthLimit: 16) }
    }

    @Test
    func `rejects a duplicate name, compared by bytes`() throws {
        #expect(throws: JSONError.doubledKey("a")) { try parse(#"{"a":1,"a":2}"#) }
        #expect(throws: JSONError.doubledKey("a")) { try parse(#"{"a":1,"\u0061":2}"#) }
        // Canonically equivalent, but different bytes.
        #expect(try parse("{\"e\u{301}\":1,\"\u{E9}\":2}").json == "{\"e\u{301}\":1,\"\u{E9}\":2}")
    }

    @Test(arguments: [1, 2, 15, 16, 17, 18, 100])
    func `finds a doubled name among few members and many`(count: Int) throws {
        func object(_ names: [Int]) -> String { "{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}" }
        let names = Array(0..<count)
        #expect(try parse(object(names)).json == object(names))
        for name in [0, count / 2, count - 1] {
            #expect(throws: JSONError.doubledKey("\(name)")) { try parse(object(names + [name])) }
        }
    }

    @Test
    func `accepts nesting up to the limit`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try parse(nested(16)).json == nested(16))
        #expect(throws: JSONError.tooDeep(limit: 16)) { try parse(nested(17)) }
        #expect(throws: JSONError.tooDeep(limit: 16)) { try parse(String(repeating: "[", count: 100_000)) }
    }
}
