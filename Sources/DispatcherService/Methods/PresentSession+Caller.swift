import DispatcherCommands
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem

extension PresentSession {
    /// Returns the variables of a caller that its request may have. On the desktop and agent sockets, a caller may set
    /// DISPLAY and WAYLAND_DISPLAY only to a display of the daemon or of the user manager. On any other display, another
    /// program could see the dialogs and answer them.
    func accepted(_ given: [String: String], door: Door, leavingLoopOf work: BackgroundWork) async -> [String: String] {
        var variables = ChildEnvironment.accepted(given, door: door)
        guard !door.isTrusted else { return variables }
        for name in SessionVariables.displayNames {
            guard let display = variables[name], !isOwnDisplay(display, named: name) else { continue }
            await work.leaveEventLoop()
            if await !hasDisplay(display, named: name) { variables[name] = nil }
        }
        return variables
    }
}
