import Glibc
import QueryCoding
import Testing

/// `xcallback mcp` in a sandbox that has only the program, its libraries, and the folder of the agent socket, without
/// XDG_RUNTIME_DIR.
@Suite(.needs(Bubblewrap.absence), .timeLimit(.minutes(1)))
struct AgentSandboxTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox(
            "schemes: [n]\nagent: allow\nroutes: [{name: say, path: /say, run: [printf, hi], output: text}]\n", as: "n")
    }

    /// The command that runs `xcallback` in the sandbox.
    /// - Parameter shared: The folder that the sandbox has of the folder of the sessions.
    private func command(_ arguments: String..., sharing shared: String = "/xcallbackd/agent") throws -> [String] {
        let program = "\(Products.folder)/xcallback"
        let listed = try run("ldd", [program], Bubblewrap.variables).output
        let libraries = listed.matches(of: /\/\S+/).map { String($0.output) }
        let folder = "/run/user/\(getuid())"
        return try [find("bwrap", Bubblewrap.variables), "--unshare-all", "--die-with-parent", "--proc", "/proc"]
            + ([program] + libraries.filter { $0 != "\(program):" }).flatMap { ["--ro-bind", $0, $0] }
            + ["--perms", "0700", "--dir", folder]
            + ["--ro-bind", "\(sandbox.path)/run\(shared)", "\(folder)\(shared)"]
            + [program] + arguments
    }

    @Test func `reaches the tools, also after a restart of the daemon`() throws {
        var daemon = try RunningDaemon(sandbox)
        let server = try MCPServer(Bubblewrap.variables, command("mcp"))
        try server.begin()
        for _ in 0..<2 {
            let tools = try server.ask(2, "tools/list")["result"]?["tools"]?.elements
            #expect(tools?.map { $0["name"] } == ["n_say"])
            #expect(try server.call("n_say")["result"]?["content"]?.elements?.first?["text"] == "hi")
            #expect(daemon.stop() == 0)
            let away = try server.call("n_say")["result"]
            #expect(away?["_meta"]?["xcallbackd/code"] == 503)
            daemon = try RunningDaemon(sandbox)
        }
    }

    @Test func `every command finds the folder of the sessions`() throws {
        let daemon = try RunningDaemon(sandbox)
        let folder = "/run/user/\(getuid())"
        let status = try run(command("status", sharing: ""), Bubblewrap.variables)
        #expect(status.status == 0, "\(status)")
        let page = try run(command("page", "--open", sharing: ""), Bubblewrap.variables)
        #expect(page.status == 1 && page.errors.contains("\(folder)/xcallbackd/routes.html"), "\(page)")
        withExtendedLifetime(daemon) {}
    }

    @Test func `has no control socket`() throws {
        let daemon = try RunningDaemon(sandbox)
        let folder = "/run/user/\(getuid())/xcallbackd"
        let ended = try run(command("status", "--socket-directory", folder), Bubblewrap.variables)
        #expect(ended.status == 69 && ended.output == "", "\(ended)")
        #expect(ended.errors.contains("\(folder)/control.sock"), "\(ended)")
        #expect(try daemon.xcallback(["status"]).status == 0)
    }
}

/// bwrap(1).
enum Bubblewrap {
    /// Why there can be no sandbox here; nil if there can.
    static let absence: String? = {
        guard has("bwrap") else { return "needs bwrap" }
        let probe = try? run("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], variables)
        return probe?.status == 0 ? nil : "bwrap makes no sandbox here: \(probe?.errors ?? "")"
    }()

    /// Without XDG_RUNTIME_DIR, as programs that use models start a server.
    static let variables = ["PATH": "/usr/bin:/bin", "HOME": "/"]
}
