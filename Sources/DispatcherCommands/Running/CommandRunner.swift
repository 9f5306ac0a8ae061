import CLinux
import Glibc
import Subprocess
import Synchronization
import SystemPackage
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

        package init(end: End, output: [UInt8] = [], lastErrorLine: String = "") {
            self.end = end
            self.output = output
            self.lastErrorLine = lastErrorLine
        }
    }

    /// The process of a command, whose id is that of its group. It is known once the process has started.
    private final class Leader: Sendable {
        private let value = Mutex<pid_t?>(nil)
        var pid: pid_t? {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }

        /// Kills it with its process group.
        func kill() {
            if let pid { Glibc.kill(-pid, SIGKILL) }
        }
    }

    /// The time between SIGTERM and SIGKILL.
    static let grace = Duration.seconds(2)

    /// Runs a command to its end. Throws `SubprocessError` if it cannot be started, `CancellationError` if the task was
    /// cancelled; the process group is gone then.
    package func run(_ command: Command) async throws -> Completion {
        let leader = Leader()
        return try await withThrowingTaskGroup(of: Completion?.self) { group in
            group.addTask {
                guard let input = command.input else { return try await execute(command, input: .nullDevice, leader) }
                let file = try Self.memoryFile(input)
                defer { try? file.close() }
                return try await execute(command, input: file, leader)
            }
            group.addTask {
                // Cancelled when the command has ended.
                guard await Deadline.wait(for: command.timeout) else { throw CancellationError() }
                return nil
            }
            defer { group.cancelAll() }
            if let completion = try await group.next() ?? nil { return completion }
            // The deadline: cancelling the run ends the process group. What the command still writes comes too late.
            group.cancelAll()
            do { while try await group.next() != nil {} } catch {}
            if let pid = leader.pid { await Self.endGroup(of: pid) }
            return Completion(end: .timedOut)
        }
    }

    /// Ends the processes of a group that outlive its leader. They got SIGTERM with it, and are killed if they stay.
    private static func endGroup(of leader: pid_t) async {
        for grace in [grace, .seconds(1)] {
            let end = ContinuousClock.now + grace
            // No event reports an empty group, so this polls.
            while kill(-leader, 0) == 0, ContinuousClock.now < end, await Deadline.wait(for: .milliseconds(10)) {}
            guard kill(-leader, 0) == 0 else { return }
            kill(-leader, SIGKILL)
        }
    }

    /// A file rather than a pipe: nothing has to be pumped, and a command may end without reading it.
    private static func memoryFile(_ bytes: [UInt8]) throws -> FileDescriptor {
        let descriptor = bytes.withUnsafeBytes { clinux_memory_file($0.baseAddress, $0.count) }
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        return FileDescriptor(rawValue: descriptor)
    }

    /// All pipes are made here: the library (swift-subprocess 1.0.2) makes two, and traps if the second one fails.
    private func execute(_ command: Command, input: FileDescriptor, _ leader: Leader) async throws -> Completion {
        let reader = try OutputReader(limit: command.outputLimit, mark: command.errorMark) { leader.kill() }
        defer { reader.close() }
        let (results, result) = AsyncThrowingStream.makeStream(of: Completion.self)
        // Abandoned where the library would wait for ever: it belongs to no group, and nothing waits for it.
        let work = Task(executorPreference: TaskPool.preferred) {
            do {
                result.yield(try await complete(command, input: input, reader, leader) { result.finish(throwing: $0) })
            } catch {
                result.finish(throwing: error)
            }
        }
        // Not cancelled with the caller: a cancelled command is still awaited.
        let first = Task(executorPreference: TaskPool.preferred) {
            for try await completion in results { return completion }
            throw CancellationError()
        }
        return try await withTaskCancellationHandler {
            try await first.value
        } onCancel: {
            work.cancel()
        }
    }

    /// - Parameter abandon: Called if the end of the command cannot be learnt. This never returns then.
    private func complete(
        _ command: Command, input: FileDescriptor, _ reader: OutputReader, _ leader: Leader,
        abandon: @escaping @Sendable (any Error) -> Void
    ) async throws -> Completion {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.grace)
        ]
        let environment = command.environment.reduce(into: [Environment.Key: String]()) { result, variable in
            result[Environment.Key(stringLiteral: variable.key)] = variable.value
        }
        let result = try await Subprocess.run(
            .path(FilePath(command.arguments.first ?? "")), arguments: Arguments(Array(command.arguments.dropFirst())),
            environment: .custom(environment), workingDirectory: FilePath(command.directory), platformOptions: options,
            input: .fileDescriptor(input, closeAfterSpawningProcess: false),
            output: .fileDescriptor(reader.output.writing, closeAfterSpawningProcess: false),
            error: .fileDescriptor(reader.errors.writing, closeAfterSpawningProcess: false)
        ) { execution in
            let pid = execution.processIdentifier.value
            leader.pid = pid
            if execution.processIdentifier.isUnwatched {
                leader.kill()
                await UnwatchedChild.collect(pid)
                abandon(Errno.tooManyOpenFiles)
            } else if reader.output.isCut {
                // The command wrote too much before the reader knew its process.
                leader.kill()
            }
        }
        try Task.checkCancellation()
        reader.finish()
        let end: Completion.End =
            switch result.terminationStatus {
            case _ where reader.output.isCut: .flooded
            case .exited(let status): .exited(Int(status))
            case .signaled(let signal): .signaled(Int(signal))
            }
        return Completion(end: end, output: reader.output.bytes, lastErrorLine: reader.lastErrorLine)
    }
}
