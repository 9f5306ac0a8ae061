import CLinux
import Glibc
import UnixSystem

/// The process of a command. One thread starts the process, reads its output, so that the process never waits for the
/// daemon, and reaps it.
///
/// swift-subprocess 1.0.2 would do most of this. But it starts libdispatch, which then wakes the daemon each second,
/// and which ends the daemon if no descriptor is left at such a moment.
final class CommandProcess: Sendable {
    private struct State {
        /// The process; nil until the process has started.
        var leader: Leader?
        var isEnding = false
    }

    /// The process that was started.
    private enum Leader {
        /// A child, whose id is also the id of its group.
        case child(ChildProcess)
        /// The child of the program in a unit.
        case standby(Standby)

        /// The end of the process; nil if it has not ended.
        func endIfEnded() -> ChildProcess.End? {
            switch self {
            case .child(let child): child.endIfEnded()
            case .standby(let standby): standby.endIfEnded()
            }
        }

        func kill() {
            switch self {
            case .child(let child): child.sendToGroup(SIGKILL)
            case .standby(let standby): standby.hangUp()
            }
        }
    }

    let command: CommandRunner.Command
    /// The program that starts the process; nil if the daemon starts it.
    private let standby: Standby?
    private let state = Lock(State())

    /// - Parameter standby: A program to which no command was sent.
    init(_ command: CommandRunner.Command, in standby: Standby? = nil) {
        self.command = command
        self.standby = standby
    }

    private var program: String { command.arguments.first ?? "" }

    /// Runs the command to its end, even if the task is cancelled. Throws `SystemCallError` if the command cannot be
    /// started, and `CancellationError` if the command was ended before its start.
    func run() async throws -> CommandRunner.Completion {
        try await withCheckedThrowingContinuation { continuation in
            let hasThread = WorkThread("command").run { continuation.resume(with: Result { try self.runToEnd() }) }
            if !hasThread {
                continuation.resume(throwing: SystemCallError("start a thread for", program, number: EAGAIN))
            }
        }
    }

    /// Ends the process group: by SIGTERM, and after the grace period by SIGKILL. In a unit, the manager does that, and
    /// this function does not wait for it.
    func end() async {
        let leader = state.withLock { state in
            state.isEnding = true
            return state.leader
        }
        guard case .child(let leader)? = leader else {
            leader?.kill()
            return
        }
        for (signal, time) in [(SIGTERM, CommandRunner.grace), (SIGKILL, .seconds(1))] {
            leader.sendToGroup(signal)
            let end = ContinuousClock.now + time
            // No event reports an empty group, so this loop polls.
            while leader.hasGroup, ContinuousClock.now < end, await Deadline.wait(for: .milliseconds(10)) {}
            guard leader.hasGroup else { return }
        }
    }

    private func runToEnd() throws -> CommandRunner.Completion {
        let reader = try OutputReader(limit: command.outputLimit, mark: command.errorMark)
        let leader = try start(reader)
        let start = Deadline.now
        var firstOutput: Duration?
        let child = if case .child(let child) = leader { child } else { ChildProcess?.none }
        let childEnd = (try? child?.openDescriptor())?.release() ?? -1
        defer { if childEnd >= 0 { close(childEnd) } }
        let end = standby?.endNumber ?? childEnd
        var places = [reader.output.readingNumber, reader.errors.readingNumber, end].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            // At the limit of descriptors there is no descriptor for the end of the process, so this loop polls for the
            // end.
            poll(&places, nfds_t(places.count), end < 0 ? 20 : -1)
            let ended = end < 0 || places[2].revents != 0 ? leader.endIfEnded() : nil
            reader.read()
            if firstOutput == nil, !reader.output.bytes.isEmpty { firstOutput = Deadline.now }
            if let ended {
                var completion = Self.completion(ended, reader)
                completion.duration = Deadline.now - start
                completion.durationAfterOutput = firstOutput.map { Deadline.now - $0 }
                return completion
            }
            if reader.output.isCut { leader.kill() }
        }
    }

    private func start(_ reader: OutputReader) throws -> Leader {
        guard !state.withLock({ $0.isEnding }) else { throw CancellationError() }
        let input = try command.input.map { try Descriptor(inMemory: $0).release() }
        defer { if let input { close(input) } }
        let streams = [input ?? NullDevice.number, reader.output.writingNumber, reader.errors.writingNumber]
        let leader: Leader
        if let standby {
            try standby.send(command, streams: streams)
            leader = .standby(standby)
        } else {
            leader = .child(
                try ChildProcess(
                    command.arguments, path: program, environment: command.environment,
                    input: .descriptor(streams[0]), output: .descriptor(streams[1]), errors: .descriptor(streams[2]),
                    signals: .reset, group: .ownSession, directory: command.directory, closesOthers: true))
        }
        let isEnding = state.withLock { state in
            state.leader = leader
            return state.isEnding
        }
        if isEnding { leader.kill() }
        try standby?.waitForStart(of: command)
        return leader
    }

    private static func completion(_ end: ChildProcess.End, _ reader: OutputReader) -> CommandRunner.Completion {
        let commandEnd: CommandRunner.Completion.End =
            switch end {
            case _ where reader.output.isCut: .flooded
            case .exited(let status): .exited(status)
            case .signaled(let signal): .signaled(signal)
            }
        return CommandRunner.Completion(
            end: commandEnd, output: reader.output.bytes, lastErrorLine: reader.lastErrorLine)
    }
}

/// /dev/null, open for reading and writing during the whole life of the daemon, so that no child fails because
/// /dev/null cannot be opened.
package enum NullDevice {
    /// The descriptor of /dev/null; -1 if /dev/null could not be opened at the first use. Children then get a closed
    /// descriptor.
    package static let number = open("/dev/null", O_RDWR | O_CLOEXEC)
}
