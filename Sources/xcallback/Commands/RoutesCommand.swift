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
            its members. DESKTOP is the rule for clicks, and for agents too if they are offered the route. A narrow terminal \
            leaves out FILE. With --menu, a route that cannot be run from a menu is left out: one that is off, answers any \
            path, or needs a secret, a token or a path. 'pick' runs the chosen route.

            Example:
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
            reply.routes = reply.routes.filter { [$0.name, $0.feature].contains(name) }
            guard !reply.routes.isEmpty else {
                throw Shell.failure(
                    "no route or file '\(Printable.shown(name, limit: 64))'; 'xcallback routes' lists them")
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

    /// Returns the lines of a table. A narrow terminal gets no FILE, then PATH below ROUTE, ANSWERS below PATH, and DESKTOP
    /// below OUTPUT, and at last words below each other.
    private func lines(_ routes: [ListedRoute]) -> [String] {
        let header = [["ROUTE"], ["PATH"], ["ANSWERS"], ["INPUT"], ["OUTPUT"], ["DESKTOP"], ["SUMMARY"], ["FILE"]]
        let hasSummaries = routes.contains { $0.summary != nil }
        let rows = ([header] + routes.map(cells)).map { row in hasSummaries ? row : Array(row[..<6] + row[7...]) }
        let first: (TextTable.Saving, Int) = (.drop, hasSummaries ? 7 : 6)
        return TextTable(rows).lines(
            within: Shell.width, savings: [first, (.join, 1), (.join, 2), (.join, 5), (.split, 6), (.split, 3)]
        ) { row, _ in row == 0 ? .header : nil }
    }

    private func cells(of route: ListedRoute) -> [[String]] {
        let domains = route.domains.map { $0 == ListedRoute.any ? "any domain" : $0 }
        let schemes = route.schemes.map { $0 == ListedRoute.any ? "any scheme" : "\($0):" }
        return [
            [route.name] + (route.isAvailable ? [] : ["(off)"]), route.paths, schemes + domains, input(of: route),
            texts(route.output), Self.rules(of: route),
            TextLayout(width: Shell.isTerminal ? 24 : nil).lines(route.summary ?? "", indentation: 0),
            [route.source ?? ""],
        ]
    }

    /// The rule for clicks, and the rule for agents if the route is offered to them.
    private static func rules(of route: ListedRoute) -> [String] {
        [route.desktop ?? ""] + (["", "never"].contains(route.agent) ? [] : ["(agent: \(route.agent))"])
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
