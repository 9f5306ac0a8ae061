import DispatcherScenarios
import Foundation
import QueryCoding
import TestSupport
import Testing

/// The rows of hostile.jsonl, in this process.
struct HostileTests {
    /// Runs a body with a dispatcher for one row. The reply to the next URL shows whether the row broke anything.
    private func withDispatcher(_ body: (TestDispatcher) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("~/.ssh")
        try folder.write("inside", to: "~/.ssh/config")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link-to-etc", withDestinationPath: "/etc")
        let dispatcher = try await TestDispatcher.start(HostileScenarios.fixture(root: folder.path))
        try await body(dispatcher)
        #expect(try await dispatcher.reply(to: "xcallback:///ping")["outcome"] == "success")
        #expect(dispatcher.apps.opened.allSatisfy { $0.hasPrefix("https://ok.example/") })
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: HostileScenarios.rows)
    func `a hostile line gets the reply that its row names`(row: HostileCase) async throws {
        try await withDispatcher { try await HostileScenarios.answersAsExpected(row, on: $0) }
    }

    @Test(arguments: HostileScenarios.rows)
    func `what the control socket refuses, the desktop socket refuses too`(row: HostileCase) async throws {
        try await withDispatcher { try await HostileScenarios.refusesWebPages(row, on: $0) }
    }
}
