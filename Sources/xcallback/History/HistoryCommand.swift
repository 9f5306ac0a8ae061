import ArgumentParser

/// `xcallback history`
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Tell what requests came in, and what became of them.",
        subcommands: [HistoryList.self, HistoryShow.self, HistoryRun.self, HistoryClear.self],
        defaultSubcommand: HistoryList.self)
}
