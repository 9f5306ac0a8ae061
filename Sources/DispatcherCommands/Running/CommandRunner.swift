package import DispatcherMessages
import UnixSystem

/// Runs a command: an argument vector, never a shell, in its own session. At the deadline, its process group is ended.
package struct CommandRunner: Sendable, CommandRunning {
    package struct Command: Sendable {
        /// An absolute path, followed by the arguments.
        package var arguments: [String]
        package var environment: [String: String]
        var directory: String
        /// The standard input; nil for no input.
        package var input: [UInt8]?
        /// The maximum number of bytes of standard output. A command that writes more is killed.
        var outputLimit: Int
        var timeout: Duration
        /// The unit in which the command runs if a user manager answers; nil for no unit.
        var unit: CommandUnit?
        /// The unit that is ready for the command; nil if the command gets its own unit.
        var standby: Standby?
        /// The name of the unit in which the command will run; nil for a child of the daemon.
        package var unitName: String?
        /// A text on standard error for which the caller waits; nil for no text.
        var errorMark: (text: String, whenRead: @Sendable () -> Void)?

        package init(
            arguments: [String], environment: [String: String], directory: String, input: [UInt8]? = nil,
            outputLimit: Int, timeout: Duration, unit: CommandUnit? = nil
        ) {
            self.arguments = arguments
            self.environment = environment
            self.directory = directory
            self.input = input
            self.outputLimit = outputLimit
            self.timeout = timeout
            self.unit = unit
        }
    }

    package init() {}

    package struct Completion: Sendable {
        package enum End: Sendable, Hashable {
            case exited(Int)
            case signaled(Int)
            case timedOut
            /// The command wrote more than the limit, and was killed.
            case flooded
        }

        package var end: End
        package var output: [UInt8]
        /// The last line of standard error that is not empty. Empty if that line is longer than 4 KiB.
        package var lastErrorLine: String
        /// The time for which the command ran.
        package var duration: Duration
        /// The time for which the command ran after its first output; nil without output.
        package var durationAfterOutput: Duration?

        package init(
            end: End, output: [UInt8] = [], lastErrorLine: String = "", duration: Duration = .zero,
            durationAfterOutput: Duration? = nil
        ) {
            self.end = end
            self.output = output
            self.lastErrorLine = lastErrorLine
            self.duration = duration
            self.durationAfterOutput = durationAfterOutput
        }
    }

    /// The time between SIGTERM and SIGKILL.
    static let grace = Duration.seconds(2)

    /// Runs a command to its end. Throws `SystemCallError` if the command cannot be started, and `CancellationError` if
    /// the task was cancelled; the process group has then ended.
    package func run(_ command: Command) async throws -> Completion { try await run(CommandProcess(command)) }

    /// Runs the command of a process, as ``run(_:)-(Command)`` does.
    func run(_ process: CommandProcess) async throws -> Completion {
        let command = process.command
        return try await withThrowingTaskGroup(of: Completion?.self) { group in
            group.addTask { try await process.run() }
            group.addTask {
                // The wait is cancelled when the command has ended.
                guard await Deadline.wait(for: command.timeout) else { throw CancellationError() }
                return nil
            }
            defer { group.cancelAll() }
            do {
                if let completion = try await group.next() ?? nil { return completion }
            } catch is CancellationError {
                // This wait needs another task: in a cancelled task, every wait returns at once.
                await Task(executorPreference: TaskPool.preferred) { await process.end() }.value
                throw CancellationError()
            }
            await process.end()
            // Output after the deadline is ignored.
            return Completion(end: .timedOut)
        }
    }

    package var units: StatusReply.Units? { nil }
}

/// Runs commands to their ends: ``CommandRunner``, or a replacement without processes.
package protocol CommandRunning: Sendable {
    /// The units of the commands that run and of the next one; nil if a command that names a unit would now run without it.
    var units: StatusReply.Units? { get }

    /// Returns the command with the unit in which it will run.
    func assignUnit(to command: CommandRunner.Command) async throws -> CommandRunner.Command

    /// Runs a command. Throws if the command cannot be started, and `CancellationError` if the task was cancelled.
    func run(_ command: CommandRunner.Command) async throws -> CommandRunner.Completion
}

extension CommandRunning {
    package func assignUnit(to command: CommandRunner.Command) async throws -> CommandRunner.Command { command }
}
