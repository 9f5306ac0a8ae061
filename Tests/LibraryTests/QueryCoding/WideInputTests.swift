import QueryCoding
import TestSupport
import Testing

/// Many parameters are searched with an index, few one by one: both find the same.
struct WideInputTests {
    private static let counts = [1, 12, 13, 16, 17, 40, 300]

    @Test(arguments: counts)
    func `decodes a dictionary of any size`(count: Int) throws {
        let names = (0..<count).map { "name\($0)" }
        let parameters = QueryParameters(names.map { QueryParameter($0, "of \($0)") })
        let expected = Dictionary(uniqueKeysWithValues: names.map { ($0, "of \($0)") })
        #expect(try QueryDecoder().decode([String: String].self, from: parameters) == expected)
        #expect(try QueryEncoder().encode(expected).elements.count == count)
        #expect(try QueryDecoder().decode([String: String].self, from: QueryEncoder().encode(expected)) == expected)
    }

    @Test(arguments: counts)
    func `finds every spelling of an array among many names`(count: Int) throws {
        var elements: [QueryParameter] = []
        for index in 0..<count { elements.append(QueryParameter("a\(index)", "1")) }
        for index in 0..<count { elements.append(QueryParameter("a\(index)[]", "2")) }
        for index in 0..<count { elements.append(QueryParameter("a\(index).0", "3")) }
        let arrays = try QueryDecoder().decode([String: [Int]].self, from: QueryParameters(elements))
        #expect(arrays.count == count && arrays.values.allSatisfy { $0 == [1, 2, 3] })
    }

    @Test(arguments: counts)
    func `decodes an array of structures of any length`(count: Int) throws {
        struct Line: Codable, Equatable {
            var name: String
            var tags: [String]
        }
        let lines = (0..<count).map { Line(name: "n\($0)", tags: ["a", "b\($0)"]) }
        #expect(try QueryDecoder().decode([Line].self, from: QueryEncoder().encode(lines)) == lines)
    }

    @Test(arguments: [0, 4, 100])
    func `uses the last value of a name, whatever its text, among others`(others: Int) throws {
        let rest = (0..<others).map { QueryParameter("other\($0)", "x") }
        func decode(_ elements: [QueryParameter]) throws -> [String: String] {
            try QueryDecoder().decode([String: String].self, from: QueryParameters(rest + elements))
        }
        #expect(try decode([QueryParameter("a", "1"), QueryParameter("a", "2"), QueryParameter("a", nil)])["a"] == "2")
        #expect(try decode([QueryParameter("a", nil)])["a"]?.isEmpty == true)
        #expect(try decode([QueryParameter("a.b", "1")])["a.b"] == "1")
    }

    @Test func `decodes a structure among many parameters as among few`() throws {
        struct Input: Codable, Equatable {
            struct Inner: Codable, Equatable {
                var x: Int?
                var y: [String]?
            }
            var a: String?
            var b: Bool?
            var n: Int?
            var tags: [String]?
            var `in`: Inner?
            var all: [String: String]?
        }
        let names = [
            "a", "a[]", "a.b", "b", "n", "tags", "tags.0", "tags.1", "tags[]", "in", "in.x", "in.y", "in.y.0", "all.k",
        ]
        let values = ["1", "x", "true", "", nil]
        var generator = SeededGenerator(seed: 31)
        var decoded = 0
        for _ in 0..<Scale.count(2000, upTo: 100_000) {
            let elements = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                QueryParameter(
                    names.randomElement(using: &generator) ?? "", values.randomElement(using: &generator) ?? nil)
            }
            // Seventeen searches at least make the index.
            let many = elements.flatMap { [$0] + (0..<8).map { QueryParameter("other\($0)", "x") } }
            let list = QueryParameters((0..<20).map { _ in QueryParameter("l", "x") } + many)
            func result(_ parameters: QueryParameters) -> Result<Input, QueryCodingError> {
                Result { () throws(QueryCodingError) in
                    do {
                        _ = try QueryDecoder().decode([String: [String]].self, from: parameters)
                    } catch {}
                    do {
                        return try QueryDecoder().decode(Repeated.self, from: parameters).input
                    } catch let error as QueryCodingError {
                        throw error
                    } catch {
                        Issue.record(error)
                        throw QueryCodingError(.incorrectType, path: "")
                    }
                }
            }
            /// Decodes the input many times from one decoder.
            struct Repeated: Decodable {
                var input: Input

                init(from decoder: any Decoder) throws {
                    input = try Input(from: decoder)
                    for _ in 0..<20 {
                        let again = try Input(from: decoder)
                        #expect(again == input)
                    }
                }
            }
            let (few, found) = (result(QueryParameters(elements)), result(list))
            #expect(few == found, "\(elements)")
            if case .success = few { decoded += 1 }
        }
        #expect(decoded > 100)
    }

    @Test(arguments: [1, 30])
    func `keeps canonically equivalent names apart`(count: Int) {
        let names = (0..<count).flatMap { ["e\u{301}\($0)", "\u{E9}\($0)"] }
        let twice = QueryParameters((names + names).map { QueryParameter($0, "x") })
        let grouped = twice.grouped(bare: .null)
        #expect(grouped.members?.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
        #expect(grouped.members?.allSatisfy { $0.value == ["x", "x"] } == true)
    }

    @Test func `writes a member again in place of the first`() throws {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode("first", forKey: .a)
                try container.encode(1, forKey: .b)
                try container.encode(true, forKey: .a)
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: .c)
                try nested.encode("x", forKey: .a)
                var again = container.nestedContainer(keyedBy: Key.self, forKey: .c)
                try again.encode(2.5, forKey: .b)
            }
            enum Key: CodingKey {
                case a, b, c
            }
        }
        let nested = QueryValue.object([.init("a", "x"), .init("b", .number("2.5"))])
        let expected = QueryValue.object([.init("a", true), .init("b", 1), .init("c", nested)])
        #expect(try QueryEncoder().value(of: Twice()) == expected)
    }
}
