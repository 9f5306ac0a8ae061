package import DesktopEntries
import DispatcherConfiguration
import Logging
package import XCallbackURL

extension Opener {
    /// Looks up which app gets the URLs of a scheme from the desktop. Reads files.
    package func owner(of scheme: Scheme, by command: [String], environment: [String: String]) -> SchemeOwner {
        do {
            let rules = Self.rules(ofProgram: command.first ?? "")
            return try SchemeHandlers(environment: environment, rules: rules).owner(of: scheme)
        } catch {
            logger.warning("cannot look up who opens a scheme", metadata: ["scheme": "\(scheme)", "error": "\(error)"])
            return .anotherApp
        }
    }

    /// Returns the rules by which an opener finds the app; nil for the rules of xdg-open.
    static func rules(ofProgram program: String) -> AssociationRules? { name(ofProgram: program) == "gio" ? .gio : nil }
}
