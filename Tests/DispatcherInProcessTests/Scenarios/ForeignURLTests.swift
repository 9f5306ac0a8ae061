import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// URLs of the schemes of other programs, as people click them: what is a segment, a fragment, a parameter, one opaque text.
@Suite(.timeLimit(.minutes(5)))
struct ForeignURLTests {
    private static func section(_ name: String) -> CaseSection { .named(name, in: "foreign.txt") }
    static let fixture = section("fixture").fixture
    /// URLs, and the sentences about what their route does not use.
    static let nearMisses = section("near misses").rows.map { row in
        (String(row[0].dropFirst("explain ".count)), row[2] == "[]" ? nil : String(row[2].dropFirst(2).dropLast(2)))
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
