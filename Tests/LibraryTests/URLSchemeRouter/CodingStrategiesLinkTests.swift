import FoundationEssentials
import QueryCoding
import Synchronization
import Testing
import URLSchemeRouter
import XCallbackURL

/// What a router writes with its strategies, it reads.
struct CodingStrategiesLinkTests {
    struct Everything: Codable, Equatable, Sendable {
        struct Inner: Codable, Equatable, Sendable {
            var someText: String, when: Date?, flags: [Bool]
        }
        var noteID: Int, created: Date, manyTags: [String], inner: Inner, maybe: Inner?, inners: [Inner]
        var counts: [String: Int], data: Data, ratio: Double, dates: [Date], deep: [[Int]]
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var decoding = DecodingStrategies.default
        var encoding = EncodingStrategies.default

        init(_ name: String, _ change: (inout Row) -> Void) {
            testDescription = name
            change(&self)
        }
    }

    static let rows = [
        Row("default") { _ in },
        Row("since 2001") {
            $0.decoding.dateDecodingStrategy = .deferredToDate
            $0.encoding.dateEncodingStrategy = .deferredToDate
        },
        Row("seconds") {
            $0.decoding.dateDecodingStrategy = .secondsSince1970
            $0.encoding.dateEncodingStrategy = .secondsSince1970
        },
        Row("milliseconds") {
            $0.decoding.dateDecodingStrategy = .millisecondsSince1970
            $0.encoding.dateEncodingStrategy = .millisecondsSince1970
        },
        Row("bytes") {
            $0.decoding.dataDecodingStrategy = .deferredToData
            $0.encoding.dataEncodingStrategy = .deferredToData
        },
        Row("snake case") {
            $0.decoding.keyDecodingStrategy = .convertFromSnakeCase
            $0.encoding.keyEncodingStrategy = .convertToSnakeCase
        },
        Row("repeated") { $0.encoding.arrayEncodingStrategy = .repeated },
        Row("brackets") { $0.encoding.arrayEncodingStrategy = .brackets },
        Row("comma") {
            $0.decoding.arrayDecodingStrategy = .comma
            $0.encoding.arrayEncodingStrategy = .comma
        },
        Row("JSON") {
            $0.decoding.arrayDecodingStrategy = .json
            $0.encoding.arrayEncodingStrategy = .json
        },
        Row("all") {
            $0.decoding.dateDecodingStrategy = .millisecondsSince1970
            $0.encoding.dateEncodingStrategy = .millisecondsSince1970
            $0.decoding.keyDecodingStrategy = .convertFromSnakeCase
            $0.encoding.keyEncodingStrategy = .convertToSnakeCase
            $0.decoding.arrayDecodingStrategy = .json
            $0.encoding.arrayEncodingStrategy = .json
        },
    ]

    @Test(arguments: rows, ["/a", "/a/{ratio:number}/{many_tags**}", "/a/{manyTags**}", "/{created}/a"])
    func `reads back what it wrote`(row: Row, pattern: String) throws {
        let router = URLSchemeRouter(
            scheme: "test", queryItemDecodingStrategies: row.decoding, queryItemEncodingStrategies: row.encoding)
        let seen = Mutex<Everything?>(nil)
        router.route(pattern, name: "it") { (input: Everything) in seen.withLock { $0 = input } }
        var generator = SeededGenerator(seed: 20_270_131)
        var count = 0
        for _ in 0..<100 {
            let input = Everything.random(using: &generator)
            do {
                let link = try router.link(to: "it", with: input)
                seen.withLock { $0 = nil }
                #expect(router.handle(link.absoluteString), "\(link)")
                #expect(seen.withLock(\.self) == input, "\(link)")
                count += 1
            } catch LinkError.refusedValue, LinkError.missingParameter {
                continue
            }
        }
        let route = try #require(router.routes.first)
        let names = Set(route.input.fields.map(\.name))
        #expect((count > 10) == names.isSuperset(of: route.pattern.parameterNames))
    }

    @Test func `writes outputs by its strategies, and lists names as they are written`() throws {
        struct Output: Codable { var manyTags: [String], created: Date }
        let row = try #require(Self.rows.last)
        let router = URLSchemeRouter(
            scheme: "test", queryItemDecodingStrategies: row.decoding, queryItemEncodingStrategies: row.encoding)
        let opened = OpenedURLs()
        router.openURL = { opened.append($0) }
        router.route("/a") { (input: Output) in input }
        let query = "many_tags=%5B%22x%22%2C%22y%22%5D&created=1000"
        #expect(router.handle("test:///a?\(query)&x-success=s%3As"))
        #expect(opened.urls == ["s:s?\(query)"])
        let route = try #require(router.routes.first)
        #expect(route.input.fields.map(\.name) == ["many_tags", "created"])
        #expect(route.output == .fields(route.input))
    }
}

extension CodingStrategiesLinkTests.Everything {
    fileprivate static func random(using generator: inout SeededGenerator) -> Self {
        func few<T>(_ make: () -> T) -> [T] { (0..<Int.random(in: 0...3, using: &generator)).map { _ in make() } }
        func text() -> String { String.random(using: &generator) }
        // Whole seconds, which every spelling of a date keeps.
        func date() -> Date {
            Date(timeIntervalSince1970: Double(Int.random(in: -9_000_000_000...90_000_000_000, using: &generator)))
        }
        func inner() -> Inner {
            Inner(
                someText: text(), when: Bool.random(using: &generator) ? date() : nil,
                flags: few { Bool.random(using: &generator) })
        }
        let bytes = few { UInt8.random(in: .min ... .max, using: &generator) }
        return Self(
            noteID: Int.random(in: .min ... .max, using: &generator), created: date(), manyTags: few(text),
            inner: inner(),
            maybe: Bool.random(using: &generator) ? inner() : nil, inners: few(inner),
            counts: ["a_b": Int.random(in: 0...9, using: &generator), "éC": 1], data: Data(bytes),
            ratio: Double.random(in: -1e9...1e9, using: &generator), dates: few(date), deep: [[], [1, 2], [3]])
    }
}
