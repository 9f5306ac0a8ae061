import DispatcherCommands
import DispatcherMessages
import DispatcherRequests

/// The variables that a caller brings, among them the displays, of which the desktop socket may name only those of the
/// daemon and the user manager: whoever listens at another one would see what appears there, and could answer it.
struct CallerVariables: Sendable {
    private let accepted: [String: String]
    /// The names of the displays that the manager has to be asked about.
    private let unknown: [String]
    private let session: PresentSession

    init(_ given: [String: String], door: Door, in session: PresentSession) {
        let accepted = ChildEnvironment.accepted(given, door: door)
        self.accepted = accepted
        self.session = session
        unknown =
            door == .desktop
            ? SessionVariables.displayNames.filter { name in
                accepted[name].map { !session.isOwnDisplay($0, named: name) } ?? false
            } : []
    }

    /// The variables, if nobody has to be asked about them.
    var known: [String: String]? { unknown.isEmpty ? accepted : nil }

    /// The variables without a display that is neither the daemon's nor the manager's.
    var checked: [String: String] {
        get async {
            var variables = accepted
            for name in unknown {
                guard let display = variables[name] else { continue }
                if await !session.hasDisplay(display, named: name) { variables[name] = nil }
            }
            return variables
        }
    }
}
