import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem
import XCallbackURL

/// Decides whether the routes of a feature answer now.
final class FeatureAvailability: Sendable {
    /// The time for which the answer of a command counts.
    static let cacheTime = Duration.seconds(5)
    /// The maximum time that a command may take.
    static let commandTimeout = Duration.seconds(2)

    let switches: FeatureSwitches
    private let commands: any CommandRunning
    private let clock: Timestamp.Clock
    private let answers = Lock<[Condition: (isAvailable: Bool, time: Timestamp)]>([:])

    init(switches: FeatureSwitches, commands: any CommandRunning, clock: @escaping Timestamp.Clock) {
        self.switches = switches
        self.commands = commands
        self.clock = clock
    }

    /// The command of a feature, with the variables that the command gets and on which its answer may depend.
    private struct Condition: Hashable, Sendable {
        let command: [String]
        let environment: [String: String]
    }

    /// Throws 424 if a feature does not answer.
    /// - Parameter environment: The variables of the feature's command.
    func check(
        _ feature: Feature, environment: @autoclosure () -> [String: String]
    ) async throws(OutcomeError) {
        guard let reason = await unavailableReason(of: feature, environment: environment()) else { return }
        throw Self.error(feature, reason)
    }

    private static func error(_ feature: Feature, _ reason: String) -> OutcomeError {
        OutcomeError(.unavailable, "the file '\(feature.name)' is not available: \(reason)")
    }

    /// Returns why a feature does not answer now; nil if it answers.
    func unavailableReason(
        of feature: Feature, environment: @autoclosure () -> [String: String]
    ) async -> String? {
        if let reason = offReason(of: feature) { return reason }
        guard let command = feature.availability.command else { return nil }
        return await isMet(Condition(command: command, environment: environment()))
            ? nil : "'\(command.joined(separator: " "))' does not succeed"
    }

    /// Throws 424 if a feature is off by its switch, its file or its date. No command runs.
    func checkSwitch(of feature: Feature?) throws(OutcomeError) {
        guard let feature, let reason = offReason(of: feature) else { return }
        throw Self.error(feature, reason)
    }

    /// Returns why a feature is off by its switch, its file or its date; nil if it is on. No command runs. The user's
    /// `pause` and `resume` override the `enabled` of the file; `until` always applies.
    func offReason(of feature: Feature) -> String? {
        let rule = feature.availability
        let now = clock()
        let cause: String? =
            switch switches.current(of: feature.name, at: now) {
            case .on: nil
            case .off(let end): "paused\(Pause.text(of: end))"
            case nil: rule.isEnabled ? nil : "switched off by 'enabled: false'"
            }
        if let cause { return "it is \(cause) (\(PauseTarget.file(feature.name).resume))" }
        if let until = rule.until, now.localDate >= until { return "it ended before \(until)" }
        return nil
    }

    private func isCurrent(_ time: Timestamp, at now: Timestamp) -> Bool { now.since(time) < Self.cacheTime }

    private func isMet(_ condition: Condition) async -> Bool {
        let now = clock()
        if let answer = answers.withLock({ $0[condition] }), isCurrent(answer.time, at: now) {
            return answer.isAvailable
        }
        let (command, environment) = (condition.command, condition.environment)
        var isMet = false
        if let program = ProgramSearch.find(command.first ?? "", in: environment) {
            let completion = try? await commands.run(
                CommandRunner.Command(
                    arguments: [program] + command.dropFirst(), environment: environment, directory: "/",
                    outputLimit: 65_536, timeout: Self.commandTimeout))
            // A command that was cancelled has no answer.
            if completion == nil, Task.isCancelled { return false }
            // A command that cannot be started counts as a no.
            isMet = completion?.end == .exited(0)
        }
        answers.withLock { answers in
            // Callers choose some of the variables, so the answers that no longer count are removed.
            answers = answers.filter { isCurrent($0.value.time, at: now) }
            answers[condition] = (isMet, now)
        }
        return isMet
    }

    /// Returns the reason for each unavailable feature of a table, by the name of the feature. All features are checked at
    /// once.
    /// - Parameter door: The socket that asks. An agent could run the conditions of all files as often as it wants, so no
    ///   condition is checked for it.
    func unavailableReasons(
        in table: DispatchTable, for door: Door = .control, _ environment: ChildEnvironment
    ) async -> [String: String] {
        let features = table.configuration.features
        guard door != .agent else { return features.reduce(into: [:]) { $0[$1.name] = offReason(of: $1) } }
        let variables = environment.variables(under: table.settings)
        return await withTaskGroup(of: (String, String?).self) { group in
            for feature in features {
                group.addTask { (feature.name, await self.unavailableReason(of: feature, environment: variables)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
