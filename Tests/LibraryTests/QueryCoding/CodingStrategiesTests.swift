import FoundationEssentials
import QueryCoding
import Testing

struct CodingStrategiesTests {
    private func decoder(_ change: (inout DecodingStrategies) -> Void) -> QueryDecoder {
        var strategies = DecodingStrategies.default
        change(&strategies)
        return QueryDecoder(strategies: strategies)
    }

    private func encoder(_ change: (inout EncodingStrategies) -> Void) -> QueryEncoder {
        var strategies = EncodingStrategies.default
        change(&strategies)
        return QueryEncoder(strategies: strategies)
    }

    static let dates: [(DecodingStrategies.DateDecodingStrategy, EncodingStrategies.DateEncodingStrategy, String)] = [
        (.iso8601, .iso8601, "a=2027-01-31T09%3A30%3A00.250Z"),
        (.deferredToDate, .deferredToDate, "a=823080600.25"),
        (.secondsSince1970, .secondsSince1970, "a=1801387800.25"),
        (.millisecondsSince1970, .millisecondsSince1970, "a=1801387800250"),
        (
            .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self) * 60) },
            .custom { try ($0.timeIntervalSince1970 / 60).encode(to: $1) }, "a=30023130.004166666"
        ),
        (
            .custom { decoder in
                let parts = try decoder.container(keyedBy: Parts.self)
                return Date(timeIntervalSince1970: Double(try parts.decode(Int.self, forKey: .quarters)) / 4)
            },
            .custom { date, encoder in
                var parts = encoder.container(keyedBy: Parts.self)
                try parts.encode(Int(date.timeIntervalSince1970 * 4), forKey: .quarters)
            }, "a.quarters=7205551201"
        ),
    ]
    enum Parts: CodingKey { case quarters }

    @Test(arguments: dates.indices)
    func `decodes the dates that it wrote with each strategy`(index: Int) throws {
        let (decoding, encoding, query) = Self.dates[index]
        let value = OptionalField(a: Date(timeIntervalSince1970: 1_801_387_800.25))
        let parameters = try encoder { $0.dateEncodingStrategy = encoding }.encode(value)
        #expect(parameters.queryText == query)
        let back = try decoder { $0.dateDecodingStrategy = decoding }.decode(OptionalField<Date>.self, from: parameters)
        let milliseconds = try #require(back.a).timeIntervalSince1970 * 1000
        #expect(milliseconds.rounded() == 1_801_387_800_250)
    }

    @Test(arguments: [
        ("2027-01-31", "expected seconds since 1970 as a decimal number, in the years 0 to 9999"),
        ("1e300", "expected seconds since 1970 as a decimal number, in the years 0 to 9999"), ("nan", nil), ("", nil),
    ])
    func `rejects a date that is not a number of seconds`(text: String, detail: String?) {
        let decoder = decoder { $0.dateDecodingStrategy = .secondsSince1970 }
        let error = #expect(throws: QueryCodingError.self) {
            try decoder.decode(Field<Date>.self, from: [QueryParameter("a", text)])
        }
        #expect(error?.description == "Value for parameter \"a\" has incorrect type.")
        if let detail { #expect(error?.detail == detail) }
    }

    @Test func `refuses to write a date outside the years 0 to 9999`() {
        let encoder = encoder { $0.dateEncodingStrategy = .secondsSince1970 }
        #expect(throws: EncodingError.self) { try encoder.encode(Date(timeIntervalSince1970: .nan)) }
        #expect(throws: EncodingError.self) { try encoder.encode(Date(timeIntervalSince1970: 1e12)) }
    }

    @Test func `reads and writes data as bytes or with a closure`() throws {
        let value = Field(a: Data([1, 0xFF]))
        let bytes = encoder { $0.dataEncodingStrategy = .deferredToData }
        #expect(try bytes.encode(value).queryText == "a.0=1&a.1=255")
        let reader = decoder { $0.dataDecodingStrategy = .deferredToData }
        #expect(try reader.decode(Field<Data>.self, from: bytes.encode(value)) == value)
        let hex = encoder {
            $0.dataEncodingStrategy = .custom {
                try $0.map { String($0, radix: 16) }.joined(separator: "-").encode(to: $1)
            }
        }
        #expect(try hex.encode(value).queryText == "a=1-ff")
        let hexReader = decoder {
            $0.dataDecodingStrategy = .custom { decoder in
                let text = try decoder.singleValueContainer().decode(String.self)
                return Data(text.split(separator: "-").compactMap { UInt8($0, radix: 16) })
            }
        }
        #expect(try hexReader.decode(Field<Data>.self, from: parameters("a=1-ff")) == value)
        #expect(
            try hexReader.decode(Field<[Data]>.self, from: parameters("a=1-ff&a=2")) == Field(a: [value.a, Data([2])]))
        #expect(throws: QueryCodingError.notFound("a")) { try hexReader.decode(Field<Data>.self, from: []) }
    }

    struct Keys: Codable, Equatable {
        struct Inner: Codable, Equatable { var someValue: Int }
        var createdAt: Int, imageURL: String, innerOne: Inner, byName: [String: Int], allTags: [String],
            two2Three: Bool?
    }

    @Test func `converts names to and from snake case, except dictionary keys`() throws {
        let value = Keys(
            createdAt: 1, imageURL: "u", innerOne: Keys.Inner(someValue: 2), byName: ["aB": 3, "c_d": 4],
            allTags: ["x"],
            two2Three: true)
        let parameters = try encoder { $0.keyEncodingStrategy = .convertToSnakeCase }.encode(value)
        let query =
            "created_at=1&image_url=u&inner_one.some_value=2&by_name.aB=3&by_name.c_d=4&all_tags.0=x&two2_three=true"
        #expect(parameters.queryText == query)
        let decoder = decoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
        #expect(try decoder.decode(Keys.self, from: parameters) == value)
        // Names that are not in snake case are accepted too.
        let other = try LibraryTests.parameters(
            "createdAt=1&imageURL=u&innerOne.someValue=2&byName.aB=3&byName.c_d=4&all_tags%5B%5D=x&two2Three")
        #expect(try decoder.decode(Keys.self, from: other) == value)
        #expect(throws: QueryCodingError.notFound("created_at")) { try decoder.decode(Keys.self, from: []) }
    }

    @Test func `converts names with a closure`() throws {
        let encoder = encoder {
            $0.keyEncodingStrategy = .custom { MemberKey(stringValue: $0.map(\.stringValue).joined(separator: "-")) }
        }
        let value = Field(a: Field(a: 1))
        #expect(try encoder.encode(value).queryText == "a.a-a=1")
        let decoder = decoder { strategies in
            strategies.keyDecodingStrategy = .custom {
                MemberKey(stringValue: String($0.last?.stringValue.last ?? "?"))
            }
        }
        #expect(try decoder.decode(Field<Field<Int>>.self, from: encoder.encode(value)) == value)
    }

    @Test(arguments: [
        ("a", "a"), ("createdAt", "created_at"), ("imageURL", "image_url"), ("myURLPart", "my_url_part"),
        ("_aB", "_a_b"), ("", ""), ("A", "a"), ("éB", "é_b"), ("a_b", "a_b"),
    ])
    func `writes a name in snake case`(key: String, name: String) throws {
        let parameters = try encoder { $0.keyEncodingStrategy = .convertToSnakeCase }.encode([Wrapped(name: key)])
        #expect(parameters.elements.map(\.name) == ["result.0.\(name)"])
    }

    /// A structure with one field whose name is known only at run time.
    struct Wrapped: Encodable {
        let name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: MemberKey.self)
            try container.encode(1, forKey: MemberKey(stringValue: name))
        }
    }

    @Test func `reads and writes infinite numbers and NaN as texts`() throws {
        let encoder = encoder {
            $0.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "none")
        }
        let decoder = decoder {
            $0.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "none")
        }
        let parameters = try encoder.encode(Field(a: [Double.infinity, -.infinity, 1, .nan]))
        #expect(parameters.queryText == "a.0=inf&a.1=-inf&a.2=1.0&a.3=none")
        let back = try decoder.decode(Field<[Double]>.self, from: parameters)
        #expect(back.a.prefix(3) == [.infinity, -.infinity, 1])
        #expect(back.a.last?.isNaN == true)
        #expect(try decoder.decode(Field<Float>.self, from: [QueryParameter("a", "-inf")]).a == -.infinity)
        #expect(throws: QueryCodingError.self) {
            try decoder.decode(Field<Int>.self, from: [QueryParameter("a", "inf")])
        }
        #expect(throws: QueryCodingError.self) {
            try decoder.decode(Field<Double>.self, from: [QueryParameter("a", "nan")])
        }
    }

    @Test(arguments: [
        ("a=x,y", ["x", "y"]), ("a=x,y&a=z", ["x", "y", "z"]), ("a=", [""]), ("a=,", ["", ""]), ("a", []),
        ("a.0=x,y", ["x,y"]), ("a%5B%5D=x,y", ["x,y"]),
    ])
    func `reads an array separated by commas`(query: String, values: [String]) throws {
        let decoder = decoder { $0.arrayDecodingStrategy = .comma }
        #expect(try decoder.decode(Field<[String]>.self, from: parameters(query)).a == values)
        #expect(try decoder.decode(Field<Set<String>>.self, from: parameters(query)).a == Set(values))
    }

    @Test func `writes a dotted array if an element has a comma`() throws {
        let encoder = encoder { $0.arrayEncodingStrategy = .comma }
        #expect(try encoder.encode(Field(a: ["x,y", "z"])).queryText == "a.0=x%2Cy&a.1=z")
    }

    @Test func `reads a JSON array`() throws {
        let decoder = decoder { $0.arrayDecodingStrategy = .json }
        func read<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
            try decoder.decode(Field<T>.self, from: [QueryParameter("a", json)]).a
        }
        #expect(try read([String].self, #"["x", "y\u00e9", ""]"#) == ["x", "yé", ""])
        #expect(try read([Int?].self, "[1,null,3]") == [1, nil, 3])
        #expect(try read([[Int]].self, "[[],[1,2]]") == [[], [1, 2]])
        #expect(try read([Field<Bool>].self, #"[{"a":true},{"a":false}]"#) == [Field(a: true), Field(a: false)])
        #expect(try read([String].self, "[]") == [])
        #expect(try decoder.decode(Field<[String]>.self, from: parameters("a.0=x&a.1=y")).a == ["x", "y"])
    }

    @Test(arguments: ["x", "{}", "[1,]", "[", "", "[\"a\"", String(repeating: "[", count: 100_000)])
    func `rejects a text that is not a JSON array`(text: String) {
        let decoder = decoder { $0.arrayDecodingStrategy = .json }
        let error = #expect(throws: QueryCodingError.self) {
            try decoder.decode(Field<[String]>.self, from: [QueryParameter("a", text)])
        }
        #expect(error?.description == "Value for parameter \"a\" has incorrect type.")
        #expect(error?.detail == "expected a JSON array")
    }
}
