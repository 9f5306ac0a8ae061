import DispatcherConfiguration
import Glibc
import Synchronization
import XCallbackURL

/// Whether the routes of a feature answer now.
final class FeatureAvailability: Sendable {
    /// How long the answer of a command counts.
    static let cacheTime = Duration.seconds(5)
    /// How long a command may think about it.
    static let patience = Duration.seconds(2)

    private let answers = Mutex<[[String]: (isAvailable: Bool, time: ContinuousClock.Instant)]>([:])

    /// Throws 424 with the reason.
    func check(_ feature: Feature, environment: [String: String]) async throws(OutcomeError) {
        func unavailable(_ reason: String) -> OutcomeError {
            OutcomeError(.unavailable, "feature '\(feature.name)' is not available: \(reason)")
        }
        let rule = feature.availability
        guard rule.isEnabled else { throw unavailable("it is switched off in \(feature.file)") }
        if let until = rule.until, Self.today >= until { throw unavailable("it ended before \(until)") }
        guard let command = rule.command else { return }
        guard await isAvailable(command, environment: environment) else {
            throw unavailable("'\(command.joined(separator: " "))' says no")
        }
    }

    private func isAvailable(_ command: [String], environment: [String: String]) async -> Bool {
        let now = ContinuousClock.now
        if let answer = answers.withLock({ $0[command] }), now - answer.time < Self.cacheTime {
            return answer.isAvailable
        }
        var isAvailable = false
        if let program = ProgramSearch.find(command.first ?? "", in: environment) {
            let completion = try? await CommandRunner().run(
                CommandRunner.Command(
                    arguments: [program] + command.dropFirst(), environment: environment, directory: "/",
                    outputLimit: 65_536, timeout: Self.patience))
            // A command that cannot even be started has not said yes.
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
