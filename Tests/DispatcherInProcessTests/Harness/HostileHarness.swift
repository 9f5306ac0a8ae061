import DispatcherScenarios
import Foundation
import QueryCoding
import TestSupport
import Testing

/// A dispatcher for each row. The reply to the next URL shows whether the row broke anything.
struct HostileHarness: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal static var current: (any Harness)?

    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("~/.ssh")
        try folder.write("inside", to: "~/.ssh/config")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link-to-etc", withDestinationPath: "/etc")
        let dispatcher = try await TestDispatcher.start(HostileTests.fixture(root: folder.path))
        try await Self.$current.withValue(dispatcher) { try await function() }
        #expect(try await dispatcher.reply(to: "xcallback:///ping")["outcome"] == "success")
        #expect(dispatcher.apps.opened.allSatisfy { $0.hasPrefix("https://ok.example/") })
        withExtendedLifetime(folder) {}
    }
}
