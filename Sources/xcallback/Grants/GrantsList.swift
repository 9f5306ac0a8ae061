import ArgumentParser
import DispatcherMessages
import QueryCoding
import UnixSystem

/// `xcallback grants [list]`
struct GrantsList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the grants: your answers of \"always\" to questions.",
        discussion: """
            Each row is a grant: it allows requests of the route that have exactly these parameters, and whose \
            callbacks go to exactly these apps and hosts; '-' is none. Any other request asks again. Times are local.

            Example:
              xcallback grants list --json
            """)

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run() throws {
        let (reply, printed) = try Daemon.call(GrantsMethod.self)
        if let warning = reply.warning { Shell.report(warning) }
        guard !json else { return Shell.print(json: printed) }
        guard !reply.grants.isEmpty else {
            return Shell.report(
                "there are no grants: no answer was \"always\"; 'xcallback routes' shows what your files allow")
        }
        let rows = reply.grants.map { grant in
            [
                [grant.id], [LocalTime(grant.since)?.brief ?? grant.since], [grant.route],
                grant.parameters.isEmpty ? ["-"] : grant.parameters, grant.callbacks.isEmpty ? ["-"] : grant.callbacks,
            ]
        }
        let header = ["ID", "SINCE", "ROUTE", "PARAMETERS", "CALLBACKS"].map { [$0] }
        let lines = TextTable([header] + rows).lines(
            within: Shell.width, savings: [(.drop, 1), (.join, 4), (.cut(to: 12), 2)]
        ) { row, _ in
            row == 0 ? .header : nil
        }
        for line in lines { Shell.print(line) }
    }
}
