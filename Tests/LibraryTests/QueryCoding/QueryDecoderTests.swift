import FoundationEssentials
import QueryCoding
import Testing

struct QueryDecoderTests {
    @Test(arguments: [
        ("true", true), ("false", false), ("1", true), ("0", false), ("yes", true), ("no", false), ("on", true),
        ("off", false), ("TRUE", true), ("Yes", true), ("oFF", false),
        ("", nil), ("2", nil), ("y", nil), ("t", nil), ("truE%20", nil), ("-1", nil),
    ])
    func `reads a Bool`(text: String, value: Bool?) throws { try expect(text, value) }

    @Test(arguments: [
        ("5", 5), ("%2B5", 5), ("+5", 5), ("-5", -5), ("007", 7), ("-0", 0), ("9223372036854775807", .max),
        ("-9223372036854775808", .min), ("9223372036854775808", nil), ("", nil), ("%205", nil), ("5%20", nil),
        ("5.0", nil), ("1e3", nil), ("0x10", nil),
        ("1_000", nil), ("--5", nil), ("+", nil), ("%D9%A5", nil),  // ARABIC-INDIC DIGIT FIVE
    ])
    func `reads an Int`(text: String, value: Int?) throws { try expect(text, value) }

    @Test(arguments: [
        ("1", 1), ("1.5", 1.5), ("-1.5", -1.5), ("+1.5", 1.5), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-3", 0.001),
        ("1e+3", 1000), ("007", 7), ("nan", nil), ("inf", nil), ("-inf", nil), ("infinity", nil), ("0x10", nil),
        ("0x1p4", nil), ("1e400", nil), ("", nil), (".", nil), ("e3", nil), ("1e", nil), ("1,5", nil), ("%201", nil),
        ("1%20", nil), ("--1", nil), ("1.2.3", nil),
    ])
    func `reads a Double`(text: String, value: Double?) throws { try expect(text, value) }

    @Test func `reads every integer type within its bounds`() throws {
        try expectBounds(Int8.self)
        try expectBounds(Int16.self)
        try expectBounds(Int32.self)
        try expectBounds(Int64.self)
        try expectBounds(UInt.self)
        try expectBounds(UInt8.self)
        try expectBounds(UInt16.self)
        try expectBounds(UInt32.self)
        try expectBounds(UInt64.self)
        try expect("1.25", Float(1.25))
        try expect("1e39", Float?.none)
    }

    @Test(
        arguments: [
            ("2024-01-02T03:04:05Z", 1_704_164_645),
            ("2024-01-02t03:04:05z", 1_704_164_645),  // RFC 3339 §5.6
            ("2024-01-02T03:04Z", 1_704_164_640),
            ("2024-01-02", 1_704_153_600),  // midnight UTC
            ("1970-01-01", 0), ("1969-12-31T23:59:59Z", -1),
            ("2024-02-29", 1_709_164_800), ("2000-02-29", 951_782_400),
            ("2024-01-02T03:04:05.5Z", 1_704_164_645.5),
            ("2024-01-02T03:04:05%2B01:00", 1_704_161_045),
            ("2024-01-02T03:04:05+0100", 1_704_161_045),
            ("2024-01-02T03:04:05-01", 1_704_168_245),
            ("0000-03-01", -62_162_035_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("0", nil), ("1704164645", nil), ("2024-01-02T03:04:05", nil),  // no time zone
            ("2023-02-29", nil), ("1900-02-29", nil), ("2024-13-01", nil), ("2024-00-01", nil), ("2024-04-31", nil),
            ("2024-01-00", nil), ("2024-1-2", nil), ("20240102", nil), ("2024-01-02T24:00:00Z", nil),
            ("2024-01-02T03:60:00Z", nil), ("2024-01-02T03:04:61Z", nil), ("2024-01-02T03:04:05.Z", nil),
            ("2024-01-02T03:04:05Zx", nil), ("2024-01-02T", nil), ("2024-01-02%2003:04:05Z", nil), ("", nil),
            ("99999-01-01", nil), ("2024-01-02T03:04:05+25:00", nil), ("2024-01-02T03:04:05%2B1:00", nil),
        ] as [(String, Double?)])
    func `reads a Date as ISO 8601`(text: String, seconds: Double?) throws {
        try expect(text, seconds.map { Date(timeIntervalSince1970: $0) })
    }

    @Test(
        arguments: [
            ("3q0=", [0xDE, 0xAD]), ("3q0", [0xDE, 0xAD]), ("3q0%3D", [0xDE, 0xAD]), ("", []),
            ("-_-_", [0xFB, 0xFF, 0xBF]), ("%2B/+/", [0xFB, 0xFF, 0xBF]), ("AA==", [0]),
            ("3q0=%20", nil), ("3q=0", nil), ("===", nil), ("A", nil), ("3q0*", nil), ("AA===", nil),
        ] as [(String, [UInt8]?)])
    func `reads Data as base64 and base64url`(text: String, bytes: [UInt8]?) throws {
        try expect(text, bytes.map { Data($0) })
    }

    @Test(arguments: [
        ("https%3A%2F%2Fx.y%2Fa%3Fb%3Dc", "https://x.y/a?b=c"), ("notes:create", "notes:create"),
        ("https://h/%C3%A9", "https://h/%C3%A9"),
        ("", nil), ("/relative", nil), ("a", nil), ("https://h/%20a", nil), ("https://h/%2525zz%25", nil),
    ])
    func `reads an absolute URL`(text: String, url: String?) throws {
        try expect(text, url.flatMap { URL(string: $0) })
    }

    @Test func `reads UUID and Decimal`() throws {
        try expect("e621e1f8-c36c-495a-93fc-0c247a3e6e5f", UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        try expect("E621E1F8C36C495A93FC0C247A3E6E5F", UUID?.none)
        try expect("12345678901234567890.05", Decimal(string: "12345678901234567890.05"))
        try expect("-1e-3", Decimal(string: "-0.001"))
        try expect("nan", Decimal?.none)
        try expect("0x1", Decimal?.none)
        try expect("1,5", Decimal?.none)
        try expect("12abc", Decimal?.none)
    }

    @Test func `keeps the bytes of a text`() throws {
        for text in ["é", "e\u{301}", "\u{212A}", "a\r\nb", "", " a ", "100%25"] {
            let decoded = try decode(Field<String>.self, "a=\(PercentCoding.encode(text))").a
            #expect(Array(decoded.utf8) == Array(text.utf8))
        }
    }

    @Test func `matches field names by bytes`() {
        struct Accent: Decodable { var é: String }
        struct Kelvin: Decodable { var K: String }
        #expect(throws: QueryCodingError(.parameterNotFound, path: "é")) { try decode(Accent.self, "e%CC%81=1") }
        #expect(throws: QueryCodingError(.parameterNotFound, path: "K")) { try decode(Kelvin.self, "%E2%84%AA=1") }
        #expect(throws: Never.self) { try decode(Accent.self, "%C3%A9=1") }
    }

    @Test func `uses the last of repeated values`() throws {
        #expect(try decode(Field<Int>.self, "a=1&a=2&a").a == 2)
        // The last value counts even if only an earlier one would parse.
        #expect(throws: QueryCodingError.self) { try decode(Field<Int>.self, "a=1&a=x") }
    }

    @Test func `decodes a top-level scalar from the name result`() throws {
        #expect(try decode(Int.self, "result=7") == 7)
        #expect(try decode([String].self, "result=a&result=b") == ["a", "b"])
        #expect(try decode(Int?.self, "") == nil)
        #expect(throws: QueryCodingError(.parameterNotFound, path: "result")) { try decode(Int.self, "a=1") }
    }

    @Test func `rethrows an error of the type's own initializer`() {
        struct Refusal: Error, Equatable {}
        struct Picky: Decodable { init(from decoder: any Decoder) throws { throw Refusal() } }
        #expect(throws: Refusal()) { try decode(Field<Picky>.self, "a=1") }
    }

    @Test func `passes userInfo to the decoded types`() throws {
        struct Told: Decodable {
            let text: String?
            init(from decoder: any Decoder) throws {
                text = CodingUserInfoKey(rawValue: "key").flatMap { decoder.userInfo[$0] as? String }
            }
        }
        var decoder = QueryDecoder()
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "key"))] = "told"
        #expect(try decoder.decode(Told.self, from: []).text == "told")
    }

    private func expect<T: Decodable & Equatable>(
        _ text: String, _ value: T?, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if let value {
            let decoded = try decode(Field<T>.self, "a=\(text)").a
            #expect(decoded == value, sourceLocation: sourceLocation)
            #expect(try decode(OptionalField<T>.self, "a=\(text)").a == value, sourceLocation: sourceLocation)
        } else {
            let error = #expect(throws: QueryCodingError.self, sourceLocation: sourceLocation) {
                try decode(Field<T>.self, "a=\(text)")
            }
            #expect(error?.reason == .incorrectType, sourceLocation: sourceLocation)
            #expect(error?.path == "a", sourceLocation: sourceLocation)
        }
    }

    private func expectBounds<T: FixedWidthInteger & Decodable>(
        _ type: T.Type, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expect("\(T.min)", T.min, sourceLocation: sourceLocation)
        try expect("\(T.max)", T.max, sourceLocation: sourceLocation)
        try expect("\(T.max)0", T?.none, sourceLocation: sourceLocation)
        if !T.isSigned { try expect("-1", T?.none, sourceLocation: sourceLocation) }
        let error = #expect(throws: QueryCodingError.self) { try decode(Field<T>.self, "a=x") }
        #expect(error?.detail == "expected a whole number from \(T.min) to \(T.max)", sourceLocation: sourceLocation)
    }
}
