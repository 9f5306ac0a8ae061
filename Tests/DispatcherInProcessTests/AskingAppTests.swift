import DispatcherMessages
import DispatcherRequests
import DispatcherScenarios
import QueryCoding
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
          - {name: token, path: /token, from-app: [firefox], token: {file: token}, run: [printf, done], output: text}
        """, files: ["token": "good\n"])

    private func code(_ url: String, _ peer: PeerProcess?, at door: Door = .desktop) async throws -> QueryValue? {
        let dispatcher = try await TestDispatcher.start(Self.fixture)
        let submission = Submission(url: Array(url.utf8), door: door, peer: peer)
        return await dispatcher.dispatcher.dispatch(submission).value["error"]?["code"]
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
        #expect(try await self.code(url, PeerProcess(pid: 1, program: "/usr/bin/xcallback", app: app)) == code)
    }

    @Test func `from-app is a rule of the desktop socket`() async throws {
        #expect(try await code("t:///some", nil) == 403)
        #expect(try await code("t:///some", nil, at: .control) == nil)
    }
}
