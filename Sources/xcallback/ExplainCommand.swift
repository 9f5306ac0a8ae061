import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback explain URL`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Tell what a URL would do, and why; run nothing.",
        discussion: """
            The routes that match stand in the order in which they are tried, those that nearly match behind '-'. Only the \
            'available-when' of a feature is asked.
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(help: "The door that it would come in by.")
    var door = Door.control

    @Flag(help: "Print the whole explanation as JSON.")
    var json = false

    @Argument(help: "The URL.")
    var url: String

    func run() throws {
        let value = try daemon.call("explain", ["url": .string(url), "door": .string(door.rawValue)])
        guard !json else { return Shell.print(value.json) }
        show("url", url)
        if door != .control { show("door", door.rawValue) }
        show("scheme", value["scheme"]?.string)
        show("authority", value["authority"]?.string)
        show("path", value["path"].map { "/" + $0.elements.compactMap(\.string).joined(separator: "/") })
        let considered = value["considered"]?.elements ?? []
        let place = considered.first.flatMap { $0["declared"]?.string }.map { ", declared at \($0)" }
        show("route", value["route"]?.string.map { $0 + (place ?? "") } ?? "none")
        showConsidered(considered)
        list(value["input"] == nil ? "parameters" : "input", value["input"] ?? value["parameters"])
        for callback in value["callbacks"]?.members ?? [] {
            let url = callback.value["url"]?.string ?? ""
            show("x-\(callback.name)", "\(url) (\(callback.value["verdict"]?.string ?? ""))")
        }
        for miss in value["near-misses"]?.elements ?? [] { show("near miss", miss.string) }
        showEnd(value)
    }

    /// The routes that match, in the order in which they are tried; then those that were near.
    private func showConsidered(_ considered: [QueryValue]) {
        let near = considered.enumerated().filter { $0.element["near"] == true }
        let far = considered.count - near.count
        let rows = near.map { index, one in
            [
                one["matches"] == true ? "\(index + 1)" : "-", one["route"]?.string ?? "",
                one["pattern"]?.string ?? "", one["reason"]?.string ?? "",
            ].map { [$0] }
        }
        var lines = TextTable(rows).lines()
        if far > 0 {
            lines.append(
                "\(lines.isEmpty ? "" : "and ")\(far) route\(far == 1 ? "" : "s") with other paths (--json lists them)")
        }
        for (index, line) in lines.enumerated() { show(index == 0 ? "considered" : "", printable: line) }
    }

    private func showEnd(_ value: QueryValue) {
        let route = value["route"]?.string
        switch value["would"]?.string {
        case "run": show("would", "run \(route ?? "")")
        case "ask": show("would", "ask before it runs \(route ?? "")")
        default: show("would", "end as an error" + (route.map { ", without running \($0)" } ?? ""))
        }
        if value["error"] != nil { show("because", OpenURL.sentence(of: value)) }
    }

    private func show(_ name: String, _ text: String?) {
        if let text { show(name, printable: Printable.line(text)) }
    }

    private func show(_ name: String, printable text: String) {
        Shell.print(name + String(repeating: " ", count: max(1, 12 - name.utf8.count)) + text)
    }

    private func list(_ name: String, _ value: QueryValue?) {
        for member in value?.members ?? [] { show(name, "\(member.name) = \(member.value.json)") }
    }
}
