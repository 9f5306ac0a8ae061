import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback status`
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell how the daemon is: its files, requests and schemes.")

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print the status as JSON.")
    var json = false

    func run() throws {
        let value = try daemon.call("status")
        guard !json else { return Shell.print(value.json) }
        let version = value["version"]?.string ?? "?"
        Shell.print("xcallbackd \(version), pid \(value["pid"]?.text ?? "?"), since \(value["since"]?.string ?? "?")")
        let requests = value["requests"]
        Shell.print(
            "requests   \(requests?["running"]?.text ?? "0") running, \(requests?["waiting"]?.text ?? "0") waiting, "
                + "\(requests?["total"]?.text ?? "0") in all")
        Shell.print("routes     \(value["routes"]?.text ?? "0")")
        Shell.print("journal    \(value["journal"]?.string ?? "")")
        if let count = value["callbacks"]?["uncertain"]?.text, count != "0" {
            Shell.print("callbacks  \(count) uncertain: the daemon was killed while it opened them")
        }
        let recovered = (value["recovered"]?.members ?? []).filter { $0.value != 0 }
        if !recovered.isEmpty {
            let counts = recovered.map { "\($0.value.text ?? "0") \($0.name)" }
            Shell.print("left over  \(counts.joined(separator: ", "))")
        }
        if case .array(let files)? = value["files"] {
            for file in files {
                Shell.print("file       \(Printable.line(file["path"]?.string ?? "")) (\(file["state"]?.string ?? ""))")
                guard case .array(let mistakes)? = file["mistakes"] else { continue }
                for mistake in mistakes { Shell.print("           \(Printable.line(mistake.string ?? ""))") }
            }
        }
        if case .array(let features)? = value["features"] {
            for feature in features { Shell.print("feature    \(FeatureOptions.line(feature))") }
        }
        if case .array(let workers)? = value["workers"] {
            for worker in workers { Shell.print(Self.line(of: worker)) }
        }
        guard case .array(let schemes)? = value["schemes"] else { return }
        for scheme in schemes {
            let isRegistered = scheme["registered"] == true
            Shell.print(
                "scheme     \(scheme["scheme"]?.string ?? ""): "
                    + (isRegistered ? "registered" : "not registered with the desktop; run 'xcallback install'"))
        }
    }

    /// `worker     pid 12 (python3): weather.today; 3 running, 17 in all`
    private static func line(of worker: QueryValue) -> String {
        var routes: [String] = []
        if case .array(let names)? = worker["routes"] { routes = names.compactMap(\.string) }
        let counts = "\(worker["running"]?.text ?? "0") running, \(worker["total"]?.text ?? "0") in all"
        let name = Printable.line(worker["process"]?.string ?? "")
        return "worker     \(name): \(routes.joined(separator: ", ")); \(counts)"
    }
}
