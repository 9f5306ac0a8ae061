import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The page about agents: its commands do what is written.
@Suite(.timeLimit(.minutes(1)))
struct AgentArticleTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(try #require(try Sample.texts("yaml", in: "Agents.md").first), "today")
    }

    /// The command of the page that has a text.
    private func command(with text: String) throws -> String {
        try #require(try Sample.texts("sh", in: "Agents.md").first { $0.contains(text) })
    }

    /// A sandbox has the programs of the user's own folder alone, if the tests run below /tmp.
    private var environment: [String: String] {
        let variables = sandbox.environment
        let path = "\(variables["HOME"] ?? "")/.local/bin:\(variables["PATH"] ?? "")"
        return variables.merging(["PATH": path]) { $1 }
    }

    private func result(_ command: String) throws -> Ended {
        try run("/bin/sh", ["-ec", command], environment)
    }

    @Test func `the first tool is listed`() throws {
        let daemon = try RunningDaemon(sandbox)
        let ended = try result(command(with: "tools/list"))
        let lines = try ended.output.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8), depthLimit: 64) }
        #expect(lines.count == 2 && ended.status == 0, "\(ended)")
        #expect(lines.last?["result"]?["tools"]?.elements?.map { $0["name"] } == ["today_date"])
        withExtendedLifetime(daemon) {}
    }

    @Test func `the configuration names the program and the pattern`() throws {
        let ended = try result(command(with: "--config"))
        #expect(ended.output.contains(#""mcp","--only","today.*""#), "\(ended)")
        #expect(ended.errors.contains("~/.codex/config.toml"))
    }

    private static let canContain =
        has("bwrap")
        && (try? run("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], ["PATH": "/usr/bin:/bin"]))?.status == 0

    @Test(.enabled(if: canContain, "needs bwrap, which may make namespaces: NOT TESTED"))
    func `a sandbox with the folder of the agent socket has the tools, also of the next daemon, and nothing else`()
        throws
    {
        var daemon = try RunningDaemon(sandbox)
        let sample = try command(with: "bwrap")
        let server = try MCPServer(environment, ["/bin/sh", "-ec", sample])
        try server.begin()
        func date() throws -> String? {
            try server.call("today_date")["result"]?["content"]?.elements?.first?["text"]?.string
        }
        #expect(try server.ask(2, "tools/list")["result"]?["tools"]?.elements?.map { $0["name"] } == ["today_date"])
        #expect(try date()?.contains("T") == true)
        #expect(daemon.stop() == 0)
        #expect(try date()?.hasPrefix("error 503") == true)
        daemon = try RunningDaemon(sandbox)
        #expect(try date()?.contains("T") == true)
        // Everything else of the daemon is out of reach.
        let start = try #require(sample.range(of: "xcallback mcp")).lowerBound
        let found = try result(sample[..<start] + "find /run /tmp \"$XDG_RUNTIME_DIR\" -type s | sort -u")
        #expect(found.output == "\(daemon.directory.socket(.agent))\n", "\(found)")
        let status = try result(sample[..<start] + "xcallback status")
        #expect(status.status != 0 && status.output == "", "\(status)")
        let folder = try result(
            sample[..<start] + "sh -c 'touch \"$XDG_RUNTIME_DIR/xcallbackd/agent/x\" || ls -A \"$HOME\"'")
        #expect(folder.output == ".local\n", "\(folder)")
    }
}
