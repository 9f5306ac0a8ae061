import Foundation
import TestSupport
import Testing

/// Real clients of the Model Context Protocol use `xcallback mcp`: the rows of acceptance in Tests/Agents, and a check of
/// each line that the server writes.
@Suite(.timeLimit(.minutes(20)))
struct AgentClientTests {
    private static let folder = "\(Repository.root)/.build/agents"
    /// `.ci/test` copies this file when all packages are there.
    private static let areInstalled = FileManager.default.fileExists(atPath: "\(folder)/requirements.txt")

    @Test(.enabled(if: areInstalled, "needs .build/agents, which .ci/test installs"))
    func `clients see what the rows of acceptance promise`() async throws {
        // The rows of `waits` only wait: 45 seconds for an answer that the user does not give.
        try await atOnce(["waits", "tools,calls,life,questions,lines"]) { groups in
            let ended = try run(
                "\(Self.folder)/bin/python",
                ["\(Repository.root)/Tests/Agents/run", Products.folder, groups],
                ProcessInfo.processInfo.environment)
            #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        }
    }
}
