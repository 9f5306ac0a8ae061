import Logging
import UnixSystem

/// The switches that the user last set with `xcallback enable` and `disable`. A switch overrides the key `enabled` in
/// the feature's file. The switches are stored in features.json for the next daemon.
final class FeatureSwitches: Sendable {
    private let file: FeatureSwitchFile?
    private let logger: Logger
    private let states: Lock<[String: Bool]>
    /// Writes the file, so that the last switch is written last.
    private let writing = FileQueue()

    /// Reads the earlier switches. Without a folder there are no switches, and new switches are not stored.
    init(state: StateDirectory?, logger: Logger) {
        file = state.map { FeatureSwitchFile(path: "\($0.path)/features.json", logger: logger) }
        self.logger = logger
        states = Lock(file?.read() ?? [:])
    }

    /// Whether a feature was switched on or off; nil if it has no switch.
    subscript(feature: String) -> Bool? { states.withLock { $0[feature] } }

    /// Switches a feature, with effect at once.
    /// - Returns: Why the switch will be forgotten when the daemon ends; nil if it is stored.
    func set(_ feature: String, _ isEnabled: Bool) async -> String? {
        states.withLock { $0[feature] = isEnabled }
        logger.notice("a feature was switched", metadata: ["feature": "\(feature)", "enabled": "\(isEnabled)"])
        var problem: String? = "neither XDG_STATE_HOME nor HOME is an absolute path"
        if let file { problem = await writing.problem { [self] in try file.write(states.withLock { $0 }) } }
        guard let problem else { return nil }
        logger.warning(
            "the switch of a feature is not remembered after a restart",
            metadata: ["feature": "\(feature)", "error": "\(problem)"])
        return "not remembered after a restart: \(problem)"
    }
}
