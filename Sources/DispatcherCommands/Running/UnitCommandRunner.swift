package import DispatcherMessages
import Glibc
import UnixSystem

/// Runs each command that names a unit in that unit, if a user manager answers, and every other command as a child
/// process.
package final class UnitCommandRunner: CommandRunning {
    /// The daemon's own variables.
    private let own: [String: String]
    private let children = CommandRunner()
    private let running = Lock<Set<String>>([])
    /// The program of a standby, and its argument; empty if each command gets a unit from systemd-run.
    private let standbyProgram: [String]
    private struct Next {
        /// The unit that is ready for the next command; nil if none is.
        var standby: Standby?
        var isStarting = false
        /// The reason why the last start of a unit failed; nil if it succeeded.
        var refusal: String?
    }

    private let next = Lock(Next())

    /// - Parameter standbyProgram: A program that runs ``StandbyProgram``, with its arguments; empty without such a program.
    package init(own: [String: String], standbyProgram: [String] = []) {
        self.own = own
        self.standbyProgram = standbyProgram
    }

    package var units: StatusReply.Units? {
        guard UserManager(environment: own) != nil else { return nil }
        let (standby, refusal) = next.withLock { ($0.standby, $0.refusal) }
        let ready = standby.flatMap { $0.isWaiting ? $0.unit : nil }
        return StatusReply.Units(ready: ready, running: running.withLock { $0.sorted() }, refusal: refusal)
    }

    /// Whether a process belongs to a command's unit. A process that has ended cannot be looked up. While a command
    /// runs in a unit, such a process counts as part of one, because a command could connect and end at once.
    package func mayHold(_ process: Int32) -> Bool {
        guard let group = ControlGroup(of: process) else { return running.withLock { !$0.isEmpty } }
        return CommandUnit.holds(group)
    }

    /// The time in which the manager has to answer, in addition to the grace period that the manager gives a unit.
    private static let managerTimeout = Duration.seconds(10)

    package func assignUnit(to command: CommandRunner.Command) async throws -> CommandRunner.Command {
        guard let unit = command.unit else { return command }
        var command = command
        if standbyProgram.isEmpty || unit.hasSandbox {
            command.unitName = UserManager(environment: own) == nil ? nil : unit.name
        } else {
            let ready = next.withLock { $0.standby.take() }
            command.standby = if let ready, ready.isWaiting { ready } else { try await startStandby() }
            command.unitName = command.standby?.unit
        }
        return command
    }

    package func run(_ command: CommandRunner.Command) async throws -> CommandRunner.Completion {
        // The command of 'present' has no unit yet.
        let command = command.unitName == nil ? try await assignUnit(to: command) : command
        guard let unit = command.unit, let name = command.unitName else { return try await children.run(command) }
        _ = running.withLock { $0.insert(name) }
        defer { _ = running.withLock { $0.remove(name) } }
        do {
            let completion = try await run(command, in: unit)
            if case .exited = completion.end { return completion }
            await stop([name])
            return completion
        } catch {
            await stop([name])
            throw error
        }
    }

    private func run(
        _ command: CommandRunner.Command, in unit: CommandUnit
    ) async throws -> CommandRunner.Completion {
        guard let standby = command.standby else {
            guard let manager = UserManager(environment: own) else { return try await children.run(command) }
            let inherited = try await manager.variables(children, within: Self.managerTimeout)
            return try await children.run(manager.command(for: command, in: unit, unsetting: Set(inherited.keys)))
        }
        defer { prepare() }
        do {
            return try await children.run(CommandProcess(command, in: standby))
        } catch is Standby.Gone {
            // The program ended before anything was sent to it, so the command cannot run twice.
            var command = command
            (command.unitName, command.standby) = (nil, nil)
            return try await run(command)
        }
    }

    /// Starts a unit; nil if no user manager answers.
    private func startStandby() async throws -> Standby? {
        guard let manager = UserManager(environment: own) else { return nil }
        let unit = CommandUnit.standby
        do {
            let standby: Standby = try await withCheckedThrowingContinuation { continuation in
                let hasThread = WorkThread("standby").run { [standbyProgram] in
                    continuation.resume(with: Result { try Standby(standbyProgram, in: unit, by: manager) })
                }
                if !hasThread {
                    continuation.resume(throwing: SystemCallError("start a thread for", "a unit", number: EAGAIN))
                }
            }
            next.withLock { $0.refusal = nil }
            return standby
        } catch {
            next.withLock { $0.refusal = "\(error)" }
            // A program that was stopped before it was ready does not see that the daemon hung up.
            Task(executorPreference: TaskPool.preferred) { await self.stop([unit.name]) }
            throw error
        }
    }

    /// Starts a unit for the next command, unless one is ready. A manager that refuses the unit is asked again by the next
    /// command.
    package func prepare() {
        let starts = next.withLock { next in
            guard !standbyProgram.isEmpty, next.standby == nil, !next.isStarting else { return false }
            next.isStarting = true
            return true
        }
        guard starts else { return }
        // No request waits for the unit.
        Task(executorPreference: TaskPool.executor) { [self] in
            let standby = try? await startStandby()
            next.withLock { next in
                next.standby = standby
                next.isStarting = false
            }
        }
    }

    /// Stops units, and waits until they have ended. Units that do not exist are ignored.
    package func stop(_ units: [String]) async {
        guard !units.isEmpty, let manager = UserManager(environment: own) else { return }
        let command = manager.stopping(units, within: Self.managerTimeout)
        // This task is not a child of the request's task: a cancelled request still has to stop the units that it
        // started.
        let task = Task(executorPreference: TaskPool.preferred) { [children] in try await children.run(command) }
        _ = try? await task.value
    }
}
