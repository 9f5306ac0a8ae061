import ArgumentParser

/// `xcallback mcp`
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Offer routes to an agent as tools of the Model Context Protocol.",
        discussion: """
            An agent starts this command and speaks to it on standard input and output. Its tools are the routes whose \
            files have 'agent: ask' or 'agent: allow'. With 'ask', you are asked on your screen for each call.

            Example:
              xcallback mcp --only 'notes.*'
            """)

    @Option(help: "Offer only the routes whose names match this pattern (* and ?); may be repeated.")
    var only: [String] = []

    func run() {
        var server = AgentServer(patterns: only)
        server.run()
    }
}
