import DispatcherMessages
import UnixSystem

/// The session that the user looks at. The user manager knows the session from its beginning. The daemon may have
/// started earlier, and a request may come from another session.
package final class PresentSession: Sendable {
    private let commands: any CommandRunning
    /// The daemon's own variables.
    private let own: [String: String]
    private let known = Lock<(variables: [String: String], time: ContinuousClock.Instant)?>(nil)

    /// The time for which the manager's variables are cached. Many requests that name other displays must not start
    /// many programs.
    private static let cacheTime = Duration.seconds(1)

    package init(commands: any CommandRunning, own: [String: String]) {
        self.commands = commands
        self.own = own
    }

    /// Returns the variables of a program that the user has to see: the given variables, with the manager's session in
    /// place of the daemon's session. Without a manager, or if the manager has no display, the given variables stay
    /// unchanged.
    package func variables(over given: [String: String]) async -> [String: String] {
        let present = await managerVariables()
        guard SessionVariables.nameDisplay(present) else { return given }
        var variables = given
        for name in SessionVariables.displayNames + ["XAUTHORITY"] { variables[name] = nil }
        return variables.merging(present) { $1 }
    }

    /// Whether a display is the daemon's own or the manager's. On any other display, an unknown process could see and
    /// answer the program's dialog.
    /// - Parameter name: `DISPLAY` or `WAYLAND_DISPLAY`.
    package func hasDisplay(_ value: String, named name: String) async -> Bool {
        if isOwnDisplay(value, named: name) { return true }
        return await managerVariables()[name] == value
    }

    /// Whether a display is the daemon's own.
    package func isOwnDisplay(_ value: String, named name: String) -> Bool { own[name] == value }

    /// Whether the screen is locked, by the LockedHint of logind for the daemon's own session, else for the user's
    /// graphical session. Without an answer within a second, the screen is not locked.
    package func isLocked() async -> Bool {
        guard let program = ProgramSearch.find("loginctl", in: own) else { return false }
        let question = CommandRunner.Command(
            arguments: [program, "show-session", "auto", "--property=LockedHint", "--value"],
            // The programs of systemd report an error to this socket, and wait while it is full.
            environment: own.filter { $0.key != "NOTIFY_SOCKET" }, directory: "/", outputLimit: 4096,
            timeout: .seconds(1))
        guard let answer = try? await commands.run(question) else { return false }
        return answer.end == .exited(0) && answer.output.starts(with: "yes".utf8)
    }

    private func managerVariables() async -> [String: String] {
        let now = ContinuousClock.now
        if let known = known.withLock({ $0 }), now - known.time < Self.cacheTime { return known.variables }
        guard let manager = UserManager(environment: own) else { return [:] }
        let variables = await manager.sessionVariables(commands)
        known.withLock { $0 = (variables, now) }
        return variables
    }
}
