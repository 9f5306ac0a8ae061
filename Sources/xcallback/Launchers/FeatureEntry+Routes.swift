import DesktopEntries
import DispatcherMessages
import QueryCoding

extension FeatureEntry {
    /// The entries for the menu of applications, one for each feature with `actions: true`.
    static func all(of config: String?) throws -> [FeatureEntry] {
        let text = try LocalDaemon.lines("--actions", config).joined(separator: "\n")
        let listed = try RouteListingReply(JSONParser.parse(Array(text.utf8), depthLimit: 64)).routes
        return Set(listed.compactMap(\.feature)).sorted().map { feature in
            let routes = listed.filter {
                $0.feature == feature && $0.isOnMenu && $0.requiredFields.isEmpty && $0.required == nil
            }
            return FeatureEntry(
                feature: feature, actions: routes.map { Action(route: $0.name, title: $0.title) })
        }
    }
}
