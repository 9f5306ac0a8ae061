import ArgumentParser

/// `xcallback grants`
struct GrantsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants", abstract: "Show and revoke what clicks were allowed for good.",
        discussion: """
            An answer of "always" allows requests of one route, with parameters of the same names, whose callbacks go to the \
            same apps and hosts. It ends when the route is changed.

            Example:
              xcallback grants
            """,
        subcommands: [GrantsList.self, GrantsRevoke.self], defaultSubcommand: GrantsList.self)
}
