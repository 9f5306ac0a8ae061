import FoundationEssentials
import QueryCoding
import Testing

/// The samples of QueryCoding's landing page and of its article "Inputs and outputs".
struct CodingArticleTests {
    @Test func `a value survives encoding and decoding`() throws {
        struct Search: Codable, Equatable {
            var text: String
            var tags: [String] = []
            var limit: Int?
        }

        let search = Search(text: "milk & eggs", tags: ["home", "urgent"])
        let parameters = try QueryEncoder().encode(search)
        let same = try QueryDecoder().decode(Search.self, from: parameters)
        #expect(same == search)
        #expect(parameters.elements.map(\.name) == ["text", "tags.0", "tags.1"])
    }

    @Test func `an error names the parameter and the expected value`() throws {
        let app = ArticleApp()
        enum Colour: String, Decodable, CaseIterable {
            case red, green
        }
        struct Pen: Decodable {
            let colour: Colour
        }
        struct Box: Decodable {
            let pen: Pen
        }

        do {
            let box = try QueryDecoder().decode(Box.self, from: [QueryParameter("pen.colour", "blue")])
            app.show("\(box.pen.colour)")
        } catch let error as QueryCodingError {
            app.show("\(error.description) \(error.detail ?? "")")
        }
        #expect(app.shown == ["Value for parameter \"pen.colour\" has incorrect type. expected one of red, green"])
    }

    @Test func `a name has three states`() {
        let parameters: QueryParameters = [QueryParameter("draft", nil), QueryParameter("title", "")]
        #expect(parameters["draft"] == .bare)
        #expect(parameters["title"] == .value(""))
        #expect(parameters["body"] == .absent)
    }

    @Test func `arrays can be written in another style`() throws {
        struct Tagged: Encodable {
            let tags: [String]
        }

        var encoder = QueryEncoder()
        encoder.strategies.arrayEncodingStrategy = .repeated
        let parameters = try encoder.encode(Tagged(tags: ["a", "b"]))
        #expect(parameters == [QueryParameter("tags", "a"), QueryParameter("tags", "b")])
    }

    @Test func `strategies select the form of dates, names and arrays`() throws {
        struct Event: Decodable {
            let startsAt: Date
            let tags: [String]
        }

        let parameters: QueryParameters = [
            QueryParameter("starts_at", "1801387800"), QueryParameter("tags", "home,urgent"),
        ]
        var decoder = QueryDecoder()
        decoder.strategies.dateDecodingStrategy = .secondsSince1970
        decoder.strategies.keyDecodingStrategy = .convertFromSnakeCase
        decoder.strategies.arrayDecodingStrategy = .comma
        let event = try decoder.decode(Event.self, from: parameters)
        #expect(event.startsAt == Date(timeIntervalSince1970: 1_801_387_800))
        #expect(event.tags == ["home", "urgent"])
    }

    @Test func `an empty optional value decodes as itself, except at the top level`() throws {
        struct Inner: Codable, Equatable {
            var text: String?
        }
        struct Sparse: Codable, Equatable {
            var tags: [String]?
            var counts: [String: Int]?
            var inner: Inner?
        }

        let parameters = try QueryEncoder().encode(Sparse(tags: [], counts: [:], inner: Inner()))
        #expect(parameters.elements.map(\.name) == ["tags[]", "counts[]", "inner[]"])
        let sparse = try QueryDecoder().decode(Sparse.self, from: parameters)
        #expect(sparse == Sparse(tags: [], counts: [:], inner: Inner()))
        let empty = try QueryDecoder().decode(Sparse?.self, from: QueryEncoder().encode(Sparse()))
        #expect(empty == nil)
    }

    @Test func `percent-coding rejects malformed text`() throws {
        let encoded = PercentCoding.encode("a+b & c")
        let decoded = try PercentCoding.decode(Array(encoded.utf8)[...])
        #expect(encoded == "a%2Bb%20%26%20c" && decoded == "a+b & c")
        #expect(throws: PercentCoding.Fault.malformedEscape("%zz")) {
            try PercentCoding.decode(Array("%zz".utf8)[...])
        }
    }
}
