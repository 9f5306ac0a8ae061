import ArgumentParser
import DispatcherMessages

/// `xcallback history clear`
struct HistoryClear: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Delete all finished requests from the history and its files.",
        discussion: """
            Example:
              xcallback history clear
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws { _ = try daemon.call(.forget) }
}
