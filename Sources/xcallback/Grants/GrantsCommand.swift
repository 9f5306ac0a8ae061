import ArgumentParser

/// `xcallback grants`
struct GrantsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants", abstract: "List and revoke grants: your answers of \"always\" to questions.",
        discussion: """
            A grant allows later requests of the same route with the same names of parameters, whose callbacks go to the \
            same apps and hosts as in the question. A grant ends when its route is changed.

            Example:
              xcallback grants
            """,
        subcommands: [GrantsList.self, GrantsRevoke.self], defaultSubcommand: GrantsList.self)
}
