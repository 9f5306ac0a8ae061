import CLinux
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// Runs a command of a route: an argument vector, never a shell; in a session of its own, ended with its process group
/// at its deadline.
struct CommandRunner: Sendable {
    struct Command: Sendable {
        /// An absolute path, then the arguments.
        var arguments: [String]
        var environment: [String: String]
        var directory: String
        /// What it reads; nil for nothing at all.
        var input: [UInt8]?
        /// The most bytes of standard output that are kept.
        var outputLimit: Int
        var timeout: Duration
    }

    struct Completion: Sendable {
        enum End: Sendable, Hashable {
            case exited(Int)
            case signaled(Int)
            case timedOut
            /// It wrote more than the limit, and was killed.
            case flooded
        }

        var end: End
        var output: [UInt8]
        /// The last line of standard error that is not empty.
        var lastErrorLine: String
    }

    /// The process that a command is, and by whose id its group goes; known once it has started.
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

    /// How long a command has between SIGTERM and SIGKILL.
    static let grace = Duration.seconds(2)

    /// Runs a command to its end. Throws `SubprocessError` if it cannot be started, `CancellationError` if the task was
    /// cancelled; the process group is gone then.
    func run(_ command: Command) async throws -> Completion {
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
            // The deadline: cancelling the run ends the process group. Whatever it still says, or ends with, comes too late.
            group.cancelAll()
            do { while try await group.next() != nil {} } catch {}
            if let pid = leader.pid { await Self.endGroup(of: pid) }
            return Completion(end: .timedOut, output: [], lastErrorLine: "")
        }
    }

    /// Ends what of a process group outlives its leader: it was asked to end with it, and is killed if it does not.
    private static func endGroup(of leader: pid_t) async {
        for grace in [grace, .seconds(1)] {
            let end = ContinuousClock.now + grace
            // No event tells that a group is empty, so it is asked again and again.
            while kill(-leader, 0) == 0, ContinuousClock.now < end, await Deadline.wait(for: .milliseconds(10)) {}
            guard kill(-leader, 0) == 0 else { return }
            kill(-leader, SIGKILL)
        }
    }

    /// A file rather than a pipe: a command that ends without reading is nobody's error, and nothing has to be pumped.
    private static func memoryFile(_ bytes: [UInt8]) throws -> FileDescriptor {
        let descriptor = bytes.withUnsafeBytes { clinux_memory_file($0.baseAddress, $0.count) }
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        return FileDescriptor(rawValue: descriptor)
    }

    /// All pipes are made here: of two that it makes itself, the library would trap over the first if the second cannot be
    /// made.
    private func execute(_ command: Command, input: FileDescriptor, _ leader: Leader) async throws -> Completion {
        let reader = try OutputReader(limit: command.outputLimit) { leader.kill() }
        defer { reader.close() }
        let (results, result) = AsyncThrowingStream.makeStream(of: Completion.self)
        // Left behind where the library would wait for ever.
        let work = Task {
            do {
                result.yield(try await complete(command, input: input, reader, leader) { result.finish(throwing: $0) })
            } catch {
                result.finish(throwing: error)
            }
        }
        // Not cancelled with us: a command that is cancelled is waited for.
        let first = Task {
            for try await completion in results { return completion }
            throw CancellationError()
        }
        return try await withTaskCancellationHandler {
            try await first.value
        } onCancel: {
            work.cancel()
        }
    }

    /// - Parameter abandon: Told that the end of the command will not be known; this never returns then.
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
                // It was too quick for the reader to know whom to kill.
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
