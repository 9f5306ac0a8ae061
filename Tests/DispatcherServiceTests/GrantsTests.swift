import DispatcherRequests
import Foundation
import Glibc
import TestSupport
import Testing
import UnixSystem

@testable import DispatcherService

/// What the user allowed for good, across restarts.
@Suite(.timeLimit(.minutes(5)))
struct GrantsTests {
    private let folder: TemporaryFolder
    private let state: StateDirectory
    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let grant = Grant(route: "t.a", declaration: "{}", parameters: ["id"], callbacks: ["app:"])

    init() throws {
        folder = try TemporaryFolder()
        state = try #require(StateDirectory(override: "\(folder.path)/state", environment: [:]))
    }

    private var file: String { "\(folder.path)/state/grants.json" }

    private func start() -> Grants { Grants(state: state, logger: quiet) }

    @Test func `outlive the daemon, for the user alone`() async throws {
        let first = start()
        #expect(!first.contains(grant))
        await first.add(grant, at: Timestamp(boot: 0, wall: 1000))
        let second = start()
        #expect(second.problem == nil && second.contains(grant))
        #expect(second.all == first.all)
        #expect(second.all.map(\.since) == ["1970-01-01T00:00:01.000Z"])
        #expect(try folder.mode("state/grants.json") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == ["grants.json"])
        var other = grant
        other = Grant(route: other.route, declaration: "{ }", parameters: other.parameters, callbacks: other.callbacks)
        #expect(!second.contains(other))
    }

    @Test func `are the same for two answers to the same question`() async throws {
        let grants = start()
        for _ in 1...2 { await grants.add(grant, at: .now) }
        #expect(grants.all.count == 1)
        try await grants.revoke(try #require(grants.all.first?.id))
        #expect(!grants.contains(grant))
    }

    @Test func `are revoked by their ids, once`() async throws {
        let grants = start()
        await grants.add(grant, at: .now)
        let id = try #require(grants.all.first?.id)
        await #expect(throws: OutcomeError(.noRoute, "there is no grant 'x'")) { try await grants.revoke("x") }
        try await grants.revoke(id)
        await #expect(throws: OutcomeError(.noRoute, "there is no grant '\(id)'")) { try await grants.revoke(id) }
        #expect(!grants.contains(grant) && start().all.isEmpty)
    }

    /// Things that may happen to the file, each as a command of the shell, and the reason that is reported.
    @Test(
        arguments: [
            ("chmod 602 $0", "others may write"),
            ("rm $0; mkfifo $0", "Invalid argument"),
            ("rm $0; mkdir $0", "Is a directory"),
            ("echo '{\"grants\":[{}]}' > $0", "has unknown content"),
            (": > $0", "has unknown content"),
        ] + (geteuid() == 0 ? [("chown 12345 $0", "belongs to the account 12345")] : []))
    func `are not read from a file that others could have written`(change: String, reason: String) async throws {
        await start().add(grant, at: .now)
        let done = try CompletedProcess.run(
            path: "/bin/sh", arguments: ["sh", "-c", change, file], environment: ["PATH": "/usr/bin:/bin"], seconds: 10)
        try #require(done?.status == 0)
        let grants = start()
        #expect(grants.problem?.contains(reason) == true, "\(grants.problem ?? "no problem")")
        #expect(grants.all.isEmpty)
        // The file stays as it is; what is allowed now counts until the end.
        await grants.add(grant, at: .now)
        #expect(grants.contains(grant))
        #expect(start().all.isEmpty)
    }

    @Test func `count until the end where nothing can be kept`() async {
        let grants = Grants(state: nil, logger: quiet)
        #expect(grants.problem != nil)
        await grants.add(grant, at: .now)
        #expect(grants.contains(grant))
    }
}
