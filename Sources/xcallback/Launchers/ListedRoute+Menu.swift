import DispatcherMessages
import ProgramHelp

/// Routes in menus. A menu can only ask a person to choose a line or to type one.
extension ListedRoute {
    /// Whether a menu offers the route.
    var isOnMenu: Bool {
        let isWild = paths.allSatisfy { path in
            path.split(separator: "/").contains { $0 == "*" || $0 == "**" || $0.hasSuffix("**}") }
        }
        return source != Self.builtIn && isAvailable && isFallback != true && needsToken != true && senders == nil
            && !isWild && !requiredFields.contains { $0.isSecret == true || $0.type == "path" }
    }

    /// The text for a person: the summary, or else the name.
    var title: String { Printable.shown(summary ?? name, limit: 200) }

    /// The line in a menu: the summary, a tab and the name, or the name alone.
    /// - Parameter width: The width of the summaries, so that the names are below each other.
    func menuLine(width: Int = 0) -> String {
        summary == nil ? name : "\(title)\(String(repeating: " ", count: max(0, width - title.columns)))\t\(name)"
    }

    /// The fields that a request must have.
    var requiredFields: [ListedField] { input.filter(\.isRequired) }
}
