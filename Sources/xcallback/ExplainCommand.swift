import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback explain URL`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Tell what a URL would do, and why; run nothing.")

    @OptionGroup var daemon: DaemonOptions

    @Option(help: "The door that it would come in by: 'control' or 'desktop'.")
    var door = "control"

    @Flag(help: "Print the whole explanation as JSON.")
    var json = false

    @Argument(help: "The URL.")
    var url: String

    func validate() throws {
        guard Door(rawValue: door) != nil else { throw ValidationError("--door takes 'control' or 'desktop'") }
    }

    func run() throws {
        let value = try daemon.call("explain", ["url": .string(url), "door": .string(door)])
        guard !json else { return Shell.print(value.json) }
        Shell.print("url        \(url)")
        show("scheme", value["scheme"]?.string)
        show("authority", value["authority"]?.string)
        if case .array(let segments)? = value["path"] {
            show("path", "/" + segments.compactMap(\.string).joined(separator: "/"))
        }
        show("route", value["route"]?.string ?? "none")
        list("parameters", value["parameters"])
        list("input", value["input"])
        if case .object(let callbacks)? = value["callbacks"] {
            for callback in callbacks {
                let url = callback.value["url"]?.string ?? ""
                show("x-\(callback.name)", "\(url) (\(callback.value["verdict"]?.string ?? ""))")
            }
        }
        if case .array(let considered)? = value["considered"] {
            for one in considered {
                let name = one["route"]?.string ?? ""
                show("considered", "\(name) \(one["pattern"]?.string ?? ""): \(one["reason"]?.string ?? "")")
            }
        }
        if case .array(let misses)? = value["near-misses"] {
            for miss in misses { show("near miss", miss.string) }
        }
        show("would", value["would"]?.string)
        if value["error"] != nil { show("error", OpenURL.sentence(of: value)) }
    }

    private func show(_ name: String, _ text: String?) {
        guard let text else { return }
        let padding = String(repeating: " ", count: max(1, 11 - name.utf8.count))
        Shell.print(name + padding + Printable.line(text))
    }

    private func list(_ name: String, _ value: QueryValue?) {
        guard case .object(let members)? = value else { return }
        for member in members { show(name, "\(member.name) = \(member.value.json)") }
    }
}
