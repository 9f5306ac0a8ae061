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
        let value = try daemon.call(
            MethodName.feature,
            .record([(ParameterName.name, .string(feature)), (ParameterName.enabled, .bool(isEnabled))]))
        let reply = try DaemonOptions.read(value, as: FeatureReply.init)
        if json { Shell.print(value.json) } else { Shell.print(Self.line(reply)) }
        if let warning = reply.warning { Shell.say(Printable.line(warning)) }
    }

    /// `notes: available`, or why it is not.
    static func line(_ feature: FeatureReply) -> String {
        let state = feature.reason.map { "not available: \($0)" } ?? "available"
        return Printable.line("\(feature.name): \(state)")
    }
}
