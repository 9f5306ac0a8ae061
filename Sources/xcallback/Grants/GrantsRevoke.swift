import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback grants revoke ID`
struct GrantsRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a grant, so that the user is asked again.",
        discussion: """
            Example:
              xcallback grants revoke 01JD8Z7Q4N6J5T4M3K2H1G0F9E
            """)

    @OptionGroup var daemon: DaemonOptions

    @Argument(help: "Id of the grant, as 'xcallback grants' lists it.")
    var id: String

    func run() throws { _ = try daemon.call(.revoke, [(.id, .string(id))]) }
}
