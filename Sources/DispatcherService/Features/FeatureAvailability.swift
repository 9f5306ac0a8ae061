import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import Glibc
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
    private let answers = Mutex<[[String]: (isAvailable: Bool, time: ContinuousClock.Instant)]>([:])

    init(switches: FeatureSwitches, commands: any CommandRunning) {
        self.switches = switches
        self.commands = commands
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
        if let until = rule.until, Self.today >= until { return "it ended before \(until)" }
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
        let now = ContinuousClock.now
        if let answer = answers.withLock({ $0[command] }), now - answer.time < Self.cacheTime {
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

    /// The local date, as ISO 8601, which orders as text.
    private static var today: String {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }
}
