import Foundation
import TestSupport
import Testing

/// Real clients of the Model Context Protocol use `xcallback mcp`: the rows of acceptance in Tests/Agents, and a check of
/// each line that the server writes.
@Suite(
    .enabled(if: AgentClients.areInstalled, "needs .build/agents, which .ci/test installs"), .timeLimit(.minutes(5)))
struct AgentClientTests {
    @Test(arguments: ["tools", "calls", "life", "questions", "waits", "lines"])
    func `clients see what the rows of acceptance promise`(group: String) throws {
        let program = "\(Repository.root)/Tests/Agents/run"
        let ended = try run(
            "\(AgentClients.folder)/bin/python", [program, Products.folder, group],
            ProcessInfo.processInfo.environment)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }
}

private enum AgentClients {
    static let folder = "\(Repository.root)/.build/agents"
    /// `.ci/test` copies this file when all packages are there.
    static let areInstalled = FileManager.default.fileExists(atPath: "\(folder)/requirements.txt")
}
