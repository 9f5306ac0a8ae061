package import DispatcherConfiguration
package import UnixSystem

/// The transient unit of the user's manager in which a command of a desktop request runs. Everything that the command
/// starts belongs to the unit and ends with it, even in another session, and none of it may use the control socket.
package struct CommandUnit: Sendable, Hashable {
    private static let prefix = "xcallback-command-"

    /// The name, which the request's id leads to.
    package let name: String
    private let properties: [UnitProperty]

    /// - Parameters:
    ///   - request: The id of the request.
    ///   - step: Distinguishes the commands of a request.
    ///   - timeout: The timeout of the command, 5 s before the manager ends the unit by itself.
    ///   - sandbox: The properties of the route, which replace ours.
    package init(request: String, step: Step, timeout: Duration, sandbox: [UnitProperty]) {
        name = Self.name(request, step)
        let standard = [
            UnitProperty(name: "NoNewPrivileges", value: "yes"),
            UnitProperty(name: "TasksMax", value: "512"),
            UnitProperty(name: "MemoryMax", value: "2G"),
            UnitProperty(name: "RuntimeMaxSec", value: "\((timeout + .seconds(5)).components.seconds)s"),
            UnitProperty(name: "TimeoutStopSec", value: "\(CommandRunner.grace.components.seconds)s"),
        ]
        properties = standard.filter { own in !sandbox.contains { $0.name == own.name } } + sandbox
    }

    /// Which command of a route it is.
    package enum Step: String, Sendable, CaseIterable {
        /// The command of `present`.
        case present
        /// The route's own command.
        case run
    }

    /// The properties as systemd-run(1) takes them.
    /// - Parameter daemon: Our own unit; the command's unit stops with it, after it.
    func assignments(boundTo daemon: String?) -> [String] {
        let binding = daemon.map { ["BindsTo=\($0)", "Before=\($0)"] } ?? []
        return ["Type=exec"] + binding + properties.map { "\($0.name)=\($0.value)" }
    }

    /// The units that the commands of a request may run in.
    package static func names(ofRequest id: String) -> [String] { Step.allCases.map { name(id, $0) } }

    /// Whether a process of the control group belongs to a command's unit.
    package static func holds(_ group: ControlGroup) -> Bool { group.units.contains { $0.hasPrefix(prefix) } }

    private static func name(_ request: String, _ step: Step) -> String {
        "\(prefix)\(request)-\(step.rawValue).service"
    }
}
