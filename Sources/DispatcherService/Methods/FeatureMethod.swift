import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// `feature`: turns a feature on or off until the next such request.
struct FeatureMethod: ResultMethod {
    static let name = MethodName.feature
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let name = try parameters.text(.name)
        let isEnabled = try parameters.bool(.enabled)
        try parameters.finish()
        let table = dispatcher.table
        let features = table.configuration.features
        guard let feature = features.first(where: { $0.name.hasSameBytes(as: name) }) else {
            throw RPCError(
                .invalidParameters, Self.unknown(name, among: features.map(\.name), isEnabled: isEnabled),
                dataCode: StandardCode.noRoute.rawValue)
        }
        let warning = await dispatcher.availability.switches.set(feature.name, isEnabled)
        let reason = await dispatcher.availability.unavailableReason(
            of: feature, environment: dispatcher.environment.variables(under: table.settings))
        return FeatureReply(name: feature.name, unavailable: reason, warning: warning).value
    }

    private static func unknown(_ name: String, among known: [String], isEnabled: Bool) -> String {
        let shown = Printable.shown(name, limit: 64)
        guard name != "xcallback" else { return "the feature 'xcallback' is built in, and always on" }
        let start = "no feature '\(shown)'"
        if let near = nearest(to: name, among: known) { return "\(start); did you mean '\(near)'?" }
        // The name of a route begins with that of its feature, which may have dots itself.
        if let owner = known.filter({ name.hasPrefix("\($0).") }).max(by: { $0.utf8.count < $1.utf8.count }) {
            let verb = isEnabled ? "enable" : "disable"
            return "\(start); a feature is a file with all its routes: 'xcallback \(verb) \(owner)'"
        }
        return "\(start); a feature is a file of routes, and 'xcallback status' lists them"
    }
}
