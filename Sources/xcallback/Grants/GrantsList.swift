import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback grants [list]`
struct GrantsList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what clicks were allowed for good.",
        discussion: """
            Each line has the id, the time, the route, the names of the parameters, and where the callbacks go.

            Example:
              xcallback grants list --json
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run() throws {
        let value = try daemon.call(.grants)
        let reply = try DaemonOptions.read(value, as: GrantsReply.init)
        if let warning = reply.warning { Shell.report(Printable.line(warning)) }
        guard !json else { return Shell.print(json: value) }
        let rows = reply.grants.map { grant in
            [
                [grant.id], [grant.since], [grant.route], grant.parameters.isEmpty ? ["-"] : grant.parameters,
                grant.callbacks,
            ]
        }
        for line in TextTable(rows).lines() { Shell.print(line) }
    }
}
