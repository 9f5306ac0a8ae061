import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback routes`
struct RoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes", abstract: "List the routes that serve.")

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print the table as JSON.")
    var json = false

    func run() throws {
        let value = try daemon.call("routes")
        guard !json else { return Shell.print(value.json) }
        guard case .array(let routes)? = value["routes"] else { return }
        var table = TextTable(["ROUTE", "URL", "INPUT", "OUTPUT", "DESKTOP", "SOURCE"])
        for route in routes {
            table.add([
                route["name"]?.string ?? "", urls(of: route), input(of: route), route["output"]?.string ?? "",
                route["desktop"]?.string ?? "", route["source"]?.string ?? "",
            ])
        }
        for line in table.lines { Shell.print(line) }
    }

    private func urls(of route: QueryValue) -> String {
        let paths = route["path"].map(texts) ?? []
        let schemes = route["schemes"].map(texts) ?? []
        let domains = route["domains"].map(texts) ?? []
        let bases = schemes.map { "\($0)://" } + domains.map { "https://\($0)" }
        return bases.flatMap { base in paths.map { path in base + (path.hasPrefix("/") ? path : "/\(path)") } }
            .joined(separator: " ")
    }

    private func input(of route: QueryValue) -> String {
        guard case .array(let fields)? = route["input"] else { return "" }
        return fields.map { field in
            let mark = field["optional"] == true ? "?" : ""
            return "\(field["name"]?.string ?? ""): \(field["type"]?.string ?? "")\(mark)"
        }.joined(separator: ", ")
    }

    private func texts(_ value: QueryValue) -> [String] {
        if case .array(let values) = value { values.compactMap(\.string) } else { value.string.map { [$0] } ?? [] }
    }
}
