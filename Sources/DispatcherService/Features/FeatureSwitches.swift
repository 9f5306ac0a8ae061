import Logging
import NIOPosix
import Synchronization

/// What the user last said about features, by `xcallback enable` and `disable`: it counts more than the `enabled` of a
/// file, and outlives the daemon.
final class FeatureSwitches: Sendable {
    private let file: FeatureSwitchFile?
    private let logger: Logger
    private let states: Mutex<[String: Bool]>
    /// One writer at a time, so that what is written last is what was said last.
    private let writing = Mutex(())

    /// Reads what was said before; without a folder nothing was, and nothing is kept.
    init(state: StateDirectory?, logger: Logger) {
        file = state.map { FeatureSwitchFile(path: "\($0.path)/features.json", logger: logger) }
        self.logger = logger
        states = Mutex(file?.read() ?? [:])
    }

    /// Whether a feature was switched on or off; nil if nobody said.
    subscript(feature: String) -> Bool? { states.withLock { $0[feature] } }

    /// Switches a feature. It counts at once.
    /// - Returns: Why it will be forgotten when the daemon ends; nil if it is remembered.
    func set(_ feature: String, _ isEnabled: Bool) async -> String? {
        states.withLock { $0[feature] = isEnabled }
        logger.notice("a feature was switched", metadata: ["feature": "\(feature)", "enabled": "\(isEnabled)"])
        var problem: String? = "neither XDG_STATE_HOME nor HOME says where"
        if let file {
            do {
                try await NIOThreadPool.singleton.runIfActive { [self] in
                    try writing.withLock { _ in try file.write(states.withLock { $0 }) }
                }
                problem = nil
            } catch {
                problem = "\(error)"
            }
        }
        guard let problem else { return nil }
        logger.warning(
            "a switched feature is not remembered", metadata: ["feature": "\(feature)", "error": "\(problem)"])
        return "not remembered after a restart: \(problem)"
    }
}
