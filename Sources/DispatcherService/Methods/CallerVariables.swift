import DispatcherCommands
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem

/// The variables that a caller sends. On the desktop and agent sockets, a caller may set DISPLAY and WAYLAND_DISPLAY only to a
/// display of the daemon or of the user manager. On any other display, another program could see the dialogs and answer
/// them.
struct CallerVariables: Sendable {
    private let accepted: [String: String]
    /// The names of the displays about which the manager must be asked.
    private let unknown: [String]
    private let session: PresentSession

    init(_ given: [String: String], door: Door, in session: PresentSession) {
        let accepted = ChildEnvironment.accepted(given, door: door)
        self.accepted = accepted
        self.session = session
        unknown =
            !door.isTrusted
            ? SessionVariables.displayNames.filter { name in
                accepted[name].map { !session.isOwnDisplay($0, named: name) } ?? false
            } : []
    }

    /// Returns the variables without each display that belongs to neither the daemon nor the manager.
    func checked(by work: BackgroundWork) async -> [String: String] {
        guard !unknown.isEmpty else { return accepted }
        await work.leaveEventLoop()
        var variables = accepted
        for name in unknown {
            guard let display = variables[name] else { continue }
            if await !session.hasDisplay(display, named: name) { variables[name] = nil }
        }
        return variables
    }
}
