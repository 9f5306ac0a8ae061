package import DesktopEntries
package import DispatcherConfiguration
import Logging
package import XCallbackURL

extension Opener {
    /// Looks up which app gets the URLs of a scheme from the desktop. Reads files.
    package func owner(
        of scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String]
    ) -> SchemeOwner {
        do {
            return try SchemeHandlers(environment: environment, rules: Self.rules(of: way)).owner(of: scheme)
        } catch {
            logger.warning("cannot look up who opens a scheme", metadata: ["scheme": "\(scheme)", "error": "\(error)"])
            return .anotherApp
        }
    }

    /// Returns the rules by which an opener finds the app; nil for the rules of xdg-open.
    private static func rules(of way: Settings.Opener.Way) -> AssociationRules? {
        switch way {
        case .command(let command): rules(ofProgram: command.first ?? "")
        case .bus: BusOpener.rules
        }
    }

    static func rules(ofProgram program: String) -> AssociationRules? { name(ofProgram: program) == "gio" ? .gio : nil }
}
