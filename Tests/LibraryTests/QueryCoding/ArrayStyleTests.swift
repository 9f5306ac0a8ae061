import QueryCoding
import Testing

struct ArrayStyleTests {
    struct Note: Codable, Equatable { var tags: [String], empty: [Int], nested: [[Int]] }

    private let note = Note(tags: ["a", "b c"], empty: [], nested: [[1, 2], [3]])

    @Test(arguments: [
        (ArrayStyle.dotted, "tags.0=a&tags.1=b%20c&empty%5B%5D&nested.0.0=1&nested.0.1=2&nested.1.0=3"),
        (.repeated, "tags=a&tags=b%20c&empty%5B%5D&nested.0.0=1&nested.0.1=2&nested.1.0=3"),
        (.brackets, "tags%5B%5D=a&tags%5B%5D=b%20c&empty%5B%5D&nested.0.0=1&nested.0.1=2&nested.1.0=3"),
        (.comma, "tags=a%2Cb%20c&empty%5B%5D&nested.0.0=1&nested.0.1=2&nested.1.0=3"),
    ])
    func `writes an array in each style`(style: ArrayStyle, query: String) throws {
        var encoder = QueryEncoder()
        encoder.strategies.arrayEncodingStrategy = style
        #expect(try encoder.encode(note).queryText == query)
    }

    @Test(arguments: [ArrayStyle.dotted, .repeated, .brackets])
    func `decodes the arrays that it wrote in any style except commas`(style: ArrayStyle) throws {
        var encoder = QueryEncoder()
        encoder.strategies.arrayEncodingStrategy = style
        let nested = Field(a: note.nested)
        #expect(try QueryDecoder().decode(Field<[[Int]]>.self, from: encoder.encode(nested)) == nested)
        let flat = Field(a: ["x", "", "a,b", "é"])
        #expect(try QueryDecoder().decode(Field<[String]>.self, from: encoder.encode(flat)) == flat)
    }
}
