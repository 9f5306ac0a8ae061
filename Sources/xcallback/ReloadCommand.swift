import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback reload`
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Read the configuration anew; a mistake leaves the former one in place.")

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print what was loaded and refused as JSON.")
    var json = false

    func run() throws {
        let value = try daemon.call("reload")
        var hasRefused = false
        if case .array(let refused)? = value["refused"], !refused.isEmpty { hasRefused = true }
        if json {
            Shell.print(value.json)
        } else {
            try show(value)
        }
        try Tool.exit(hasRefused ? .configuration : .success)
    }

    private func show(_ value: QueryValue) throws {
        if case .array(let loaded)? = value["loaded"] {
            for file in loaded { Shell.print("loaded \(Printable.line(file.string ?? ""))") }
        }
        if case .array(let refused)? = value["refused"] {
            for file in refused {
                guard case .array(let mistakes)? = file["mistakes"] else { continue }
                for mistake in mistakes { Shell.print(Printable.line(mistake.string ?? "")) }
            }
            if !refused.isEmpty { Shell.say("the former configuration serves on") }
        }
        if case .array(let schemes)? = try daemon.call("status")["schemes"] {
            for scheme in schemes where scheme["registered"] != true {
                Shell.say("the desktop does not hand us \(scheme["scheme"]?.string ?? ""): run 'xcallback install'")
            }
        }
    }
}
