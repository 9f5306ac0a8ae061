import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The report of `explain` on a table of twenty routes: why the winner won, and why each other route lost.
@Suite(.timeLimit(.minutes(5)))
struct ExplainTests {
    private static func section(_ name: String) -> CaseSection { .named(name, in: "explain.txt") }

    static let effectsFixture = section("effects").fixture
    static let fixture = section("calendar").fixture
    static let withoutOthers: Fixture = {
        var fixture = Self.fixture
        fixture.routes["any"] = nil
        fixture.routes.merge(section("other web links").fixture.routes) { $1 }
        return fixture
    }()

    private static func explain(
        _ harness: some Harness, _ url: String
    ) async throws -> QueryValue {
        let answer = try await harness.answer("explain", ["url": .string(url)], door: .control)
        return try #require(answer["result"], "\(answer.json)")
    }

    private static func reasons(_ value: QueryValue) -> [String] {
        guard case .array(let considered)? = value["considered"] else { return [] }
        return considered.map { "\($0["route"]?.string ?? ""): \($0["reason"]?.string ?? "")" }
    }

    @Test(arguments: section("reasons").rows)
    func `explain gives the reason for each route`(row: [String]) async throws {
        let harness = try await tested.start(Self.fixture)
        let value = try await Self.explain(harness, row[0])
        #expect(value["route"] == .string(row[1]))
        let given = Self.reasons(value)
        #expect(given.first?.hasPrefix("\(row[1]): chosen: ") == true)
        for reason in row.dropFirst(2) { #expect(given.contains(reason), "\(given)") }
    }

    @Test func `explain follows redirects and URLs of our own, and ends with them`() async throws {
        let harness = try await tested.start(Self.effectsFixture)
        let value = try await Self.explain(harness, "act:///add?u=https://x.org&pin=1234&x-success=other:done")
        let next = try #require(value["opens"]?.string)
        #expect(next.hasPrefix("act:///save?url=https%3A%2F%2Fx.org&pin=") && !next.contains("1234"), "\(next)")
        #expect(value["would"] == "run")
        #expect(value["follows"]?["route"] == "act.save" && value["follows"]?["url"] == .string(next))
        #expect(value["follows"]?["command"] == ["/srv/save", "--", "https://x.org", "pin=<redacted>"])
        #expect(value["follows"]?["callbacks"]?["success"]?["url"] == "other:done")

        var last = try await Self.explain(harness, "act:///loop")
        var depth = 0
        while let next = last["follows"] { (last, depth) = (next, depth + 1) }
        #expect(depth == 8 && last["error"]?["code"] == 508)
    }

    @Test func `explain reports a difference in case`() async throws {
        let harness = try await tested.start(Self.withoutOthers)
        let value = try await Self.explain(harness, "cal:///Create?Title=x")
        #expect(value["route"] == .null)
        #expect(Self.reasons(value).first == "cal.create: segment 1 is 'Create', not 'create': case matters")
        #expect(value["near-misses"] == ["the path is not '/create': paths compare exactly"])
        #expect(value["error"]?["code"] == 404)
        #expect(try await harness.reply(to: "cal:///Create")["outcome"] == "error")
    }

    @Test func `explain suggests the nearest scheme, and the route that has the path`() async throws {
        let harness = try await tested.start(Self.withoutOthers)
        let value = try await Self.explain(harness, "col:///day/today")
        #expect(value["near-misses"] == ["no route names the scheme 'col'; did you mean 'cal:'?"])
        #expect(value["error"]?["message"] == "no route for col:///day/today; did you mean cal:?")
        // A route that answers only web links, with any path, is left out.
        let given = Self.reasons(value)
        #expect(
            given.first
                == "cal.today: its path matches, but it answers only cal:, https://cal.example.org, https://*.example.org"
        )
        #expect(given.last == "mix.today: its path matches, but it answers only mix:, any web link (https:)")
        #expect(!given.contains { $0.hasPrefix("web.") }, "\(given)")
    }
}
