import FoundationEssentials
import QueryCoding
import TestSupport
import Testing

struct QueryEncoderTests {
    @Test func `writes fields in declared order`() throws {
        struct Note: Encodable {
            var zebra = "z"
            var apple = 1
            var missing: String?
            var middle = true
        }
        #expect(try encode(Note()) == "zebra=z&apple=1&middle=true")
    }

    @Test func `writes a dictionary sorted by the bytes of its keys`() throws {
        #expect(try encode(["b": 1, "a": 2, "B": 3, "aa": 4]) == "B=3&a=2&aa=4&b=1")
        #expect(try encode(Field(a: ["y": [1: 2], "x": [:]])) == "a.x%5B%5D&a.y.1=2")
        #expect(try encode([String: Int]()) == "")
    }

    @Test func `writes a top-level scalar under the name result`() throws {
        #expect(try encode("a b") == "result=a%20b")
        #expect(try encode(7) == "result=7")
        #expect(try encode(["a", "b"]) == "result.0=a&result.1=b")
        #expect(try encode(Color.red) == "result=red")
        #expect(try encode(String?.none) == "")
        #expect(try encode(String?("x")) == "result=x")
    }

    @Test func `writes dotted structures and numbered arrays`() throws {
        struct Inner: Encodable { var b = [1, 2] }
        struct Outer: Encodable {
            var inner = Inner()
            var points = [Field(a: 1), Field(a: 2)]
        }
        #expect(try encode(Outer()) == "inner.b.0=1&inner.b.1=2&points.0.a=1&points.1.a=2")
    }

    @Test(arguments: appending)
    func `appends the elements of arrays with the same key`(writes: [Write], query: String) throws {
        #expect(try encode(Writes(writes: writes)) == query)
    }

    static let appending: [([Write], String)] = [
        ([.texts(["a"]), .texts(["b"])], "k.0=a&k.1=b"),
        ([.texts(["a"]), .numbers([1])], "k.0=a&k.1=1"),
        ([.numbers([1]), .texts(["a"])], "k.0=1&k.1=a"),
        ([.texts(["a"]), .element("b")], "k.0=a&k.1=b"),
        ([.element("a"), .texts(["b"]), .element("c")], "k.0=a&k.1=b&k.2=c"),
        ([.texts([]), .texts(["a"])], "k.0=a"),
        ([.texts(["a"]), .texts([])], "k.0=a"),
        // A text replaces the elements, and elements replace a text.
        ([.text("a"), .texts(["b"])], "k.0=b"),
        ([.texts(["a"]), .text("b")], "k=b"),
        ([.text("a"), .text("b")], "k=b"), ([.text("a"), .null], ""), ([.null, .text("a")], "k=a"),
    ]

    enum Write {
        case text(String), texts([String]), numbers([Int]), element(String), null
    }

    struct Writes: Encodable {
        let writes: [Write]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for write in writes {
                switch write {
                case .null: try container.encodeNil(forKey: .k)
                case .text(let text): try container.encode(text, forKey: .k)
                case .texts(let texts): try container.encode(texts, forKey: .k)
                case .numbers(let numbers): try container.encode(numbers, forKey: .k)
                case .element(let text):
                    var elements = container.nestedUnkeyedContainer(forKey: .k)
                    try elements.encode(text)
                }
            }
        }

        enum Key: CodingKey { case k }
    }

    @Test func `writes Foundation's types in the form that it reads`() throws {
        #expect(try encode(Date(timeIntervalSince1970: 0)) == "result=1970-01-01T00%3A00%3A00Z")
        #expect(try encode(Date(timeIntervalSince1970: 0.25)) == "result=1970-01-01T00%3A00%3A00.250Z")
        #expect(try encode(Data([0xDE, 0xAD])) == "result=3q0%3D")
        #expect(try encode(try #require(URL(string: "s://a?b"))) == "result=s%3A%2F%2Fa%3Fb")
        #expect(try encode(Decimal(string: "1.50")) == "result=1.5")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `refuses to write an infinite number or NaN`(number: Double) {
        #expect(throws: EncodingError.self) { try encode(Field(a: number)) }
        #expect(throws: EncodingError.self) { try encode(Float(number)) }
        #expect(throws: EncodingError.self) { try encode(Date(timeIntervalSince1970: number)) }
    }

    @Test func `refuses to write a value that cannot be decoded`() {
        #expect(throws: EncodingError.self) { try encode(Decimal.nan) }
        #expect(throws: EncodingError.self) { try encode(Date(timeIntervalSince1970: 1e12)) }
    }

    @Test func `decodes the value that it encoded`() throws {
        try roundTrip(Field(a: "é e\u{301} \r\n&=+%"))
        try roundTrip(Field(a: [String]()))
        try roundTrip(Field(a: [""]))
        try roundTrip(Field(a: [1, nil, 3]))
        try roundTrip(Field(a: [[Int]](arrayLiteral: [], [1], [2, 3])))
        try roundTrip(Field(a: [OptionalField<Int>(), OptionalField(a: 1)]))
        try roundTrip(OptionalField<String>(a: nil))
        try roundTrip(OptionalField<String>(a: ""))
        try roundTrip(Field(a: ["x": 1, "y": 2]))
        try roundTrip(Field(a: Field(a: Field(a: UInt64.max))))
        try roundTrip(Field(a: Double.greatestFiniteMagnitude))
        try roundTrip(Field(a: Double.leastNonzeroMagnitude))
        try roundTrip(Field(a: -0.1))
        try roundTrip(Field(a: Float(0.1)))
        try roundTrip(Field(a: Color.green))
        try roundTrip(Field(a: UUID()))
        try roundTrip(Field(a: try #require(Decimal(string: "-123456789.000000001"))))
        try roundTrip(Field(a: Data((0...255).map { UInt8($0) })))
        try roundTrip(Field(a: try #require(URL(string: "https://x.y/a?b=c#d"))))
        try roundTrip(Field(a: Date.distantPast))
        try roundTrip(Field(a: Date.distantFuture))
        try roundTrip("at the top")
        try roundTrip([Int]())
        try roundTrip([true, false])
    }

    @Test func `decodes random dates that it encoded, to the millisecond`() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let milliseconds = Int.random(in: -60_000_000_000_000...250_000_000_000_000, using: &generator)
            let text = try #require(
                try QueryEncoder().value(of: Date(timeIntervalSince1970: Double(milliseconds) / 1000)).text)
            let date = try QueryDecoder().decode(Date.self, from: [QueryParameter("result", text)])
            #expect(Int((date.timeIntervalSince1970 * 1000).rounded()) == milliseconds, "\(text)")
        }
    }

    private func roundTrip<T: Codable & Equatable>(_ value: T, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let query = try encode(value)
        #expect(try decode(T.self, query) == value, "\(query)", sourceLocation: sourceLocation)
        #expect(try encode(try decode(T.self, query)) == query, sourceLocation: sourceLocation)
    }

    enum Color: String, Codable { case red, green }
}
