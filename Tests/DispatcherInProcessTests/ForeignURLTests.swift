import DispatcherMessages
import DispatcherScenarios
import RequestRecord
import Testing

/// URLs of the schemes of other programs, in this process.
struct ForeignURLTests {
    @Test(arguments: [Door.control, .desktop])
    func `links of 48 other programs have the values that those programs document`(door: Door) async throws {
        try await LinkCase.reachTheirRoutes(on: TestDispatcher.self, door: door)
    }

    @Test(arguments: [Door.control, .desktop])
    func `a URL of another program's scheme reaches its route whole`(door: Door) async throws {
        try await ForeignURLScenarios.reads(on: TestDispatcher.self, door: door)
    }

    @Test func `raw characters are accepted on the desktop socket, and in opaque URLs`() async throws {
        try await ForeignURLScenarios.readsRawCharacters(on: TestDispatcher.self)
    }

    @Test func `explain reports an unused fragment and a semicolon in a name`() async throws {
        try await ForeignURLScenarios.explainsNearMisses(on: TestDispatcher.self)
    }

    @Test(arguments: [Door.control, .desktop])
    func `the history has no fragment, no password and no secret of an opaque URL`(door: Door) async throws {
        try await ForeignURLScenarios.hidesSecrets(on: TestDispatcher.self, door: door)
    }

    @Test func `links have the segment of an opaque URL`() async throws {
        try await ForeignURLScenarios.linksOpaqueURLs(on: TestDispatcher.self)
    }
}
