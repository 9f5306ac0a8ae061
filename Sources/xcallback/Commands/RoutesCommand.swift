import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback routes`
struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "List the routes, with what each does.",
        discussion: """
            ANSWERS lists the schemes and domains. INPUT lists the fields: '?' marks an optional one, '=' gives its default. \
            OUTPUT is the format of the output. DESKTOP is the rule for requests from the desktop. SOURCE is the place of \
            the declaration. SOURCE, then SUMMARY are left out if the table would be wider than the terminal. The reasons \
            why routes are off follow below the table.

            Example:
              xcallback routes --json
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print the table as JSON.")
    var json = false

    @Flag(help: "List the built-in routes too.")
    var all = false

    func run() throws {
        let value = try daemon.call(.routes)
        guard !json else { return Shell.print(json: value) }
        let listed = try DaemonOptions.read(value, as: RouteListingReply.init).routes
        let routes = listed.filter { all || $0.source != ListedRoute.builtIn }
        guard !routes.isEmpty else {
            return Shell.report("no file has a route yet; --all lists the built-in ones")
        }
        for line in lines(routes, within: Shell.width) { Shell.print(line) }
        var reasons: [String] = []
        for route in routes where !route.isAvailable {
            let reason = "\(route.feature ?? "") is off: \(route.reason ?? "")"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        for reason in reasons { Shell.print(Printable.line(reason)) }
    }

    /// Returns the widest layout that fits: the whole table, the table without SOURCE, without SUMMARY too, or also with
    /// the paths below the names.
    private func lines(_ routes: [ListedRoute], within limit: Int?) -> [String] {
        let header = [["ROUTE"], ["PATH"], ["ANSWERS"], ["INPUT"], ["OUTPUT"], ["DESKTOP"], ["SUMMARY"], ["SOURCE"]]
        let rows = [header] + routes.map { cells(of: $0) }
        let hasSummaries = routes.contains { $0.summary != nil }
        let source = header.count - 1
        let layouts = [
            rows.map { hasSummaries ? $0 : Array($0[..<(source - 1)] + $0[source...]) }, rows.map { $0.dropLast() },
            rows.map { $0.dropLast(2) },
        ]
        let narrowest = TextTable(rows.map { [$0[0] + $0[1]] + $0[2...].dropLast(2) })
        let fitting = layouts.map(TextTable.init).first { table in
            limit.map { limit in table.lines(within: limit).allSatisfy { $0.utf8.count <= limit } } ?? true
        }
        return (fitting ?? narrowest).lines(within: limit) { row, _ in row == 0 ? .header : nil }
    }

    private func cells(of route: ListedRoute) -> [[String]] {
        let domains = route.domains.map { $0 == ListedRoute.any ? "any domain" : $0 }
        let schemes = route.schemes.map { $0 == ListedRoute.any ? "any scheme" : "\($0):" }
        return [
            [route.name] + (route.isAvailable ? [] : ["(off)"]), route.paths, schemes + domains, input(of: route),
            texts(route.output), [route.desktop], [route.summary ?? ""], [route.source],
        ]
    }

    private func input(of route: ListedRoute) -> [String] {
        texts(route.input)
            + (route.required ?? []).map { "(at least one of \($0.joined(separator: ", ")))" }
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
