import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback routes`
struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "List the routes that serve.",
        discussion: """
            ANSWERS names the schemes and domains; INPUT the fields, '?' those that may be missing, '=' their defaults; OUTPUT \
            how the answer is read; DESKTOP what a click may do. Why a route is off stands below the table. Where it would \
            be wider than the terminal it leaves out SOURCE, where a route is declared.
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print the table as JSON.")
    var json = false

    func run() throws {
        let value = try daemon.call(MethodName.routes)
        guard !json else { return Shell.print(value.json) }
        let routes = try DaemonOptions.read(value, as: RouteListingReply.init).routes
        for line in lines(routes, within: Shell.width) { Shell.print(line) }
        var reasons: [String] = []
        for route in routes where !route.isAvailable {
            let reason = "\(route.feature ?? "") is off: \(route.reason ?? "")"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        for reason in reasons { Shell.print(Printable.line(reason)) }
    }

    /// The whole table, or as much of it as fits: first without the places of the routes, then with the paths below the
    /// names.
    private func lines(_ routes: [ListedRoute], within limit: Int?) -> [String] {
        let header = [["ROUTE"], ["PATH"], ["ANSWERS"], ["INPUT"], ["OUTPUT"], ["DESKTOP"], ["SOURCE"]]
        let rows = [header] + routes.map { cells(of: $0) }
        for layout in [rows, rows.map { $0.dropLast() }] {
            let lines = TextTable(layout).lines(within: limit)
            guard let limit else { return lines }
            if lines.allSatisfy({ $0.utf8.count <= limit }) { return lines }
        }
        return TextTable(rows.map { [$0[0] + $0[1]] + $0[2...].dropLast() }).lines(within: limit)
    }

    private func cells(of route: ListedRoute) -> [[String]] {
        let domains = route.domains.map { $0 == ListedRoute.any ? "any domain" : $0 }
        let schemes = route.schemes.map { $0 == ListedRoute.any ? "any scheme" : "\($0):" }
        return [
            [route.name] + (route.isAvailable ? [] : ["(off)"]), route.paths, schemes + domains, texts(route.input),
            texts(route.output), [route.desktop], [route.source],
        ]
    }

    private func texts(_ output: ListedRoute.Output) -> [String] {
        switch output {
        case .format(let name): [name]
        case .fields(let fields): texts(fields)
        }
    }

    private func texts(_ fields: [ListedField]) -> [String] {
        fields.enumerated().map { index, field in
            let mark = field.isOptional ? "?" : ""
            let standard = field.defaultValue.map { " = \($0.json)" } ?? ""
            let comma = index < fields.count - 1 ? "," : ""
            return "\(field.name): \(field.type)\(mark)\(standard)\(comma)"
        }
    }
}
