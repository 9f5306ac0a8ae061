import ArgumentParser
import DispatcherMessages

/// `xcallback history clear`
struct HistoryClear: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Delete all finished requests from the history and from its files.",
        discussion: """
            Asks first on a terminal, and needs --yes elsewhere.

            Example:
              xcallback history clear --yes
            """)

    @OptionGroup var confirmation: Confirmation

    func run() throws {
        try confirmation.require("delete all finished requests from the history", or: "history clear")
        _ = try Daemon.call(ForgetMethod.self)
    }
}
