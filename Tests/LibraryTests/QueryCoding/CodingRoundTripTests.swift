import FoundationEssentials
import QueryCoding
import Testing

/// Values that were once written in a form that did not decode as the same value.
struct CodingRoundTripTests {
    enum Size: Codable, Equatable {
        case small
        case big(Int)
        case named(String, width: Int?)
        case labelled(width: Int?)
    }

    struct Nothing: Codable, Equatable {}

    struct Shirt: Codable, Equatable {
        var size: Size
        var maybe: Size?
        var sizes: [Size] = []
        var bySeason: [String: Size] = [:]
        var nothing: Nothing?
        var labels: [String: String]?
        var detail: Detail?
    }

    struct Detail: Codable, Equatable {
        var note: String?
        var nothing: Nothing?
    }

    private func decoded<T: Codable>(_ value: T) throws -> T {
        try QueryDecoder().decode(T.self, from: QueryEncoder().encode(value))
    }

    @Test(arguments: [
        (Shirt(size: .small), "size.small&sizes[]&bySeason[]"),
        (Shirt(size: .labelled(width: nil), maybe: .small), "size.labelled&maybe.small&sizes[]&bySeason[]"),
        (Shirt(size: .big(7), sizes: [.small, .big(1)]), "size.big._0=7&sizes.0.small&sizes.1.big._0=1&bySeason[]"),
        (Shirt(size: .small, bySeason: ["a": .small]), "size.small&sizes[]&bySeason.a.small"),
    ])
    func `writes an enum case without a payload as a bare name`(shirt: Shirt, query: String) throws {
        let parameters = try QueryEncoder().encode(shirt)
        let text = parameters.elements.map { $0.name + ($0.value.map { "=\($0)" } ?? "") }
        #expect(text.joined(separator: "&") == query)
        #expect(try decoded(shirt) == shirt)
    }

    @Test(arguments: [Size.small, .big(7), .named("", width: nil), .labelled(width: nil), .labelled(width: 2)])
    func `decodes an enum at the top level`(size: Size) throws {
        #expect(try decoded(size) == size)
        #expect(try decoded([size, size]) == [size, size])
        #expect(try decoded(["a": size]) == ["a": size])
        #expect(try decoded(size as Size?) == size)
    }

    @Test(arguments: [
        Shirt(size: .small, nothing: Nothing()), Shirt(size: .small, labels: [:]),
        Shirt(size: .small, detail: Detail()),
        Shirt(size: .small, detail: Detail(nothing: Nothing())),
    ])
    func `keeps an optional structure or dictionary that is empty`(shirt: Shirt) throws {
        #expect(try decoded(shirt) == shirt)
    }

    @Test func `keeps an empty structure in every style of arrays`() throws {
        let details = [Detail(), Detail(note: "a"), Detail(nothing: Nothing())]
        for style in ArrayStyle.allCases {
            var encoder = QueryEncoder()
            encoder.strategies.arrayEncodingStrategy = style
            var decoder = QueryDecoder()
            if style == .json { decoder.strategies.arrayDecodingStrategy = .json }
            #expect(try decoder.decode([Detail].self, from: encoder.encode(details)) == details, "\(style)")
        }
    }

    enum Colour: String, Codable { case red, green }

    struct Note: Codable, Equatable {
        var title: String
        var body: String?
    }

    @Test func `decodes an optional at the top level`() throws {
        func decode<T: Decodable>(_ type: T.Type, _ parameters: QueryParameters) throws -> T {
            try QueryDecoder().decode(type, from: parameters)
        }
        let hi: QueryParameters = [QueryParameter("title", "Hi")]
        #expect(try decode(Note?.self, hi) == Note(title: "Hi"))
        #expect(try decode([String: String]?.self, hi) == ["title": "Hi"])
        #expect(try decode(Note?.self, []) == nil)
        #expect(try decode([String: String]?.self, []) == nil)
        // A scalar has the name `result`, and other names do not matter.
        #expect(try decode(Int?.self, hi) == nil)
        #expect(try decode([Int]?.self, hi) == nil)
        #expect(try decode(Colour?.self, hi) == nil)
        #expect(try decode(Int?.self, [QueryParameter("result", nil), QueryParameter("title", "Hi")]) == nil)
        #expect(try decode(Int?.self, [QueryParameter("result", "7"), QueryParameter("title", "Hi")]) == 7)
        #expect(try decode([Int]?.self, [QueryParameter("result[]", "7")]) == [7])
        #expect(try decode([Int]?.self, [QueryParameter("result.0", "7")]) == [7])
        #expect(try decode([Int]?.self, [QueryParameter("result[]", nil)])?.isEmpty == true)
        #expect(throws: QueryCodingError(.parameterNotFound, path: "title")) {
            try decode(Note?.self, [QueryParameter("body", "Hi")])
        }
    }

    @Test func `a dictionary of texts takes every name as it is written`() throws {
        let parameters: QueryParameters = [
            QueryParameter("draft", nil), QueryParameter("utm.source", "x"), QueryParameter("tags[]", "2"),
            QueryParameter("name", "a"), QueryParameter("name", "b"), QueryParameter("name", nil),
            QueryParameter("m.a", "1"), QueryParameter("m.b.c", "2"), QueryParameter("m.d", nil),
        ]
        let all = try QueryDecoder().decode([String: String].self, from: parameters)
        #expect(
            all == ["draft": "", "utm.source": "x", "tags[]": "2", "name": "b", "m.a": "1", "m.b.c": "2", "m.d": ""])
        struct Box: Decodable { let m: [String: String] }
        #expect(try QueryDecoder().decode(Box.self, from: parameters).m == ["a": "1", "b.c": "2", "d": ""])
        let dotted = ["a.b": "1", "a": "2", "c[]": "3"]
        #expect(try decoded(dotted) == dotted)
    }

    @Test(arguments: [
        (0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.250Z"), (-0.25, "2000-12-31T23:59:59.750Z"),
        (820_000_000.123, "2026-12-26T17:46:40.123Z"),
        (820_000_000.123456, "2026-12-26T17:46:40.123456Z"),
        (820_000_000.0000001, "2026-12-26T17:46:40.0000001Z"),
        (10_000_000.123456789, "2001-04-26T17:46:40.12345679Z"),
        // Finer than nanoseconds.
        (0.1234567891234, "2001-01-01T00:00:00.123456789Z"),
        (-1e-20, "2001-01-01T00:00:00Z"), (0.9999999999999, "2001-01-01T00:00:01Z"),
    ])
    func `writes as many digits of a second as bring a date back`(seconds: Double, text: String) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(try QueryEncoder().encode(date) == [QueryParameter("result", text)])
        let back = try decoded(date).timeIntervalSinceReferenceDate
        #expect(abs(back - seconds) <= 0.5e-9)
        if abs(seconds) > 1e7 { #expect(back == seconds) }
    }
}
