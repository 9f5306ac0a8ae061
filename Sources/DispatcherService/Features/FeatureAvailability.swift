import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import Synchronization
import UnixSystem
import XCallbackURL

/// Whether the routes of a feature answer now.
final class FeatureAvailability: Sendable {
    /// How long the answer of a command counts.
    static let cacheTime = Duration.seconds(5)
    /// How long a command may take.
    static let commandTimeout = Duration.seconds(2)

    let switches: FeatureSwitches
    private let commands: any CommandRunning
    private let clock: Timestamp.Clock
    private let answers = Mutex<[[String]: (isAvailable: Bool, time: Timestamp)]>([:])

    init(switches: FeatureSwitches, commands: any CommandRunning, clock: @escaping Timestamp.Clock) {
        self.switches = switches
        self.commands = commands
        self.clock = clock
    }

    private enum Verdict {
        case available
        case unavailable(String)
        /// Its command has to be asked.
        case unknown([String])
    }

    /// Throws 424 with the reason if a feature does not answer. A route without a feature always answers.
    func check(_ feature: Feature?, environment: [String: String]) async throws(OutcomeError) {
        guard let feature, let reason = await unavailableReason(of: feature, environment: environment) else { return }
        throw Self.error(feature, reason)
    }

    /// Checks a feature without waiting. Throws 424 if it does not answer; false if only its command can tell.
    func isKnown(_ feature: Feature?) throws(OutcomeError) -> Bool {
        guard let feature else { return true }
        switch verdict(on: feature) {
        case .available: return true
        case .unavailable(let reason): throw Self.error(feature, reason)
        case .unknown: return false
        }
    }

    private static func error(_ feature: Feature, _ reason: String) -> OutcomeError {
        OutcomeError(.unavailable, "feature '\(feature.name)' is not available: \(reason)")
    }

    /// Returns why a feature does not answer now; nil if it does.
    func unavailableReason(of feature: Feature, environment: [String: String]) async -> String? {
        switch verdict(on: feature) {
        case .available: nil
        case .unavailable(let reason): reason
        case .unknown(let command):
            await isAvailable(command, environment: environment) ? nil : Self.reason(command)
        }
    }

    /// The user's `enable` and `disable` override the `enabled` of its file; `until` and `available-when` always apply.
    private func verdict(on feature: Feature) -> Verdict {
        let rule = feature.availability
        let choice = switches[feature.name]
        guard choice ?? rule.isEnabled else {
            let place = choice == nil ? " by its file" : ""
            return .unavailable("it is switched off\(place) (xcallback enable \(feature.name))")
        }
        if let until = rule.until, clock().localDate >= until { return .unavailable("it ended before \(until)") }
        guard let command = rule.command else { return .available }
        guard let answer = answers.withLock({ $0[command] }), clock().since(answer.time) < Self.cacheTime else {
            return .unknown(command)
        }
        return answer.isAvailable ? .available : .unavailable(Self.reason(command))
    }

    private static func reason(_ command: [String]) -> String { "'\(command.joined(separator: " "))' does not succeed" }

    /// Returns why each unavailable feature does not answer, by name. All are checked at once.
    func unavailableReasons(of features: [Feature], environment: [String: String]) async -> [String: String] {
        await withTaskGroup(of: (String, String?).self) { group in
            for feature in features {
                group.addTask { (feature.name, await self.unavailableReason(of: feature, environment: environment)) }
            }
            var reasons: [String: String] = [:]
            for await (name, reason) in group { reasons[name] = reason }
            return reasons
        }
    }

    private func isAvailable(_ command: [String], environment: [String: String]) async -> Bool {
        let now = clock()
        var isAvailable = false
        if let program = ProgramSearch.find(command.first ?? "", in: environment) {
            let completion = try? await commands.run(
                CommandRunner.Command(
                    arguments: [program] + command.dropFirst(), environment: environment, directory: "/",
                    outputLimit: 65_536, timeout: Self.commandTimeout))
            // A command that cannot be started is a no.
            isAvailable = completion?.end == .exited(0)
        }
        answers.withLock { $0[command] = (isAvailable, now) }
        return isAvailable
    }
}
