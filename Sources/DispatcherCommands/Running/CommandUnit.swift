package import DispatcherConfiguration
package import UnixSystem

/// The transient unit of the user manager in which a command of a desktop request runs. All processes that the command
/// starts belong to the unit and end with it, even in another session. No process of the unit may use the control
/// socket.
package struct CommandUnit: Sendable, Hashable {
    private static let prefix = "xcallback-command-"

    /// The name of the unit, derived from the request's id.
    package let name: String
    private let properties: [UnitProperty]
    /// Whether the route has properties of its own, which only systemd-run can read.
    let hasSandbox: Bool

    /// The time after the timeout of a command, after which its unit ends even if the daemon does nothing.
    static let reserve = Duration.seconds(5)

    private static let standard = [
        UnitProperty(name: "NoNewPrivileges", value: "yes"),
        UnitProperty(name: "TasksMax", value: "512"),
        UnitProperty(name: "MemoryMax", value: "2G"),
        UnitProperty(name: "TimeoutStopSec", value: "\(CommandRunner.grace.components.seconds)s"),
    ]

    /// The command of a route that runs in the unit.
    package enum Step: String, Sendable, CaseIterable {
        /// The command of `present`.
        case present
        /// The route's own command.
        case run
    }

    /// Returns the properties in the form of systemd-run(1).
    /// - Parameter daemon: The daemon's own unit. The command's unit stops when that unit stops, and stops after it.
    func assignments(boundTo daemon: String?) -> [String] {
        let binding = daemon.map { ["BindsTo=\($0)", "Before=\($0)"] } ?? []
        return ["Type=exec"] + binding + properties.map { "\($0.name)=\($0.value)" }
    }

    /// Returns the names of the units in which the commands of a request may run.
    package static func names(ofRequest id: String) -> [String] { Step.allCases.map { name(id, $0) } }

    /// Whether the control group belongs to a command's unit.
    package static func holds(_ group: ControlGroup) -> Bool { group.units.contains { $0.hasPrefix(prefix) } }

    private static func name(_ request: String, _ step: Step) -> String {
        "\(prefix)\(request)-\(step.rawValue).service"
    }
}

extension CommandUnit {
    /// - Parameters:
    ///   - request: The id of the request.
    ///   - step: Distinguishes the commands of a request.
    ///   - timeout: The timeout of the command. The manager itself ends the unit later, by ``reserve``.
    ///   - sandbox: The properties of the route, which replace the standard properties.
    package init(request: String, step: Step, timeout: Duration, sandbox: [UnitProperty]) {
        let limit = UnitProperty(name: "RuntimeMaxSec", value: "\((timeout + Self.reserve).components.seconds)s")
        let own = (Self.standard + [limit]).filter { own in !sandbox.contains { $0.name == own.name } }
        self.init(name: Self.name(request, step), properties: own + sandbox, hasSandbox: !sandbox.isEmpty)
    }

    /// Returns a unit in which a program waits for a command. Its name is new. The program ends at the deadline of its
    /// command, which is not known yet.
    static var standby: CommandUnit {
        CommandUnit(name: "\(prefix)\(RandomToken.make()).service", properties: standard, hasSandbox: false)
    }
}
