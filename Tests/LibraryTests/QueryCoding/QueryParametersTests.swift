import QueryCoding
import Testing

struct QueryParametersTests {
    @Test(arguments: [
        ("", QueryParameters.State.absent),
        ("b=1", .absent),
        ("a", .bare),
        ("a=", .value("")),
        ("a=1", .value("1")),
        ("a=1&a=2", .value("2")),  // the last wins
        ("a=1&a", .value("1")),  // a bare repeat does not erase
        ("a&a=1", .value("1")),
        ("a=1&a=", .value("")),  // an empty value is a value
        ("A=1", .absent),  // names are case-sensitive
        ("a.b=1", .absent), ("a[]=1", .absent),
    ])
    func `returns one of three states for a name`(query: String, state: QueryParameters.State) throws {
        #expect(try parameters(query)["a"] == state)
    }

    @Test(arguments: [
        ("a", true), ("a=1", true), ("a[]=1", true), ("a.0=1", true), ("a.b=1", true),
        ("", false), ("ab=1", false), ("a[0]=1", false), ("a.", false), ("b.a=1", false),
    ])
    func `contains a name as a scalar, an array or a structure`(query: String, isContained: Bool) throws {
        #expect(try parameters(query).contains("a") == isContained)
    }

    @Test(arguments: [
        ("é", "e\u{301}"),  // canonically equivalent
        ("\u{212A}", "K"),  // KELVIN SIGN
        ("\u{37E}", ";"),  // GREEK QUESTION MARK
        ("\r\n", "\n"),
    ])
    func `compares the bytes of names and values`(left: String, right: String) {
        #expect(QueryParameter(left, "1") != QueryParameter(right, "1"))
        #expect(QueryParameter("a", left) != QueryParameter("a", right))
        #expect(QueryParameters([QueryParameter(left, "1")])[right] == .absent)
        #expect(Set([QueryParameter(left, "1"), QueryParameter(right, "1")]).count == 2)
        #expect(QueryParameters.State.value(left) != .value(right))
    }

    @Test func `distinguishes a bare name from an empty value`() {
        #expect(QueryParameter("a", nil) != QueryParameter("a", ""))
    }

    @Test func `keeps order and repetitions`() throws {
        let elements = try parameters("b=1&a=2&b=3&c").elements
        #expect(elements.map(\.name) == ["b", "a", "b", "c"])
        #expect(elements.map(\.value) == ["1", "2", "3", nil])
    }
}
