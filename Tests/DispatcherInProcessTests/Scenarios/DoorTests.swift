import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The reach of a web page: the desktop socket, its rules and its refusals.
@Suite(.timeLimit(.minutes(5)))
struct DoorTests {
    static let fixture = CaseSection.named("fixture", in: "door.txt").fixture

    private static func rows(_ section: String) -> [[String]] { CaseSection.named(section, in: "door.txt").rows }

    @Test(arguments: rows("rules"))
    func `the desktop socket holds the rule of each route`(row: [String]) async throws {
        let harness = try await tested.start(Self.fixture)
        let reply = try await harness.reply(to: row[0], door: .desktop)
        let decided = [reply["outcome"]?.text, reply["error"]?["code"]?.text].compactMap(\.self)
        #expect(decided.joined(separator: " ") == row[1])
        #expect(!harness.hasTouched("ran"))
    }

    @Test
    func `a url input takes any scheme from a script, unless it names its schemes`() async throws {
        let harness = try await tested.start(Self.fixture)
        for url in ["file%3A%2F%2F%2Fetc%2Fpasswd", "javascript%3Ax", "https%3A%2F%2Fa%2F"] {
            #expect(try await harness.reply(to: "t:///url?u=\(url)")["outcome"] == "success")
        }
        let reply = try await harness.reply(to: "t:///news?u=file%3A%2F%2F%2Fetc%2Fpasswd")
        #expect(reply["error"]?["detail"] == "u = file:///etc/passwd: must be a URL with one of the schemes feed")
    }

    @Test(arguments: rows("callbacks"))
    func `a callback goes unasked only to what the configuration allows`(row: [String]) async throws {
        let harness = try await tested.start(Self.fixture)
        let reply = try await harness.reply(to: "t:///open?x-success=\(row[0])", door: .desktop)
        #expect((reply["error"]?["code"] ?? reply["callback"]?["state"])?.text == row[1])
        #expect((reply["error"] == nil) == (reply["callback"] != nil))
        #expect(!harness.hasTouched("ran"))
    }

    @Test
    func `the history names the key that would allow a refused request, and the reply does not`() async throws {
        let harness = try await tested.start(Self.fixture)
        let refusals = [
            "t:///ask": "route 't.ask' must be confirmed, and no prompt is available: "
                + "the program of 'prompt' in config.yaml is not found; "
                + "install that program, or name another ('xcallback edit config'); set 'desktop: allow' at routes.d/t.yaml:5:5 to run it without a question",
            "t:///open?x-success=nobody%3Ax": "x-success to nobody: must be confirmed, and no prompt is "
                + "available: the program of 'prompt' in config.yaml is not found; "
                + "install that program, or name another ('xcallback edit config'); add the scheme to 'allow' of 'callbacks' in config.yaml to open it without a question; callbacks of scripts may then open the listed schemes alone",
        ]
        for (url, reason) in refusals {
            let reply = try await harness.reply(to: url, door: .desktop)
            #expect(reply["error"] == ["code": 403, "message": "the request is not permitted"])
            #expect(try await harness.recordedReason(of: reply) == reason)
        }
    }

    @Test(arguments: rows("refusals"))
    func `a refusal tells the desktop socket of no file, folder, command or other route`(row: [String]) async throws {
        let harness = try await tested.start(Self.fixture)
        let url = row[0] + (row[0].contains("?") ? "&" : "?") + "x-error=otherapp%3Afailed"
        let reply = try await harness.reply(to: url, door: .desktop)
        #expect(reply["error"]?["message"]?.string == row[1])
        let parameter = "errorMessage=\(PercentCoding.encode(row[2]))"
        #expect(reply["callback"]?["url"]?.string?.hasSuffix(parameter) == true, "\(reply.json)")
    }

    @Test
    func `an x-error that is itself allowed gets the refusal`() async throws {
        let harness = try await tested.start(Self.fixture)
        let url = "t:///open?x-success=nobody%3Ax&x-error=otherapp%3Afailed"
        let callback = try await harness.reply(to: url, door: .desktop)["callback"]
        #expect(callback?["state"] == "opened")
        #expect(callback?["url"]?.string?.hasPrefix("otherapp:failed?errorCode=403&errorMessage=") == true)
    }

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

    @Test
    func `dispatch is under the same rules, and no parameter lifts them`() async throws {
        let harness = try await tested.start(Self.fixture)
        func dispatch(_ parameters: QueryValue) async throws -> QueryValue {
            try await harness.answer("dispatch", parameters, door: .desktop)
        }
        #expect(try await dispatch(["url": "t:///open"])["result"]?["outcome"] == "success")
        #expect(try await dispatch(["url": "t:///never"])["result"]?["error"]?["code"] == 403)
        for name in ["door", "trusted", "origin", "source"] {
            #expect(try await dispatch(["url": "t:///never", name: "control"])["error"]?["code"] == -32602)
        }
        #expect(!harness.hasTouched("ran"))
    }

    @Test
    func `an id of the control socket names nothing on the desktop socket`() async throws {
        let harness = try await tested.start(Self.fixture)
        let parameters: QueryValue = ["url": "t:///fail", "id": "mine"]
        let control = try await harness.result(of: "dispatch", parameters)
        #expect(control?["error"]?["message"] == "/home/me/secret")
        let desktop = try await harness.result(of: "dispatch", parameters, door: .desktop)
        #expect(desktop?["error"]?["message"] == "the action failed")
        #expect(desktop?["id"] != control?["id"])
    }

    @Test
    func `the desktop socket gets a command's stderr only with errors: stderr`() async throws {
        let harness = try await tested.start(Self.fixture)
        func error(_ url: String, _ door: Door) async throws -> QueryValue? {
            try await harness.reply(to: url, door: door)["error"]
        }
        #expect(try await error("t:///fail", .desktop) == ["code": 9, "message": "the action failed"])
        #expect(try await error("t:///fail", .control) == ["code": 9, "message": "/home/me/secret"])
        #expect(try await error("t:///tells", .desktop) == ["code": 9, "message": "no such note"])
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

    @Test
    func `a socket that brings ten wrong tokens at once has to wait`() async throws {
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
