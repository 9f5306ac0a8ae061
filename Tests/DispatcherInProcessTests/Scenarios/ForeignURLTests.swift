import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// URLs of the schemes of other programs, as people click them: what is a segment, a fragment, a parameter, one opaque text.
@Suite(.timeLimit(.minutes(5)))
struct ForeignURLTests {
    private static func section(_ name: String) -> CaseSection { .named(name, in: "foreign.txt") }
    static let fixture = section("fixture").fixture

    @Test(arguments: [Door.control, .desktop])
    func `a URL of another program's scheme reaches its route whole`(door: Door) async throws {
        let harness = try await tested.start(Self.fixture)
        for row in Self.section("results").rows {
            #expect(try await harness.result(row[0], door: door) == row[1], "\(row[0])")
        }
    }

    /// URLs with raw characters, as some openers and browsers pass them on.
    @Test
    func `raw characters are accepted on the desktop socket, and in opaque URLs`() async throws {
        let harness = try await tested.start(Self.fixture)
        let magnet = "magnet:?xt=urn:btih:c12f&dn=Film #2 [1080p]&tr=udp%3A%2F%2Ft.example%3A80"
        #expect(try await harness.result(magnet, door: .desktop) == "<urn:btih:c12f><Film >")
        #expect(try await harness.result(magnet, door: .control) == "400")
        #expect(try await harness.result("thunderlink://|a b|", door: .desktop) == "|a b|")
        #expect(try await harness.result("thunderlink://|a|", door: .control) == "400")
        // In an opaque URL they are text on each socket, and stay as they are.
        #expect(try await harness.result("raw:a {b}|%7C", door: .desktop) == "raw:a {b}|%7C")
        let reply = try await harness.reply(to: "raw:a {b}|%7C", door: .desktop)
        #expect(reply["url"]?.string == "raw:a {b}|%7C")
    }

    /// URLs, and the sentences about what their route does not use.
    static let nearMisses = section("near misses").rows.map { ($0[0], $0[1] == "-" ? nil : $0[1]) }

    @Test
    func `explain reports an unused fragment and a semicolon in a name`() async throws {
        let harness = try await tested.start(Self.fixture)
        for (url, sentence) in Self.nearMisses {
            let answer = try await harness.result(of: "explain", ["url": .string(url)])
            #expect(answer?["near-misses"] == .array(sentence.map { [.string($0)] } ?? []), "\(url)")
        }
        let answer = try await harness.result(of: "explain", ["url": "freetube://https://a/?b#c"])
        #expect(answer?["path"] == ["https://a/?b#c"] && answer?["query"] == [] && answer?["authority"] == nil)
    }

    @Test(arguments: [Door.control, .desktop])
    func `the history has no fragment, no password and no secret of an opaque URL`(door: Door) async throws {
        let harness = try await tested.start(Self.fixture)
        for row in Self.section("secrets").rows {
            _ = try await harness.reply(to: row[0], door: door)
            let history = try await harness.result(of: "history", ["limit": 1])?.json ?? ""
            #expect(history.contains("redacted"), "\(row[0]): \(history)")
            for text in row.dropFirst() { #expect(!history.contains(text), "\(row[0]): \(history)") }
        }
        // Values without a secret name stay in the history.
        _ = try await harness.reply(to: "sign://cb#access_token=a123&state=shown1", door: door)
        let history = try await harness.answer("history", ["limit": 1], door: .control).json
        #expect(history.contains("shown1") && !history.contains("a123"))
    }

    /// Inputs of routes with opaque URLs, and their links.
    @Test
    func `links have the segment of an opaque URL`() async throws {
        let harness = try await tested.start(Self.fixture)
        func link(_ route: String, _ input: QueryValue) async throws -> QueryValue {
            try await harness.answer("link", ["route": .string(route), "input": input], door: .control)
        }
        let watch = try await link("freetube.watch", ["rest": "a.example/w?v=1 2#%"])
        #expect(watch["result"]?["url"] == "freetube:https://a.example/w?v=1%202#%25")
        let file = try await link("ed2k.file", ["parts": ["", "file", "Big Film.avi", "/"]])
        #expect(file["result"]?["url"] == "ed2k:|file|Big%20Film.avi|/")
        // The route would read two items.
        #expect(try await link("ed2k.file", ["parts": ["a|b", "c"]])["error"] != nil)
        let run = try await harness.result(of: "run", ["route": "freetube.other", "input": ["rest": "a/b?c"]])
        #expect(run?["output"]?["result"] == "other a/b?c")
    }

    private static let linkFixture = Fixture(
        routes: Dictionary(uniqueKeysWithValues: LinkCase.all.map { ($0.scheme.filter(\.isLetter), $0.routes()) }))

    @Test(arguments: [Door.control, .desktop])
    func `links of 48 other programs have the values that those programs document`(door: Door) async throws {
        #expect(LinkCase.all.count == 48)
        let harness = try await tested.start(Self.linkFixture)
        for one in LinkCase.all {
            let expected = one.isRaw && door == .control ? "400" : one.expected
            let result = try await harness.result(one.link, door: door)
            #expect(result == expected, "\(one.link)")
        }
    }
}
