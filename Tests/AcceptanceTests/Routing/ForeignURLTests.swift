import DispatcherMessages
import DispatcherScenarios
import RequestRecord
import Testing

/// URLs of the schemes of other programs, with the built daemon.
struct ForeignURLTests {
    @Test(.timeLimit(.minutes(1)), arguments: [Door.control, .desktop])
    func `links of 48 other programs have the values that those programs document`(door: Door) async throws {
        try await LinkCase.reachTheirRoutes(on: RunningDaemon.self, door: door)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [Door.control, .desktop])
    func `a URL of another program's scheme reaches its route whole`(door: Door) async throws {
        try await ForeignURLScenarios.reads(on: RunningDaemon.self, door: door)
    }

    @Test(.timeLimit(.minutes(1))) func `raw characters are accepted on the desktop socket, and in opaque URLs`()
        async throws
    {
        try await ForeignURLScenarios.readsRawCharacters(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1))) func `explain reports an unused fragment and a semicolon in a name`() async throws {
        try await ForeignURLScenarios.explainsNearMisses(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [Door.control, .desktop])
    func `the history has no fragment, no password and no secret of an opaque URL`(door: Door) async throws {
        try await ForeignURLScenarios.hidesSecrets(on: RunningDaemon.self, door: door)
    }

    @Test(.timeLimit(.minutes(1))) func `links have the segment of an opaque URL`() async throws {
        try await ForeignURLScenarios.linksOpaqueURLs(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)))
    func `history show names what the route did not use`() async throws {
        let daemon = try RunningDaemon.start(ForeignURLScenarios.fixture)
        for (url, sentence) in ForeignURLScenarios.nearMisses {
            _ = try await daemon.reply(to: url, door: .desktop)
            let shown = try daemon.xcallback(["history", "show", "last"]).output
            #expect(shown.contains("near miss") == (sentence != nil), "\(url): \(shown)")
            #expect(sentence.map(shown.contains) ?? true, "\(url): \(shown)")
        }
    }
}
