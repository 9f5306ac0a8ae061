import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The reach of a web page: the desktop socket, its rules and its refusals.
@Suite(.timeLimit(.minutes(5)))
struct DoorTests {
    static let fixture = CaseSection.named("fixture", in: "door.txt").fixture

    /// The methods that the desktop socket does not have.
    static let closedMethods = [
        "explain", "routes", "status", "reload", "link", "history", "rerun", "feature", "serve", "call", "pause",
        "resume", "grants", "revoke", "nonsense",
    ]

    @Test(arguments: closedMethods)
    func `the desktop socket has no method but dispatch`(method: String) async throws {
        let harness = try await tested.start(Self.fixture)
        #expect(try await harness.answer(method, [:], door: .desktop)["error"]?["code"] == -32601)
    }

    @Test func `an id of the control socket names nothing on the desktop socket`() async throws {
        let harness = try await tested.start(Self.fixture)
        let parameters: QueryValue = ["url": "t:///fail", "id": "mine"]
        let control = try await harness.result(of: "dispatch", parameters)
        #expect(control?["error"]?["message"] == "/home/me/secret")
        let desktop = try await harness.result(of: "dispatch", parameters, door: .desktop)
        #expect(desktop?["error"]?["message"] == "the action failed")
        #expect(desktop?["id"] != control?["id"])
    }

    @Test(arguments: [Door.desktop, .control])
    func `a route with a rate admits a burst, then replies 429`(door: Door) async throws {
        let harness = try await tested.start(Self.fixture)
        let urls = Array(repeating: "t:///quick", count: 6)
        let codes = try await harness.replies(to: urls, door: door).map { $0["error"]?["code"] }
        #expect(codes.prefix(2) == [nil, nil])
        #expect(codes.contains(429))
        let other: Door = door == .desktop ? .control : .desktop
        #expect(try await harness.reply(to: "t:///quick", door: other)["outcome"] == "success")
    }

    @Test func `a socket that brings ten wrong tokens at once has to wait`() async throws {
        let harness = try await tested.start(Self.fixture)
        func codes(_ urls: [String], _ door: Door) async throws -> [QueryValue?] {
            try await harness.replies(to: urls, door: door).map { $0["error"]?["code"] }
        }
        // Ten tries a second become free, so a machine that needs so long for a guess refuses none.
        var begun = ContinuousClock.now
        var isSlow: Bool { ContinuousClock.now - begun > .seconds(3) }
        let wrong = (0..<60).map { "t:///token?x-token=guess\($0)" }
        let refused = try await codes(wrong, .desktop)
        #expect(refused.prefix(10).allSatisfy { $0 == 401 })
        #expect(refused.contains(429) || isSlow)
        // Even the right token is refused, because an accepted token would reveal itself. Scripts have a separate
        // limit. One of the right tokens may meet a guess that has become free just then.
        let pairs = (0..<20).flatMap { ["t:///token?x-token=late\($0)", "t:///token?x-token=good"] }
        begun = .now
        let flooded = try await codes(wrong + pairs, .desktop)
        #expect(stride(from: 61, to: 100, by: 2).contains { flooded[$0] == 429 } || isSlow)
        #expect(try await harness.reply(to: "t:///token?x-token=good")["outcome"] == "success")
        // A URL without a token is not a guess.
        #expect(try await harness.reply(to: "t:///open", door: .desktop)["outcome"] == "success")
    }

    /// The lengths of URLs, at the limits and next to them.
    static let lengths = [131_071, 131_072, 262_144, 262_145, 1 << 20]

    @Test(arguments: lengths)
    func `a URL of more than 131071 bytes is 413, and the connection goes on`(length: Int) async throws {
        let harness = try await tested.start(Self.fixture)
        let begin = "t:///open?x="
        let url = begin + String(repeating: "a", count: length - begin.utf8.count)
        let codes = try await harness.replies(to: [url, "t:///open"], door: .desktop).map { $0["error"]?["code"] }
        #expect(codes == [length > 131_071 ? 413 : nil, nil])
    }
}
