import ArgumentParser
import DispatcherMessages
import ProgramHelp
import QueryCoding

/// `xcallback routes`
struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "List the routes, with what each does.",
        discussion: """
            INPUT lists the fields: '?' marks an optional one, '=' gives its default. OUTPUT is the format of the output, or \
            its members. DESKTOP is the rule for clicks, and AGENT the rule for agents if they are offered the route. A \
            narrow terminal leaves out FILE; --json also has the schemes and domains. With --menu, a route that cannot be run \
            from a menu is left out: one that is off, answers any path, or needs a secret, a token or a path. 'pick' runs \
            the chosen route.

            Examples:
              xcallback routes notes
              xcallback routes --menu
            """)

    @Flag(help: "Print the table as JSON.")
    var json = false

    @Flag(help: "Print a line for each route that a menu can run: its title, a tab and its name.")
    var menu = false

    @Flag(help: "List the built-in routes too.")
    var all = false

    @Argument(help: "File or route to list; default: all.", completion: NameCompletion.routes)
    var name: String?

    func validate() throws {
        guard !menu || !json && !all else { throw ValidationError("--menu cannot be used with --json or --all") }
    }

    func run() throws {
        var reply = try Daemon.call(RoutesMethod.self).reply
        if let name {
            let near = MissingRoute.suggestion(for: name, among: reply.routes.map(\.name) + RouteFile.names)
            reply.routes = reply.routes.filter { [$0.name, $0.feature].contains(name) }
            guard !reply.routes.isEmpty else {
                throw Shell.failure(
                    "no route or file '\(Printable.shown(name, limit: 64))'; 'xcallback routes' lists them\(near)")
            }
        } else if !all {
            reply.routes.removeAll { $0.source == ListedRoute.builtIn }
        }
        guard !json else { return Shell.print(json: reply.value) }
        guard !menu else { return reply.routes.filter(\.isOnMenu).forEach { Shell.print(text: $0.menuLine()) } }
        let routes = reply.routes
        guard !routes.isEmpty else { return Shell.report("no file has a route yet; --all lists the built-in routes") }
        for line in lines(routes) { Shell.print(line) }
        var reasons: Set<String> = []
        for route in routes where !route.isAvailable {
            let reason = "\(route.feature ?? "") is off: \(route.reason ?? "")"
            if reasons.insert(reason).inserted { Shell.print(Printable.message(reason)) }
        }
    }

    /// Returns the lines of a table, without AGENT and SUMMARY if no route has them. A narrow terminal gets no FILE, then
    /// less of SUMMARY on a line, PATH below ROUTE, and at last words below each other.
    private func lines(_ routes: [ListedRoute]) -> [String] {
        let header = ["ROUTE", "PATH", "INPUT", "OUTPUT", "DESKTOP", "AGENT", "SUMMARY", "FILE"]
        let rows = routes.map(cells)
        let shown = header.indices.filter { column in
            !["AGENT", "SUMMARY"].contains(header[column]) || rows.contains { $0[column] != [""] }
        }
        let table = TextTable(([header.map { [$0] }] + rows).map { row in shown.map { row[$0] } })
        let savings: [(TextTable.Saving, Int)] = [(.drop, 7), (.split, 6), (.join, 1), (.split, 2)]
        return table.lines(
            within: Shell.width,
            savings: savings.compactMap { way, column in shown.firstIndex(of: column).map { (way, $0) } }
        ) { row, _ in row == 0 ? .header : nil }
    }

    private func cells(of route: ListedRoute) -> [[String]] {
        [
            [route.name] + (route.isAvailable ? [] : ["(off)"]), route.paths, input(of: route), texts(route.output),
            [route.desktop ?? ""], [route.agent == "never" ? "" : route.agent],
            TextLayout(width: Shell.isTerminal ? 24 : nil).lines(route.summary ?? "", indentation: 0),
            [route.source ?? ""],
        ]
    }

    private func input(of route: ListedRoute) -> [String] {
        texts(route.input) + (route.required ?? []).map { "(at least one of \($0.joined(separator: ", ")))" }
            + (route.exclusive ?? []).map { "(at most one of \($0.joined(separator: ", ")))" }
    }

    private func texts(_ output: WordOrList<ListedField>) -> [String] {
        switch output {
        case .word(let name): [name]
        case .list(let fields): texts(fields)
        }
    }

    private func texts(_ fields: [ListedField]) -> [String] {
        fields.enumerated().map { index, field in
            let mark = field.isOptional ? "?" : ""
            let standard = field.defaultValue.map { " = \($0.value.json)" } ?? ""
            let split = field.separator.map { $0 == "newline" ? " by line" : " split at '\($0)'" } ?? ""
            let comma = index < fields.count - 1 ? "," : ""
            return "\(field.name): \(field.type)\(split)\(mark)\(standard)\(comma)"
        }
    }
}
