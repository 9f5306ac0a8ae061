import ArgumentParser

/// `xcallback grants`
struct GrantsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants", abstract: "List and revoke grants: questions that you answered with \"always\".",
        discussion: """
            An answer of "always" to a question is a grant, which allows requests of one route, with parameters of the \
            same names, whose callbacks go to the same apps and hosts. A grant ends when its route is changed.

            Example:
              xcallback grants
            """,
        subcommands: [GrantsList.self, GrantsRevoke.self], defaultSubcommand: GrantsList.self)
}
