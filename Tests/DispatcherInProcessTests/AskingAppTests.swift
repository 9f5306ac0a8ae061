import DispatcherMessages
import DispatcherRequests
import DispatcherScenarios
import RequestRecord
import Testing

@testable import DispatcherService

/// The rule for the app that asks on the desktop socket.
struct AskingAppTests {
    private static let fixture = Fixture(
        """
        schemes: [t]
        desktop: allow
        routes:
          - {name: open, path: /open, run: [printf, done], output: text}
          - {name: some, path: /some, from-app: [firefox, org.kde.dolphin], run: [printf, done], output: text}
          - {name: to, path: /to, redirect: "t:///some"}
          - {name: firefox, path: /pick, from-app: [firefox], run: [printf, f], output: text}
          - {name: rest, path: /pick, run: [printf, r], output: text}
          - {name: kde, path: /pick, from-app: [org.kde.dolphin, kate], run: [printf, k], output: text}
          - {name: near, path: "/near/{x}", from-app: [firefox], run: [printf, f], output: text}
          - {name: far, path: "/near/**", run: [printf, far], output: text}
          - {name: token, path: /token, from-app: [firefox], token: {file: token}, run: [printf, done], output: text}
        """, files: ["token": "good\n"])

    private func reply(_ url: String, from app: String?, at door: Door = .desktop) async throws -> QueryValue {
        let dispatcher = try await TestDispatcher.start(Self.fixture)
        let peer = PeerProcess(pid: 1, program: "/usr/bin/xcallback", app: app)
        let submission = Submission(url: Array(url.utf8), door: door, peer: peer)
        return await dispatcher.dispatcher.dispatch(submission).value
    }

    static let requests: [(String, String?, QueryValue?)] = [
        ("t:///some", "firefox", nil),
        ("t:///some", "org.kde.dolphin", nil),
        ("t:///some", "Firefox", 403),
        ("t:///some", "firefox-esr", 403),
        ("t:///some", nil, 403),
        ("t:///open", nil, nil),
        ("t:///to", "firefox", nil),  // a redirect is still the same app's
        ("t:///to", "chromium", 403),
        ("t:///token?x-token=good", "chromium", 403),  // a token does not say who asks
    ]

    @Test(arguments: requests)
    func `a route with from-app answers the apps that it names`(url: String, app: String?, code: QueryValue?)
        async throws
    {
        #expect(try await reply(url, from: app)["error"]?["code"] == code)
    }

    static let choices: [(String, String?, Door, QueryValue?)] = [
        ("t:///pick", "firefox", .desktop, "f"),
        ("t:///pick", "kate", .desktop, "k"),
        ("t:///pick", "chromium", .desktop, "r"),
        ("t:///pick", nil, .desktop, "r"),
        ("t:///pick", "firefox", .control, "r"),  // a script in the terminal of an app is no click
        ("t:///near/1", "firefox", .desktop, "f"),
        ("t:///near/1", "kate", .desktop, "far"),
    ]

    @Test(arguments: choices)
    func `from-app chooses among the routes that match`(url: String, app: String?, door: Door, output: QueryValue?)
        async throws
    {
        #expect(try await reply(url, from: app, at: door)["output"]?["result"] == output)
    }

    @Test func `a script reaches no route that is for clicks alone`() async throws {
        let error = try await reply("t:///some", from: "firefox", at: .control)["error"]
        #expect(error?["code"] == 403)
        #expect(
            error?["message"]
                == "route 't.some' is open only to clicks in firefox, org.kde.dolphin, not to a script")
    }
}
