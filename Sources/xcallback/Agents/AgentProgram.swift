import DispatcherMessages
import QueryCoding

/// A program that acts for a language model, and the text by which it starts `xcallback mcp`. Each program starts its servers
/// with few variables and a short PATH, so the text has absolute paths.
struct AgentProgram {
    static let all = [
        AgentProgram(
            word: "claude", name: "Claude Desktop, Claude Code", list: "mcpServers",
            files: ["~/.config/Claude/claude_desktop_config.json", ".mcp.json of a project"]),
        AgentProgram(word: "codex", name: "Codex", list: "mcp_servers", files: ["~/.codex/config.toml"]),
        AgentProgram(
            word: "vscode", name: "Visual Studio Code", list: "servers",
            files: ["~/.config/Code/User/mcp.json", ".vscode/mcp.json of a project"]),
        AgentProgram(
            word: "cursor", name: "Cursor", list: "mcpServers",
            files: ["~/.cursor/mcp.json", ".cursor/mcp.json of a project"]),
        AgentProgram(
            word: "gemini", name: "Gemini CLI", list: "mcpServers",
            files: ["~/.gemini/settings.json", ".gemini/settings.json of a project"]),
    ]

    /// The name under which the programs list the server.
    private static let server = "xcallback"

    /// The argument of `--config`.
    let word: String
    /// The name for people.
    let name: String
    /// The member of the file that lists all servers.
    let list: String
    /// The files that may have the text; the first file counts for all projects.
    let files: [String]

    /// Returns the text for the file: TOML for Codex, else JSON.
    /// - Parameters:
    ///   - command: The command that starts the server.
    ///   - variables: The variables that the server needs.
    func snippet(_ command: [String], variables: [(name: String, value: String)]) -> String {
        let words = command.map { QueryValue.string($0) }
        let environment: QueryValue = .record(variables.map { ($0.name, .string($0.value)) })
        let members: [(String, QueryValue?)] = [
            ("type", word == "vscode" ? "stdio" : nil), ("command", words.first),
            ("args", .array(Array(words.dropFirst()))), ("env", variables.isEmpty ? nil : environment),
        ]
        guard word == "codex" else {
            let server: QueryValue = .record([(Self.server, .record(members))])
            return QueryValue.record([(list, server)]).prettyJSON
        }
        // Strings and arrays of strings are written alike in JSON and TOML.
        let table = "[\(list).\(Self.server)"
        let values = members.filter { $0.0 != "env" }.compactMap { name, value in value.map { "\(name) = \($0.json)" } }
        let settings = variables.map { "\($0.name) = \(QueryValue.string($0.value).json)" }
        return (["\(table)]"] + values + (settings.isEmpty ? [] : ["", "\(table).env]"] + settings))
            .joined(separator: "\n")
    }

    /// Returns the sentence that says where the text goes.
    func place(of command: [String], variables: [(name: String, value: String)]) -> String {
        // Tables of TOML stand beside each other; JSON has one object with all servers.
        guard word != "codex" else { return "for \(name): add this to \(files.joined(separator: ", or to "))" }
        let place = "for \(name): put this into \(files.joined(separator: ", or into "))"
        let other = "if the file has '\(list)' already, add '\(Self.server)' there"
        guard word == "claude" else { return "\(place); \(other)" }
        // This program itself edits the file that holds the user's own servers.
        let options = variables.flatMap { ["--env", "\($0.name)=\($0.value)"] } + ["--scope", "user"]
        let words = Printable.command(["claude", "mcp", "add"] + options + [Self.server, "--"] + command)
        return "\(place); \(other). For Claude Code in all projects: \(words)"
    }
}
