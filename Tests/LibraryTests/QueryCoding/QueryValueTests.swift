import QueryCoding
import Testing

struct QueryValueTests {
    @Test(
        arguments: [
            (QueryValue.object([]), ""),
            (.null, ""),  // nothing
            ("x", "result=x"),  // not an object
            (7, "result=7"), (true, "result=true"), (.number("1e+300"), "result=1e%2B300"),
            (["a", "b"], "result.0=a&result.1=b"),
            ([], "result%5B%5D"),  // an empty array
            (["b": 1, "a": 2], "b=1&a=2"),  // in written order, not sorted
            (["a": .null, "b": 1], "b=1"),  // null is omitted
            (["in": ["a": 1, "b": ["c": "d"]]], "in.a=1&in.b.c=d"),
            (["t": [1, .null, 3]], "t.0=1&t.1&t.2=3"),  // the numbering has no gap
            (["t": [[], [1]]], "t.0%5B%5D&t.1.0=1"),
            (["t": [["a": 1], [:], ["a": 2]]], "t.0.a=1&t.1%5B%5D&t.2.a=2"),
            (["t": [:], "u": ["a": [:]]], "t%5B%5D&u.a%5B%5D"),  // empty objects
            (["a b": "c&d"], "a%20b=c%26d"),
        ] as [(QueryValue, String)])
    func `converts to parameters`(value: QueryValue, query: String) { #expect(value.parameters.queryText == query) }

    @Test func `finds the last member with a name, compared by bytes`() {
        let value: QueryValue = ["a": 1, "a": 2, "é": 3]
        #expect(value["a"] == 2)
        #expect(value["e\u{301}"] == nil)
        #expect(QueryValue.string("a")["a"] == nil)
    }

    @Test func `encodes as its tree`() throws {
        let value: QueryValue = [
            "n": 1, "x": .number("0.5"), "big": .number("18446744073709551615"), "l": [true, .null],
        ]
        #expect(try QueryEncoder().value(of: value) == value)
        #expect(try QueryEncoder().value(of: ["v": value]) == ["v": value])
    }

    @Test(
        arguments: [
            ("2", "2"), ("2.0", "2"), ("-2.00", "-2"), ("2e2", "200"), ("2.50E+1", "25"), ("0.0", "0"),
            ("9007199254740993.0", "9007199254740993"), ("2.5", nil), ("25e-1", nil), ("20e-1", nil), ("1e400", nil),
            ("", ""), (".", ""), ("e", nil),
        ] as [(String, String?)])
    func `a number is whole however it is written`(text: String, whole: String?) {
        #expect(QueryValue.number(text).wholeText == whole)
    }

    @Test func `returns a text only for scalars`() {
        #expect(QueryValue.bool(false).text == "false")
        #expect(QueryValue.number("1").text == "1")
        #expect(QueryValue.array(["a"]).text == nil)
        #expect(QueryValue.null.text == nil)
        #expect(QueryValue.string("a").string == "a")
        #expect(QueryValue.number("1").string == nil)
    }
}
