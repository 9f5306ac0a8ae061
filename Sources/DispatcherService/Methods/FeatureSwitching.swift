import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter

/// The method `feature`: switches a feature on or off until the user says otherwise.
struct FeatureSwitching {
    let dispatcher: Dispatcher

    func value(_ name: String, _ isEnabled: Bool) async throws(RPCError) -> QueryValue {
        let features = dispatcher.table.configuration.features
        guard let feature = features.first(where: { $0.name.hasSameBytes(as: name) }) else {
            throw RPCError(.invalidParameters, Self.unknown(name, among: features.map(\.name)))
        }
        let warning = await dispatcher.availability.switches.set(feature.name, isEnabled)
        let obstacle = await dispatcher.availability.obstacle(
            to: feature, environment: dispatcher.childEnvironment([:], also: []))
        return FeatureReport.value(of: feature.name, obstacle: obstacle, warning: warning)
    }

    private static func unknown(_ name: String, among known: [String]) -> String {
        let shown = Printable.line(name, limit: 64)
        guard name != "xcallback" else { return "the feature 'xcallback' is built in, and always on" }
        let hint = nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return "no feature '\(shown)'\(hint)"
    }
}
