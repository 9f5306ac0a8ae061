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

    /// Throws 424 with the reason if a feature does not answer. A route without a feature always answers.
    func check(_ feature: Feature?, environment: [String: String]) async throws(OutcomeError) {
        guard let feature, let reason = await unavailableReason(of: feature, environment: environment) else { return }
        throw OutcomeError(.unavailable, "feature '\(feature.name)' is not available: \(reason)")
    }

    /// Returns why a feature does not answer now; nil if it does. The user's `enable` and `disable` override the `enabled`
    /// of its file; `until` and `available-when` always apply.
    func unavailableReason(of feature: Feature, environment: [String: String]) async -> String? {
        let rule = feature.availability
        guard switches[feature.name] ?? rule.isEnabled else {
            let place = switches[feature.name] == nil ? " by its file" : ""
            return "it is switched off\(place) (xcallback enable \(feature.name))"
        }
        if let until = rule.until, clock().localDate >= until { return "it ended before \(until)" }
        guard let command = rule.command, await !isAvailable(command, environment: environment) else { return nil }
        return "'\(command.joined(separator: " "))' does not succeed"
    }

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
        if let answer = answers.withLock({ $0[command] }), now.since(answer.time) < Self.cacheTime {
            return answer.isAvailable
        }
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
