import DispatcherScenarios
import Foundation
import QueryCoding
import Testing

/// One daemon for all rows, so that a row also finds the damage of an earlier one.
struct HostileHarness: SuiteTrait, TestScoping {
    @TaskLocal static var current: (any Harness)?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let daemon = try Self.start()
        try await Self.$current.withValue(daemon) { try await function() }
        #expect(try await daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        #expect(!FileManager.default.fileExists(atPath: "/tmp/pwn"))
        let opened = try daemon.sandbox.contents("opened").split(separator: "\n")
        #expect(opened.allSatisfy { $0.hasPrefix("https://ok.example/") })
        #expect(!daemon.logText.contains("GOODTOKEN"))
        let status = try daemon.xcallback(["status", "--json"])
        #expect(status.status == 0 && !status.output.contains("GOODTOKEN"))
    }

    /// `/openfile` finds its folder in the sandbox, with a link that leads out of it.
    static func start(settings: String = "") throws -> RunningDaemon {
        let sandbox = try Sandbox()
        let root = "\(sandbox.path)/xcb"
        try sandbox.write("inside", to: "\(root)/~/.ssh/config")
        try FileManager.default.createSymbolicLink(atPath: "\(root)/link-to-etc", withDestinationPath: "/etc")
        var fixture = try HostileTests.fixture(root: root)
        fixture.settings += settings
        return try RunningDaemon.start(fixture, in: sandbox)
    }
}
