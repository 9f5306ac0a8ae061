import DispatcherMessages
import Synchronization

/// The session that the user looks at. The user manager learns of it when it begins. The daemon may be older, and a request
/// may come from elsewhere.
package final class PresentSession: Sendable {
    private let commands: any CommandRunning
    /// The daemon's own variables.
    private let own: [String: String]
    private let known = Mutex<(variables: [String: String], time: ContinuousClock.Instant)?>(nil)

    /// How long the manager's variables count. A flood of requests that name other displays must not start a flood of
    /// programs.
    private static let cacheTime = Duration.seconds(1)

    package init(commands: any CommandRunning, own: [String: String]) {
        self.commands = commands
        self.own = own
    }

    /// Returns the variables of a program that the user has to see: those given, with the manager's session in place of
    /// the daemon's. Without a manager, or if it has no display, they stay as they are.
    package func variables(over given: [String: String]) async -> [String: String] {
        let present = await managerVariables()
        guard SessionVariables.nameDisplay(present) else { return given }
        var variables = given
        for name in SessionVariables.displayNames + ["XAUTHORITY"] { variables[name] = nil }
        return variables.merging(present) { $1 }
    }

    /// Whether a display is the daemon's own or the manager's. A program on another one would be seen, and answered, by
    /// whoever listens there.
    /// - Parameter name: `DISPLAY` or `WAYLAND_DISPLAY`.
    package func hasDisplay(_ value: String, named name: String) async -> Bool {
        if isOwnDisplay(value, named: name) { return true }
        return await managerVariables()[name] == value
    }

    /// Whether a display is the daemon's own.
    package func isOwnDisplay(_ value: String, named name: String) -> Bool { own[name] == value }

    private func managerVariables() async -> [String: String] {
        let now = ContinuousClock.now
        if let known = known.withLock({ $0 }), now - known.time < Self.cacheTime { return known.variables }
        guard let manager = UserManager(environment: own) else { return [:] }
        let variables = await manager.variables(commands)
        known.withLock { $0 = (variables, now) }
        return variables
    }
}
