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
                .invalidParameters, Self.unknown(name, among: features.map(\.name)),
                dataCode: StandardCode.noRoute.rawValue)
        }
        let warning = await dispatcher.availability.switches.set(feature.name, isEnabled)
        let reason = await dispatcher.availability.unavailableReason(
            of: feature, environment: dispatcher.environment.variables(under: table.settings))
        return FeatureReply(name: feature.name, unavailable: reason, warning: warning).value
    }

    private static func unknown(_ name: String, among known: [String]) -> String {
        let shown = Printable.line(name, limit: 64)
        guard name != "xcallback" else { return "the feature 'xcallback' is built in, and always on" }
        let hint = nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
        return "no feature '\(shown)'\(hint)"
    }
}
