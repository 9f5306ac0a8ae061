import UnixSystem

/// Runs a command: an argument vector, never a shell, in its own session. At its deadline its process group is ended.
package struct CommandRunner: Sendable {
    package struct Command: Sendable {
        /// An absolute path, then the arguments.
        package var arguments: [String]
        package var environment: [String: String]
        var directory: String
        /// Its standard input; nil for none.
        package var input: [UInt8]?
        /// The most bytes of standard output that are kept. A command that writes more is killed.
        var outputLimit: Int
        var timeout: Duration
        /// The unit that it runs in where a user manager answers; nil for none.
        var unit: CommandUnit?
        /// A text on standard error that its caller waits for; nil for none.
        var errorMark: ErrorMark?

        package init(
            arguments: [String], environment: [String: String], directory: String, input: [UInt8]? = nil,
            outputLimit: Int, timeout: Duration, unit: CommandUnit? = nil, errorMark: ErrorMark? = nil
        ) {
            self.arguments = arguments
            self.environment = environment
            self.directory = directory
            self.input = input
            self.outputLimit = outputLimit
            self.timeout = timeout
            self.unit = unit
            self.errorMark = errorMark
        }
    }

    /// A text that a command writes to standard error, and what to do when it has come.
    package struct ErrorMark: Sendable {
        let text: String
        let whenRead: @Sendable () -> Void
    }

    package init() {}

    package struct Completion: Sendable {
        package enum End: Sendable, Hashable {
            case exited(Int)
            case signaled(Int)
            case timedOut
            /// It wrote more than the limit, and was killed.
            case flooded
        }

        package var end: End
        package var output: [UInt8]
        /// The last line of standard error that is not empty. Empty if it is longer than 4 KiB.
        package var lastErrorLine: String
        /// The time that it ran.
        package var duration: Duration
        /// The time that it ran after its first output; nil if it wrote nothing.
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

    /// Runs a command to its end. Throws `SystemCallError` if it cannot be started, `CancellationError` if the task was
    /// cancelled; the process group is gone then.
    package func run(_ command: Command) async throws -> Completion {
        let process = CommandProcess(command)
        return try await withThrowingTaskGroup(of: Completion?.self) { group in
            group.addTask { try await process.run() }
            group.addTask {
                // Cancelled when the command has ended.
                guard await Deadline.wait(for: command.timeout) else { throw CancellationError() }
                return nil
            }
            defer { group.cancelAll() }
            do {
                if let completion = try await group.next() ?? nil { return completion }
            } catch is CancellationError {
                // In another task, because this one's waits end at once.
                await Task(executorPreference: TaskPool.preferred) { await process.end() }.value
                throw CancellationError()
            }
            await process.end()
            // What the command still wrote comes too late.
            return Completion(end: .timedOut)
        }
    }
}

/// Runs commands to their ends: ``CommandRunner``, or a stand-in without processes.
package protocol CommandRunning: Sendable {
    /// Whether a command that names a unit would run in it now.
    var hasUnits: Bool { get }

    /// Throws if the command cannot be started, and `CancellationError` if the task was cancelled.
    func run(_ command: CommandRunner.Command) async throws -> CommandRunner.Completion
}

extension CommandRunner: CommandRunning {
    package var hasUnits: Bool { false }
}
