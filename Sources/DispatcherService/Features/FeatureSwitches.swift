import DispatcherMessages
import Glibc
import Logging
import QueryCoding
import UnixSystem

/// The switches that the user last set with `xcallback pause FILE` and `resume FILE`. A switch overrides the key `enabled`
/// in the feature's file. The switches are stored for the next daemon in features.json, as in
/// `{"features":{"notes":false,"diary":1795316852211}}`: the diary is off until then.
final class FeatureSwitches: Sendable {
    /// The last word of the user about a feature.
    enum Switch: Sendable, Hashable {
        case on
        /// Off until a time in milliseconds since 1970; nil for no end.
        case off(until: Int64?)

        /// An unknown value is a pause without an end: the user may have asked for a pause.
        fileprivate init(_ value: QueryValue) {
            switch value {
            case .bool(true): self = .on
            case .number(let text): self = .off(until: Int64(text))
            default: self = .off(until: nil)
            }
        }

        fileprivate var value: QueryValue {
            switch self {
            case .on: true
            case .off(let end): end.map { .integer($0) } ?? false
            }
        }
    }

    private let file: StateFile?
    private let logger: Logger
    private let states: Lock<[String: Switch]>
    /// Writes the file, so that the last switch is written last.
    private let writing = FileQueue()

    /// Reads the earlier switches. Without a folder there are no switches, and new switches are not stored.
    init(state: StateDirectory?, logger: Logger) {
        file = state.map { StateFile(path: "\($0.path)/features.json") }
        self.logger = logger
        states = Lock(file.map { Self.read($0, logger) } ?? [:])
    }

    /// The switch of a feature; nil without one, and after the end of a pause.
    func current(of feature: String, at now: Timestamp) -> Switch? {
        let found = states.withLock { $0[feature] }
        if case .off(let end?) = found, end <= now.wall { return nil }
        return found
    }

    /// Switches a feature, with effect at once.
    /// - Returns: Why the switch will be forgotten when the daemon ends; nil if it is stored.
    func set(_ feature: String, _ newSwitch: Switch) async -> String? {
        states.withLock { $0[feature] = newSwitch }
        logger.notice("a file was switched", metadata: ["feature": "\(feature)", "enabled": "\(newSwitch == .on)"])
        var problem: String? = "neither XDG_STATE_HOME nor HOME is an absolute path"
        if let file { problem = await writing.problem { [self] in try file.write(Self.value(states.withLock { $0 })) } }
        guard let problem else { return nil }
        logger.warning(
            "the switch of a file is not remembered after a restart",
            metadata: ["feature": "\(feature)", "error": "\(problem)"])
        return "not remembered after a restart: \(problem)"
    }

    /// Reads the file. Of a file with unknown content the readable switches are kept, and a copy with all of it.
    private static func read(_ file: StateFile, _ logger: Logger) -> [String: Switch] {
        var states: [String: Switch] = [:]
        do throws(StateFileError) {
            guard let found = try file.read() else { return [:] }
            for member in found["features"]?.members ?? [] { states[member.name] = Switch(member.value) }
            if found != value(states) { throw .content(file.path) }
        } catch {
            logger.warning("the list of switched files cannot be read", metadata: ["error": "\(error)"])
            // The next switch replaces the file, but not its second name.
            if case .content = error { link(file.path, "\(file.path).set-aside") }
        }
        return states
    }

    private static func value(_ states: [String: Switch]) -> QueryValue {
        let members = states.sorted { $0.key < $1.key }.map { QueryValue.Member($0.key, $0.value.value) }
        return ["features": .object(members)]
    }
}
