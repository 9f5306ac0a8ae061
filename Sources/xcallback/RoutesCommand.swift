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
        let value = try daemon.call("routes")
        guard !json else { return Shell.print(value.json) }
        guard case .array(let routes)? = value["routes"] else { return }
        for line in lines(routes, within: Shell.width) { Shell.print(line) }
        var reasons: [String] = []
        for route in routes where route["available"] == false {
            let reason = "\(route["feature"]?.string ?? "") is off: \(route["because"]?.string ?? "")"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        for reason in reasons { Shell.print(Printable.line(reason)) }
    }

    /// The whole table, or as much of it as fits: first without the places of the routes, then with the paths below the
    /// names.
    private func lines(_ routes: [QueryValue], within limit: Int?) -> [String] {
        let header = [["ROUTE"], ["PATH"], ["ANSWERS"], ["INPUT"], ["OUTPUT"], ["DESKTOP"], ["SOURCE"]]
        let rows = [header] + routes.map { cells(of: $0) }
        for layout in [rows, rows.map { $0.dropLast() }] {
            let lines = TextTable(layout).lines(within: limit)
            guard let limit else { return lines }
            if lines.allSatisfy({ $0.utf8.count <= limit }) { return lines }
        }
        return TextTable(rows.map { [$0[0] + $0[1]] + $0[2...].dropLast() }).lines(within: limit)
    }

    private func cells(of route: QueryValue) -> [[String]] {
        let isOff = route["available"] == false
        let domains = (route["domains"].map(texts) ?? []).map { $0 == "any" ? "any domain" : $0 }
        let schemes = (route["schemes"].map(texts) ?? []).map { $0 == "any" ? "any scheme" : "\($0):" }
        return [
            [route["name"]?.string ?? ""] + (isOff ? ["(off)"] : []), route["path"].map(texts) ?? [], schemes + domains,
            fields(route["input"]), output(of: route), [route["desktop"]?.string ?? ""],
            [route["source"]?.string ?? ""],
        ]
    }

    /// How it is read, or its fields.
    private func output(of route: QueryValue) -> [String] {
        route["output"]?.string.map { [$0] } ?? fields(route["output"])
    }

    private func fields(_ value: QueryValue?) -> [String] {
        let fields = value?.elements ?? []
        return fields.enumerated().map { index, field in
            let mark = field["optional"] == true ? "?" : ""
            let standard = field["default"].map { " = \($0.json)" } ?? ""
            let comma = index < fields.count - 1 ? "," : ""
            return "\(field["name"]?.string ?? ""): \(field["type"]?.string ?? "")\(mark)\(standard)\(comma)"
        }
    }

    private func texts(_ value: QueryValue) -> [String] {
        if case .array(let values) = value { values.compactMap(\.string) } else { value.string.map { [$0] } ?? [] }
    }
}
