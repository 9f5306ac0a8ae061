import ArgumentParser
import DispatcherMessages

/// `xcallback mcp`
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Offer routes to an agent as tools of the Model Context Protocol.",
        discussion: """
            An agent starts this command and speaks to it on standard input and output. Its tools are the routes whose \
            files have 'agent: ask' or 'agent: allow'; 'xcallback new --agent ask' writes such a route. With 'ask', you are \
            asked on your screen for each call.

            With --config PROGRAM, 'mcp' prints the settings by which PROGRAM starts 'mcp', and says on standard error where \
            the settings belong. Without PROGRAM, --config lists the programs.

            Examples:
              xcallback mcp --only 'notes.*'
              xcallback mcp --config
              xcallback mcp --config codex --only 'notes.*'
            """)

    @Option(
        help: ArgumentHelp(
            "Offer only the routes whose names match PATTERN (* and ?); may be repeated.", valueName: "pattern"))
    var only: [String] = []

    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Print the configuration for a program: claude, codex, vscode, cursor or gemini; without a word, list them.",
            valueName: "program"), completion: .list(AgentProgram.all.map(\.word)))
    var config: String?

    func validate() throws {
        if let config, !config.isEmpty { _ = try Self.program(named: config) }
    }

    func run() throws {
        guard let config else {
            if Shell.isInteractive {
                Shell.report("waits for the messages of an agent; 'xcallback mcp --config' prints an agent's settings")
            }
            AgentServer.run(patterns: only)
        }
        if config.isEmpty { Self.list() } else { try show(Self.program(named: config)) }
    }

    /// Throws a usage error for a name that is not known.
    private static func program(named name: String) throws -> AgentProgram {
        if let program = AgentProgram.all.first(where: { $0.word == name }) { return program }
        let names = AgentProgram.all.map(\.word).joined(separator: ", ")
        throw ValidationError("'\(Printable.shown(name))' is not a program of --config; the programs are \(names)")
    }

    private static func list() {
        let rows = AgentProgram.all.map { [[$0.word], [$0.name], [$0.files.joined(separator: ", ")]] }
        let table = TextTable([[["PROGRAM"], ["NAME"], ["FILE"]]] + rows)
        for line in table.lines(within: Shell.width, savings: [(.split, 2), (.split, 1)]) { Shell.print(line) }
    }

    private func show(_ program: AgentProgram) throws {
        let command = [Shell.executable, "mcp"] + only.flatMap { ["--only", $0] }
        let variables = AgentLink.neededVariables
        Shell.print(text: program.snippet(command, variables: variables))
        Shell.report(program.place(of: command, variables: variables))
    }
}
