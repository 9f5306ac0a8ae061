import ArgumentParser
import DispatcherMessages
import QueryCoding

/// The options of `enable` and `disable`.
struct FeatureOptions: ParsableArguments {

    @Flag(help: "Print the new state of the feature as JSON.")
    var json = false

    @Argument(
        help: "Feature to change: the name of a file of routes, such as notes.", completion: NameCompletion.features)
    var feature: String

    func set(enabled isEnabled: Bool) throws {
        let (reply, printed) = try Daemon.call(FeatureMethod.self) { ($0.name, $0.isEnabled) = (feature, isEnabled) }
        if json { Shell.print(json: printed) } else { Shell.print(Self.line(reply)) }
        if let warning = reply.warning { Shell.report(warning) }
    }

    /// `notes: available`, or the reason why it is not available.
    static func line(_ feature: FeatureReply) -> String {
        let state = feature.reason.map { "not available: \($0)" } ?? "available"
        return Printable.message("\(feature.name): \(state)")
    }
}
