package import DesktopEntries
package import DispatcherConfiguration
import URLSchemeRouter
import XCallbackURL

extension DispatchTable {
    /// The schemes that the desktop should pass to the daemon, in alphabetical order. An entry has the name of the
    /// feature if only one feature has the scheme, and our name, because a browser asks whether that app may open a link. A
    /// scheme whose routes are all `desktop: never` has no entry.
    package static func schemeEntries(of configuration: Configuration) -> [SchemeEntry] {
        let named = configuration.features.flatMap(\.scopes).compactMap(\.scheme)
        return Set(named).union([BuiltInRoute.scheme]).sorted { $0.text < $1.text }.compactMap { scheme in
            let features = configuration.features.filter { $0.scopes.contains(.scheme(scheme)) }
            let others = configuration.features.filter { $0.scopes.contains(.anyScheme) }
            let routes = (features + others).flatMap(\.routes)
            guard scheme != BuiltInRoute.scheme else { return SchemeEntry(scheme: scheme, name: "xcallback") }
            guard routes.isEmpty || routes.contains(where: { $0.value.desktop != .never }) else { return nil }
            let feature = features.count == 1 ? features.first : nil
            return SchemeEntry(
                scheme: scheme, name: feature.map { "\($0.name) (xcallback)" } ?? "xcallback (\(scheme))",
                comment: feature?.summary)
        }
    }
}
