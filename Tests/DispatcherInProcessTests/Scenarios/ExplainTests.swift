import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
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
    static let lenient = section("lenient").fixture
    static let arrays = section("arrays").fixture

    private static func explain(
        _ harness: some Harness, _ url: String, door: String = "control"
    ) async throws -> QueryValue {
        let answer = try await harness.answer("explain", ["url": .string(url), "door": .string(door)], door: .control)
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

    @Test
    func `explain shows the command without its secrets, and none where nothing would run`() async throws {
        let harness = try await tested.start(Self.effectsFixture)
        let value = try await Self.explain(harness, "act:///save?url=https://x.org/a&pin=1%202")
        #expect(value["command"] == ["/srv/save", "--", "https://x.org/a", "pin=<redacted>"])
        #expect(value["opens"] == nil && value["follows"] == nil && value["omitted"] == nil)
        let without = try await Self.explain(harness, "act:///save?url=https://x.org/a")
        #expect(without["command"] == ["/srv/save", "--", "https://x.org/a"])
        #expect(without["omitted"] == ["'pin=$pin' is left out, because pin is absent"])
        let script = try await Self.explain(harness, "act:///script?text=a")
        #expect(script["command"] == ["the script of act.script (routes.d/act.yaml:13)"])
        // A URL that would be refused runs nothing.
        let refused = try await Self.explain(harness, "act:///option?name=-rf")
        #expect(refused["would"] == "error" && refused["error"]?["code"] == 400 && refused["command"] == nil)
        let door = try await Self.explain(harness, "act:///save?url=file:///a", door: "desktop")
        #expect(door["would"] == "error" && door["command"] == nil)
    }

    @Test
    func `explain follows redirects and URLs of our own, and ends with them`() async throws {
        let harness = try await tested.start(Self.effectsFixture)
        let value = try await Self.explain(harness, "act:///add?u=https://x.org&pin=1234&x-success=other:done")
        let next = try #require(value["opens"]?.string)
        #expect(next.hasPrefix("act:///save?url=https%3A%2F%2Fx.org&pin=") && !next.contains("1234"), "\(next)")
        #expect(value["would"] == "run")
        #expect(value["follows"]?["route"] == "act.save" && value["follows"]?["url"] == .string(next))
        #expect(value["follows"]?["command"] == ["/srv/save", "--", "https://x.org", "pin=<redacted>"])
        #expect(value["follows"]?["callbacks"]?["success"]?["url"] == "other:done")

        #expect(try await Self.explain(harness, "act:///away/7")["opens"] == "https://example.org/7")
        let within = try await Self.explain(harness, "act:///within/7", door: "desktop")
        #expect(within["would"] == "ask" && within["follows"]?["opens"] == "https://example.org/7")

        var last = try await Self.explain(harness, "act:///loop")
        var depth = 0
        while let next = last["follows"] { (last, depth) = (next, depth + 1) }
        #expect(depth == 8 && last["error"]?["code"] == 508)
    }

    @Test
    func `explain reports a difference in case`() async throws {
        let harness = try await tested.start(Self.withoutOthers)
        let value = try await Self.explain(harness, "cal:///Create?Title=x")
        #expect(value["route"] == .null)
        #expect(Self.reasons(value).first == "cal.create: segment 1 is 'Create', not 'create': case matters")
        #expect(value["near-misses"] == ["the path is not '/create': paths compare exactly"])
        #expect(value["error"]?["code"] == 404)
        #expect(try await harness.reply(to: "cal:///Create")["outcome"] == "error")
    }

    @Test
    func `explain says which value of a repeated parameter counts`() async throws {
        let harness = try await tested.start(Self.fixture)
        let value = try await Self.explain(harness, "cal:///create?title=a&count=1&title=b&title=c&other=1&other=2")
        #expect(value["near-misses"] == ["'title' is given 3 times: its last value counts"])
        #expect(value["input"]?["title"] == "c")
        // The value in the path applies, and a name without a value is not counted as a value.
        for url in ["cal:///list/7?page=1&page=2", "cal:///create?title=a&title"] {
            #expect(try await Self.explain(harness, url)["near-misses"] == [], "\(url)")
        }
    }

    @Test
    func `explain reports a difference in case beside a match`() async throws {
        let harness = try await tested.start(Self.fixture)
        #expect(
            try await Self.explain(harness, "cal:///day/Today")["near-misses"]
                == ["the path is not '/day/today': paths compare exactly"])
        #expect(
            try await Self.explain(harness, "cal:///Exact")["near-misses"]
                == [
                    "the path is not '/exact/': paths compare exactly",
                    "the path is not '/exact': paths compare exactly",
                ])
    }

    @Test
    func `explain suggests the nearest scheme, and the route that has the path`() async throws {
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

    @Test
    func `explain shows a route that is switched off, and why it does not answer`() async throws {
        let harness = try await tested.start(Self.fixture)
        let value = try await Self.explain(harness, "off:///open")
        #expect(Self.reasons(value).first == "off.open: chosen: the only match")
        #expect(value["would"] == "error")
        #expect(value["error"]?["code"] == 424)
        #expect(
            value["error"]?["message"]
                == "feature 'off' is not available: it is switched off by its file (xcallback enable off)")
    }

    /// Shows from the control socket what a click would do.
    @Test
    func `explain says what a click would do`() async throws {
        let harness = try await tested.start(Self.effectsFixture)
        func click(_ url: String) async throws -> QueryValue? { try await Self.explain(harness, url)["click"] }
        #expect(try await click("act:///away/7") == ["would": "ask"])
        #expect(try await click("act:///save?url=https://x.org") == ["would": "run"])
        // The question is about the route that the URL redirects to, or about the route that it opens.
        #expect(try await click("act:///add?u=https://x.org") == ["would": "run"])
        #expect(try await click("act:///within/7") == ["would": "ask"])
        let hidden = try await click("xcallback:///echo?a=1")
        #expect(hidden?["would"] == "error" && hidden?["error"]?["code"] == 403)
        #expect(try await Self.explain(harness, "act:///away/7", door: "desktop")["click"] == nil)
    }

    @Test
    func `explain shows the input of a request that the desktop socket would ask about`() async throws {
        let harness = try await tested.start(Self.fixture)
        let ask = try await Self.explain(harness, "cal:///day/7", door: "desktop")
        #expect(ask["would"] == "ask" && ask["input"] == ["n": 7])
        #expect(try await Self.explain(harness, "cal:///never", door: "desktop")["would"] == "error")
    }

    @Test
    func `explain shows a parameter that repeats as an array`() async throws {
        let harness = try await tested.start(Self.fixture)
        #expect(try await Self.explain(harness, "cal:///day/a/b")["parameters"] == ["path": ["a", "b"]])
        #expect(
            try await Self.explain(harness, "xcallback:///echo?a=1&a=2&b")["input"] == ["a": ["1", "2"], "b": .null])
    }

    @Test
    func `explain shows the authority that lenient-authority ignored`() async throws {
        let harness = try await tested.start(Self.lenient)
        let value = try await Self.explain(harness, "len://main/go")
        #expect(Self.reasons(value) == ["len.go: chosen: it matches the path without 'main'"])
    }

    @Test
    func `explain knows the elements of an array, as link writes them`() async throws {
        let harness = try await tested.start(Self.arrays)
        let wanted: QueryValue = ["route": "tag.add", "input": ["tags": ["a", "b"]]]
        let link = try await harness.result(of: "link", wanted)?["url"]?.string
        #expect(link == "tag:///add?tags.0=a&tags.1=b")
        for url in [link ?? "", "tag:///add?tags.9=a&tags.7=b", "tag:///add?tags%5B%5D=a&tags=b"] {
            #expect(try await Self.explain(harness, url)["near-misses"] == [], "\(url)")
        }
        #expect(
            try await Self.explain(harness, "tag:///add?tgas=a&title.0=b&tags.x=c")["near-misses"] == [
                "'tgas' is ignored; did you mean 'tags'?", "'title.0' is ignored; did you mean 'title'?",
                "'tags.x' is ignored; did you mean 'tags'?",
            ])
    }
}
