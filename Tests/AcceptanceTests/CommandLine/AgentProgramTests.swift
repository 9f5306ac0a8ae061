import QueryCoding
import Testing

/// `xcallback mcp --config`: the texts by which programs start the server.
@Suite(.timeLimit(.minutes(1)))
struct AgentProgramTests {
    private static let hasTOML =
        (try? run("python3", ["-c", "import tomllib"], Sandbox().environment))?.status == 0

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func config(_ arguments: String...) throws -> Ended {
        try run("\(Products.folder)/xcallback", ["mcp", "--config"] + arguments, sandbox.environment)
    }

    /// The server in the text for a program.
    private func server(_ program: String, _ text: String) throws -> QueryValue? {
        let json = ["-c", "import json, sys, tomllib; print(json.dumps(tomllib.loads(sys.argv[1])))", text]
        let parsed = program == "codex" ? try run("python3", json, sandbox.environment).output : text
        let lists = ["codex": "mcp_servers", "vscode": "servers"]
        return try JSONParser.parse(Array(parsed.utf8), depthLimit: 16)[lists[program] ?? "mcpServers"]?["xcallback"]
    }

    @Test(arguments: ["claude", "vscode", "cursor", "gemini"])
    func `the JSON starts a server that has the tools, without the variables of a session`(program: String) throws {
        try expectTools(program)
    }

    @Test(.enabled(if: hasTOML, "needs python3 with tomllib: NOT TESTED"))
    func `the TOML starts a server that has the tools, without the variables of a session`() throws {
        try expectTools("codex")
    }

    private func expectTools(_ program: String) throws {
        try sandbox.routes(
            "schemes: [n]\nagent: allow\nroutes: [{name: a, path: /a, run: [\"true\"]}, {name: b, path: /b, run: [\"true\"]}]\n",
            "n")
        let daemon = try RunningDaemon(sandbox)
        let ended = try config(program, "--only", "n.a", "--only", #"x"\*"#)
        #expect(ended.status == 0)
        #expect(ended.errors.contains(" this \(program == "codex" ? "" : "in")to ~/."), "\(ended.errors)")
        let server = try #require(try server(program, ended.output))
        #expect(server["args"] == ["mcp", "--only", "n.a", "--only", #"x"\*"#])
        let command = try #require(server["command"]?.string)
        #expect(command == "\(Products.folder)/xcallback")
        let variables = (server["env"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
        let child = try MCPServer(
            ["PATH": "/usr/bin:/bin"].merging(variables) { $1 },
            [command] + (server["args"]?.elements ?? []).compactMap(\.string))
        try child.begin()
        let tools = try child.ask(2, "tools/list")["result"]?["tools"]?.elements ?? []
        #expect(tools.map { $0["name"] } == ["n_a"])
        withExtendedLifetime(daemon) {}
    }
}
