import FoundationEssentials
import QueryCoding
import Testing

/// Optionals, arrays, structures and dictionaries.
struct QueryDecoderShapesTests {
    @Test(arguments: [("", nil), ("a", nil), ("a=", ""), ("a=x", "x"), ("a.b=1", nil), ("a[]=1", nil)])
    func `decodes an absent, a bare and an unrelated name as nil`(query: String, value: String?) throws {
        #expect(try decode(OptionalField<String>.self, query).a == value)
    }

    @Test func `decodes a bare name as nil for an optional of any type`() throws {
        #expect(try decode(OptionalField<Int>.self, "a").a == nil)
        #expect(try decode(OptionalField<UInt8>.self, "a").a == nil)
        #expect(try decode(OptionalField<Double>.self, "a").a == nil)
        #expect(try decode(OptionalField<UUID>.self, "a").a == nil)
        #expect(try decode(OptionalField<Date>.self, "a").a == nil)
        #expect(try decode(OptionalField<Color>.self, "a").a == nil)
        #expect(try decode(OptionalField<[String]>.self, "a").a == nil)
        #expect(try decode(OptionalField<Point>.self, "a").a == nil)
        #expect(try decode(OptionalField<Point>.self, "a&a.x=1&a.y=2").a == Point(x: 1, y: 2))
    }

    @Test(arguments: [("", nil), ("draft", true), ("draft=0", false), ("draft=0&draft", false), ("draft.x=1", nil)])
    func `decodes a bare name as true for a Bool`(query: String, value: Bool?) throws {
        struct Flags: Decodable { var draft: Bool? }
        struct Flag: Decodable { var draft: Bool }
        #expect(try decode(Flags.self, query).draft == value)
        if let value {
            #expect(try decode(Flag.self, query).draft == value)
        } else {
            #expect(throws: QueryCodingError(.parameterNotFound, path: "draft")) { try decode(Flag.self, query) }
        }
    }

    @Test(arguments: [
        ("a=x", ["x"]),  // one
        ("a=x&a=y", ["x", "y"]),  // repeated
        ("a[]=x&a[]=y", ["x", "y"]),  // as PHP and Rails write it
        ("a%5B%5D=x", ["x"]),
        ("a.0=x&a.1=y", ["x", "y"]),  // numbered
        ("a.1=y&a.0=x", ["x", "y"]),  // in numeric order
        ("a.1=y&b=1&a.0=x&a.2=z", ["x", "y", "z"]),
        ("a.10=k&a.0=a&a.1=b&a.2=c&a.3=d&a.4=e&a.5=f&a.6=g&a.7=h&a.8=i&a.9=j", Array("abcdefghijk").map(String.init)),
        ("a.0=x&a.0=y", ["y"]),  // the last value of a repeated number
        ("a=w&a.0=x", ["w", "x"]),
        ("a", []),  // bare: empty
        ("a&a=x", ["x"]),
        ("a=", [""]),  // one empty element
        ("a=x&a.b=1&a.01=2&a.-1=3&a.1e3=4&a.=5", ["x"]),  // other suffixes are ignored
        ("a.1=x&a.2=y", ["x", "y"]),  // magnet: begins at 1
        ("a.0=x&a.7=z&a.3=y", ["x", "y", "z"]),  // gaps
        ("a.10=y&a.9=x", ["x", "y"]),  // by number, not by text
        ("a.9223372036854775808=z&a.4294967296=y&a.0=x", ["x", "y", "z"]),  // past any integer
        ("a.5=x&a.5&a.7&a.7=y", ["x", "y"]),  // a bare repeat erases nothing
    ])
    func `reads an array in every spelling`(query: String, values: [String]) throws {
        #expect(try decode(Field<[String]>.self, query).a == values)
    }

    @Test(arguments: [
        ("a.1=1&a.2=x", QueryCodingError.Reason.incorrectType, "a.2"),  // not a.1, which is right
        ("a=1&a=x", .incorrectType, "a.1"),
        ("a.3=1&a.8", .valueNotFound, "a.8"),
        ("a.2.b=1", .parameterNotFound, "a.2"),
    ])
    func `names the faulty element as it is written`(query: String, reason: QueryCodingError.Reason, path: String) {
        let error = #expect(throws: QueryCodingError.self) { try decode(Field<[Int]>.self, query) }
        #expect(error?.reason == reason && error?.path == path)
    }

    @Test func `takes an index of any length as the name of one element`() throws {
        let huge = "1" + String(repeating: "0", count: 20_000)
        #expect(try decode(Field<[String]>.self, "a.\(huge)=z&a.999=y&a.0=x").a == ["x", "y", "z"])
        #expect(try decode(Field<[Point]>.self, "a.\(huge).x=3&a.2.y=2&a.2.x=1&a.\(huge).y=4").a.map(\.x) == [1, 3])
        let scattered = (0..<1000).map { "a.\($0 * 999_999_937)=\($0)" }
        #expect(try decode(Field<[Int]>.self, scattered.reversed().joined(separator: "&")).a == Array(0..<1000))
    }

    @Test func `reads arrays of any element type`() throws {
        #expect(try decode(Field<[Int]>.self, "a=1&a=2").a == [1, 2])
        #expect(try decode(Field<Set<Int>>.self, "a=1&a=2&a=1").a == [1, 2])
        #expect(try decode(Field<[Int?]>.self, "a.0=1&a.1&a.2=3").a == [1, nil, 3])
        #expect(try decode(Field<[[Int]]>.self, "a.0.0=1&a.0.1=2&a.1.0=3").a == [[1, 2], [3]])
        #expect(try decode(Field<[[Int]]>.self, "a.7.2=3&a.4.9=2&a.4.1=1").a == [[1, 2], [3]])
        struct Group: Decodable { var points: [Point] }
        #expect(
            try decode(Field<[Group]>.self, "a.9.points.4.x=5&a.9.points.4.y=6&a.3.points.1.y=2&a.3.points.1.x=1").a
                .map(\.points) == [[Point(x: 1, y: 2)], [Point(x: 5, y: 6)]])
        #expect(try decode(Field<[Color]>.self, "a=red&a=green").a == [.red, .green])
        #expect(
            try decode(Field<[Point]>.self, "a.1.x=3&a.0.x=1&a.0.y=2&a.1.y=4").a == [
                Point(x: 1, y: 2), Point(x: 3, y: 4),
            ])
        #expect(try decode(Field<[Date]>.self, "a=1970-01-01").a == [Date(timeIntervalSince1970: 0)])
    }

    @Test func `reads nested structures from dotted names`() throws {
        struct Inner: Decodable, Equatable {
            var a: Int
            var deep: Point?
        }
        struct Outer: Decodable, Equatable {
            var title: String
            var inner: Inner
        }
        #expect(try decode(Outer.self, "inner.a=1&title=t") == Outer(title: "t", inner: Inner(a: 1)))
        #expect(
            try decode(Outer.self, "inner.deep.y=2&inner.deep.x=1&inner.a=1&title=t")
                == Outer(title: "t", inner: Inner(a: 1, deep: Point(x: 1, y: 2))))
    }

    @Test func `reads dictionaries`() throws {
        #expect(try decode([String: String].self, "a=1&b=&a=2") == ["a": "2", "b": ""])
        #expect(try decode(Field<[String: Int]>.self, "a.x=1&a.y=2&b=3").a == ["x": 1, "y": 2])
        #expect(try decode(Field<[Int: String]>.self, "a.1=x&a.2=y").a == [1: "x", 2: "y"])
        #expect(
            try decode([String: [String]].self, "a=1&a=2&b[]=3&c.0=4") == ["a": ["1", "2"], "b": ["3"], "c": ["4"]])
        #expect(try decode([String: [String: String]].self, "a.b=1&.c=2") == ["a": ["b": "1"]])
        #expect(try decode([String: String].self, "a[b]=1") == ["a[b]": "1"])
        #expect(try decode(Field<[String: Int]>.self, "b=3").a == [:])
        #expect(try decode([String: String].self, "%C3%A9=1&e%CC%81=1").isEmpty == false)
    }

    @Test(arguments: [
        ("n", QueryCodingError.Reason.valueNotFound, "n", "Required value for parameter \"n\" not found."),
        ("", .parameterNotFound, "n", "Required parameter \"n\" not found."),
        ("n=x", .incorrectType, "n", "Value for parameter \"n\" has incorrect type."),
        ("n=1&inner.a=x", .incorrectType, "inner.a", "Value for parameter \"inner.a\" has incorrect type."),
        ("n=1&inner.b=x", .parameterNotFound, "inner.a", "Required parameter \"inner.a\" not found."),
        ("n=1", .parameterNotFound, "inner.a", "Required parameter \"inner.a\" not found."),
        ("n=1&inner.a", .valueNotFound, "inner.a", "Required value for parameter \"inner.a\" not found."),
        ("n=1&inner.a=1&list.0=x", .incorrectType, "list.0", "Value for parameter \"list.0\" has incorrect type."),
        ("n=1&inner.a=1&list=1&list=x", .incorrectType, "list.1", "Value for parameter \"list.1\" has incorrect type."),
        (
            "n=1&inner.a=1&points.0.x=1", .parameterNotFound, "points.0.y",
            "Required parameter \"points.0.y\" not found."
        ),
        ("n=1&inner.a=1&color=blue", .incorrectType, "color", "Value for parameter \"color\" has incorrect type."),
    ])
    func `reports each error with its dotted path`(
        query: String, reason: QueryCodingError.Reason, path: String, sentence: String
    ) {
        struct Inner: Decodable { var a: Int }
        struct Outer: Decodable {
            var n: Int
            var inner: Inner
            var list: [Int]?
            var points: [Point]?
            var color: Color?
        }
        let error = #expect(throws: QueryCodingError.self) { try decode(Outer.self, query) }
        #expect(error?.reason == reason)
        #expect(error?.path == path)
        #expect(error?.description == sentence)
        #expect(error?.errorDescription == sentence)
    }

    @Test func `states the expected value in the detail`() {
        func detail<T: Decodable>(_ type: T.Type, _ query: String) -> String? {
            #expect(throws: QueryCodingError.self) { try decode(type, query) }?.detail
        }
        #expect(detail(Field<Color>.self, "a=blue") == "expected one of red, green")
        #expect(detail(Field<[Color]>.self, "a=red&a=blue") == "expected one of red, green")
        #expect(detail(Field<Int8>.self, "a=200") == "expected a whole number from -128 to 127")
        #expect(detail(Field<Bool>.self, "a=") == "expected true, false, 1, 0, yes, no, on or off")
        #expect(detail(Field<Double>.self, "a=nan") == "expected a decimal number")
        #expect(
            detail(Field<Date>.self, "a=0") == "expected an ISO 8601 date, such as 2027-01-31 or 2027-01-31T09:30:00Z")
    }

    @Test func `limits the depth of a type that contains itself`() throws {
        let shallow = try decode(Link.self, "next.next.name=x")
        #expect(shallow.next?.next?.name == "x")
        let deep = Array(repeating: "next", count: 20_000).joined(separator: ".")
        #expect(throws: QueryCodingError.self) { try decode(Link.self, "\(deep).name=x") }
        // A name of dots is not a member; it must not recurse into its own level.
        #expect(throws: Never.self) { try decode(Link.self, ".name=x&..=y") }
    }

    struct Point: Codable, Equatable { var x, y: Int }

    enum Color: String, Codable, CaseIterable { case red, green }

    final class Link: Decodable {
        let next: Link?
        let name: String?
    }
}
