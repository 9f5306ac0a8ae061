import DispatcherMessages
import Glibc
import Logging
import QueryCoding
import UnixSystem

/// The switches that the user last set with `xcallback enable` and `disable`. A switch overrides the key `enabled` in
/// the feature's file. The switches are stored in features.json for the next daemon.
final class FeatureSwitches: Sendable {
    private let file: StateFile?
    private let logger: Logger
    private let states: Lock<[String: Bool]>
    /// Writes the file, so that the last switch is written last.
    private let writing = FileQueue()

    /// Reads the earlier switches. Without a folder there are no switches, and new switches are not stored.
    init(state: StateDirectory?, logger: Logger) {
        file = state.map { StateFile(path: "\($0.path)/features.json") }
        self.logger = logger
        states = Lock(file.map { Self.read($0, logger) } ?? [:])
    }

    /// Whether a feature was switched on or off; nil if it has no switch.
    subscript(feature: String) -> Bool? { states.withLock { $0[feature] } }

    /// Switches a feature, with effect at once.
    /// - Returns: Why the switch will be forgotten when the daemon ends; nil if it is stored.
    func set(_ feature: String, _ isEnabled: Bool) async -> String? {
        states.withLock { $0[feature] = isEnabled }
        logger.notice("a feature was switched", metadata: ["feature": "\(feature)", "enabled": "\(isEnabled)"])
        var problem: String? = "neither XDG_STATE_HOME nor HOME is an absolute path"
        if let file { problem = await writing.problem { [self] in try file.write(Self.value(states.withLock { $0 })) } }
        guard let problem else { return nil }
        logger.warning(
            "the switch of a feature is not remembered after a restart",
            metadata: ["feature": "\(feature)", "error": "\(problem)"])
        return "not remembered after a restart: \(problem)"
    }

    /// Reads the file `{"features":{"notes":false}}`. A file with other content is set aside, and its readable switches
    /// are kept.
    private static func read(_ file: StateFile, _ logger: Logger) -> [String: Bool] {
        var found: QueryValue?
        do throws(StateFileError) {
            found = try file.read()
            if found == nil { return [:] }
        } catch {
            guard case .content = error else {
                logger.warning("the file of switched features cannot be read", metadata: ["error": "\(error)"])
                return [:]
            }
        }
        var states: [String: Bool] = [:]
        if case .object(let members)? = found?["features"] {
            for member in members {
                if case .bool(let isEnabled) = member.value { states[member.name] = isEnabled }
            }
        }
        if found != value(states) { setAside(file, keeping: states, logger) }
        return states
    }

    private static func setAside(_ file: StateFile, keeping states: [String: Bool], _ logger: Logger) {
        let other = "\(file.path).set-aside"
        do throws(SystemCallError) {
            guard rename(file.path, other) == 0 else { throw SystemCallError("rename", file.path) }
            logger.warning(
                "the file of switched features had unknown content and was set aside", metadata: ["file": "\(other)"])
            if !states.isEmpty { try file.write(value(states)) }
        } catch {
            logger.warning("the file of switched features cannot be repaired", metadata: ["error": "\(error)"])
        }
    }

    private static func value(_ states: [String: Bool]) -> QueryValue {
        let members = states.sorted { $0.key < $1.key }.map { QueryValue.Member($0.key, .bool($0.value)) }
        return ["features": .object(members)]
    }
}
