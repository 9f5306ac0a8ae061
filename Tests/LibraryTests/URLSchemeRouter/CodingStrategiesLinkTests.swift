import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import URLSchemeRouter

/// A router reads the links that it writes with its strategies.
struct CodingStrategiesLinkTests {
    struct Everything: Codable, Equatable, Sendable {
        enum Kind: String, Codable, CaseIterable { case red, darkBlue = "dark blue", none = "" }
        struct Inner: Codable, Equatable, Sendable {
            var someText: String, when: Date?, flags: [Bool]
        }
        var noteID: Int, created: Date, manyTags: [String], inner: Inner, maybe: Inner?, inners: [Inner]
        var counts: [String: Int], data: Data, ratio: Double, dates: [Date], deep: [[Int]]
        var maybeTags: [String]?, gaps: [Int?], holes: [Date?], kind: Kind?, kinds: [Kind], page: URL?, price: Decimal
        var maybeInners: [Inner]?, byKind: [String: [String]], small: UInt8, on: Bool?
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let decoding: DecodingStrategies
        let encoding: EncodingStrategies

        init(_ name: String, _ decoding: DecodingStrategies, _ encoding: EncodingStrategies) {
            testDescription = name
            self.decoding = decoding
            self.encoding = encoding
        }
    }

    static let rows = [
        Row("default", .init(), .init()),
        Row("since 2001", .init(dateStrategy: .deferredToDate), .init(dateStrategy: .deferredToDate)),
        Row("seconds", .init(dateStrategy: .secondsSince1970), .init(dateStrategy: .secondsSince1970)),
        Row("milliseconds", .init(dateStrategy: .millisecondsSince1970), .init(dateStrategy: .millisecondsSince1970)),
        Row("bytes", .init(dataStrategy: .deferredToData), .init(dataStrategy: .deferredToData)),
        Row("snake case", .init(keyStrategy: .convertFromSnakeCase), .init(keyStrategy: .convertToSnakeCase)),
        Row("repeated", .init(), .init(arrayStrategy: .repeated)),
        Row("brackets", .init(), .init(arrayStrategy: .brackets)),
        Row("comma", .init(arrayStrategy: .comma), .init(arrayStrategy: .comma)),
        Row("JSON", .init(arrayStrategy: .json), .init(arrayStrategy: .json)),
        Row(
            "closures",
            .init(
                dateStrategy: .custom {
                    Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self) / 2)
                }, keyStrategy: .custom { MemberKey(stringValue: String($0.last?.stringValue.dropFirst() ?? "")) }),
            .init(
                dateStrategy: .custom { try ($0.timeIntervalSince1970 * 2).encode(to: $1) },
                keyStrategy: .custom { MemberKey(stringValue: "_\($0.last?.stringValue ?? "")") })),
        Row(
            "not finite",
            .init(
                nonConformingFloatStrategy: .convertFromString(
                    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")),
            .init(
                nonConformingFloatStrategy: .convertToString(
                    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"))),
        Row(
            "all",
            .init(dateStrategy: .millisecondsSince1970, keyStrategy: .convertFromSnakeCase, arrayStrategy: .json),
            .init(dateStrategy: .millisecondsSince1970, keyStrategy: .convertToSnakeCase, arrayStrategy: .json)),
    ]

    @Test(arguments: rows, ["/a", "/a/{ratio:number}/{many_tags**}", "/a/{manyTags**}", "/{created}/a"])
    func `decodes the links that it wrote`(row: Row, pattern: String) throws {
        let router = URLSchemeRouter(
            scheme: "test", queryItemDecodingStrategies: row.decoding, queryItemEncodingStrategies: row.encoding)
        let seen = Mutex<Everything?>(nil)
        router.route(pattern, name: "it") { (input: Everything) in seen.withLock { $0 = input } }
        var generator = SeededGenerator(seed: 20_270_131)
        var count = 0
        for _ in 0..<Scale.count(50, upTo: 2500) {
            var input = Everything.random(using: &generator)
            if case .convertToString = row.encoding.nonConformingFloatEncodingStrategy, input.small < 64 {
                input.ratio = input.small < 32 ? .infinity : -.infinity
            }
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
        // Custom closures for names are ignored.
        if case .custom = row.decoding.keyDecodingStrategy { return }
        let route = try #require(router.routes.first)
        let names = Set(route.input.fields.map(\.name))
        #expect((count > 10) == names.isSuperset(of: route.pattern.parameterNames))
    }

    @Test func `writes outputs with its strategies, and lists names in written form`() throws {
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
        // Whole seconds, which every date format preserves.
        func date() -> Date {
            Date(timeIntervalSince1970: Double(Int.random(in: -9_000_000_000...90_000_000_000, using: &generator)))
        }
        func inner() -> Inner {
            Inner(
                someText: text(), when: Bool.random(using: &generator) ? date() : nil,
                flags: few { Bool.random(using: &generator) })
        }
        func maybe<T>(_ value: T) -> T? { Bool.random(using: &generator) ? value : nil }
        func kind() -> Kind { Kind.allCases.randomElement(using: &generator) ?? .red }
        let bytes = few { UInt8.random(in: .min ... .max, using: &generator) }
        return Self(
            noteID: Int.random(in: .min ... .max, using: &generator), created: date(), manyTags: few(text),
            inner: inner(),
            maybe: Bool.random(using: &generator) ? inner() : nil, inners: few(inner),
            counts: ["a_b": Int.random(in: 0...9, using: &generator), "éC": 1], data: Data(bytes),
            ratio: Double.random(in: -1e9...1e9, using: &generator), dates: few(date), deep: [[], [1, 2], [3]],
            maybeTags: maybe(few(text)), gaps: few { maybe(Int.random(in: 0...9, using: &generator)) },
            holes: few { maybe(date()) }, kind: maybe(kind()), kinds: few(kind),
            page: maybe(URL(string: "https://example.org/?a=b%20c&d#e")).flatMap(\.self),
            price: Decimal(Int.random(in: -999...999, using: &generator)) / 100, maybeInners: maybe(few(inner)),
            byKind: ["a": few(text), "b_C": []], small: UInt8.random(in: .min ... .max, using: &generator),
            on: maybe(Bool.random(using: &generator)))
    }
}
