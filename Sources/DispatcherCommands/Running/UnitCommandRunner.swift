import DispatcherMessages
import Synchronization
import UnixSystem

/// Runs each command that names a unit in that unit, if a user manager answers, and every other command as a child
/// process.
package final class UnitCommandRunner: CommandRunning {
    /// The daemon's own variables.
    private let own: [String: String]
    private let children = CommandRunner()
    private let running = Mutex(0)

    package init(own: [String: String]) { self.own = own }

    package var hasUnits: Bool { UserManager(environment: own) != nil }

    /// Whether a process belongs to a command's unit. A process that has ended cannot be looked up. While a command
    /// runs in a unit, such a process counts as part of one, because a command could connect and end at once.
    package func mayHold(_ process: Int32) -> Bool {
        guard let group = ControlGroup(of: process) else { return running.withLock { $0 > 0 } }
        return CommandUnit.holds(group)
    }

    /// The time in which the manager has to answer, in addition to the grace period that the manager gives a unit.
    private static let managerTimeout = Duration.seconds(10)

    package func run(_ command: CommandRunner.Command) async throws -> CommandRunner.Completion {
        guard let unit = command.unit, let manager = UserManager(environment: own) else {
            return try await children.run(command)
        }
        running.withLock { $0 += 1 }
        defer { running.withLock { $0 -= 1 } }
        let inherited = try await manager.variableNames { try await self.children.run($0) }
        do {
            let completion = try await children.run(manager.command(for: command, in: unit, unsetting: inherited))
            guard case .exited = completion.end else {
                await stop([unit.name], by: manager)
                return completion
            }
            return completion
        } catch {
            await stop([unit.name], by: manager)
            throw error
        }
    }

    /// Stops units, and waits until they have ended. Units that do not exist are ignored.
    package func stop(_ units: [String]) async {
        guard !units.isEmpty, let manager = UserManager(environment: own) else { return }
        await stop(units, by: manager)
    }

    private func stop(_ units: [String], by manager: UserManager) async {
        let command = manager.stopping(units, within: Self.managerTimeout)
        // This task is not a child of the request's task: a cancelled request still has to stop the units that it
        // started.
        let task = Task(executorPreference: TaskPool.preferred) { [children] in try await children.run(command) }
        _ = try? await task.value
    }
}

extension UserManager {
    /// Returns the names of the variables that the manager passes to its units.
    func variableNames(
        _ run: @Sendable (CommandRunner.Command) async throws -> CommandRunner.Completion
    ) async throws -> Set<String> {
        let completion = try await run(showingEnvironment)
        guard completion.end == .exited(0) else { throw UserManagerError.noEnvironment(completion.lastErrorLine) }
        return Set(
            completion.output.split(separator: UInt8(ascii: "\n")).compactMap { line in
                line.firstIndex(of: UInt8(ascii: "=")).map { String(decoding: line[..<$0], as: UTF8.self) }
            })
    }
}

/// The reason why the user manager cannot run a command.
enum UserManagerError: Error, CustomStringConvertible {
    case noEnvironment(String)

    var description: String {
        switch self {
        case .noEnvironment(let line):
            "the user manager does not list its variables: \(Printable.shown(line, limit: 500))"
        }
    }
}
