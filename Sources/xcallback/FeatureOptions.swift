import ArgumentParser
import DispatcherMessages
import QueryCoding

/// The options of the commands that switch a feature.
struct FeatureOptions: ParsableArguments {
    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print what became of it as JSON.")
    var json = false

    @Argument(help: "The feature.", completion: DaemonNames.features)
    var feature: String

    func set(enabled isEnabled: Bool) throws {
        let value = try daemon.call("feature", ["name": .string(feature), "enabled": .bool(isEnabled)])
        if json { Shell.print(value.json) } else { Shell.print(Self.line(value)) }
        if let warning = value["warning"]?.string { Shell.say(Printable.line(warning)) }
    }

    /// `notes: available`, or why it is not.
    static func line(_ value: QueryValue) -> String {
        let reason = value["because"]?.string.map { "not available: \($0)" } ?? "available"
        return Printable.line("\(value["name"]?.string ?? ""): \(reason)")
    }
}
