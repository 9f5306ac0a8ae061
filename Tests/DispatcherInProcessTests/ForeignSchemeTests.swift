import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// Files that serve the schemes of other programs.
@Suite(.timeLimit(.minutes(5)))
struct ForeignSchemeTests {
    private static let routes = """
        schemes: [phpstorm, flatpak+https, steam, sftp, mailto]
        desktop: allow
        routes:
          - {name: open, path: /open, run: [touch, opened]}
          - {name: answer, path: /answer, run: [touch, answered]}
          - {name: inside, path: /inside, open: "phpstorm:///open"}
        """

    @Test(arguments: ["phpstorm", "flatpak+https", "steam", "sftp", "mailto"], [Door.control, .desktop])
    func `are answered, but no callback to their schemes is opened`(scheme: String, door: Door) async throws {
        let dispatcher = try await TestDispatcher.start(Fixture(Self.routes))
        #expect(try await dispatcher.reply(to: "\(scheme):/open", door: door)["outcome"] == "success")
        #expect(dispatcher.hasTouched("opened"))
        // The field of a mail that may name a file bans the callback.
        let callback = "\(scheme)%3A%2Fanswer%3Fattach%3Da"
        let reply = try await dispatcher.reply(to: "\(scheme):/open?x-success=\(callback)", door: door)
        #expect(reply["error"]?["code"] == 403, "\(reply)")
        #expect(!dispatcher.hasTouched("answered"))
    }

    @Test func `a route may open a URL of its own scheme`() async throws {
        let dispatcher = try await TestDispatcher.start(Fixture(Self.routes))
        #expect(try await dispatcher.reply(to: "phpstorm:/inside")["outcome"] == "success")
        #expect(dispatcher.hasTouched("opened"))
    }
}
