import ArgumentParser

/// `xcallback history`
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show past requests and their outcomes.",
        discussion: """
            'xcallback help history list' explains the columns.

            Example:
              xcallback history --follow
            """,
        subcommands: [HistoryList.self, HistoryShow.self, HistoryRun.self, HistoryClear.self],
        defaultSubcommand: HistoryList.self)
}
