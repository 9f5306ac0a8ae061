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
        var leader: (any CommandLeader)?
        var isEnding = false
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
        guard let child = leader as? ChildProcess else {
            leader?.kill()
            return
        }
        for (signal, time) in [(SIGTERM, CommandRunner.grace), (SIGKILL, .seconds(1))] {
            child.sendToGroup(signal)
            let end = ContinuousClock.now + time
            // No event reports an empty group, so this loop polls.
            while child.hasGroup, ContinuousClock.now < end, await Deadline.wait(for: .milliseconds(10)) {}
            guard child.hasGroup else { return }
        }
    }

    private func runToEnd() throws -> CommandRunner.Completion {
        var output = try OutputPipe(keeping: .first(command.outputLimit))
        var errors = try OutputPipe(keeping: .last(4096))
        let leader = try start(writingTo: output.writingNumber, errors.writingNumber)
        let start = Deadline.now
        var firstOutput: Duration?
        var mark = command.errorMark
        let childEnd = (try? (leader as? ChildProcess)?.openDescriptor())?.release() ?? -1
        defer { if childEnd >= 0 { close(childEnd) } }
        let end = standby?.endNumber ?? childEnd
        var places = [output.readingNumber, errors.readingNumber, end].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            // At the limit of descriptors there is no descriptor for the end of the process, so this loop polls for the
            // end.
            poll(&places, nfds_t(places.count), end < 0 ? 20 : -1)
            let ended = end < 0 || places[2].revents != 0 ? leader.endIfEnded() : nil
            output.read()
            errors.read()
            if firstOutput == nil, !output.bytes.isEmpty { firstOutput = Deadline.now }
            if let read = mark, errors.text.contains(read.text) {
                read.whenRead()
                mark = nil
            }
            if let ended {
                let now = Deadline.now
                let end: CommandRunner.Completion.End =
                    switch ended {
                    case _ where output.isCut: .flooded
                    case .exited(let status): .exited(status)
                    case .signaled(let signal): .signaled(signal)
                    }
                return CommandRunner.Completion(
                    end: end, output: output.bytes, lastErrorLine: errors.lastLine, duration: now - start,
                    durationAfterOutput: firstOutput.map { now - $0 })
            }
            if output.isCut { leader.kill() }
        }
    }

    private func start(writingTo output: CInt, _ errors: CInt) throws -> any CommandLeader {
        guard !state.withLock({ $0.isEnding }) else { throw CancellationError() }
        let input = try command.input.map { try Descriptor(inMemory: $0).release() }
        defer { if let input { close(input) } }
        let streams = [input ?? NullDevice.number, output, errors]
        let leader: any CommandLeader
        if let standby {
            try standby.send(command, streams: streams)
            leader = standby
        } else {
            leader = try ChildProcess(
                command.arguments, path: program, environment: command.environment, input: .descriptor(streams[0]),
                output: .descriptor(streams[1]), errors: .descriptor(streams[2]), directory: command.directory,
                isApart: true)
        }
        let isEnding = state.withLock { state in
            state.leader = leader
            return state.isEnding
        }
        if isEnding { leader.kill() }
        try standby?.waitForStart(of: command)
        return leader
    }
}

/// The first process of a command: a child of the daemon, which leads its group, or the child of the program in a unit.
private protocol CommandLeader: Sendable {
    /// The end of the process; nil if it has not ended.
    func endIfEnded() -> ChildProcess.End?

    func kill()
}

extension Standby: CommandLeader {}

extension ChildProcess: CommandLeader {
    func kill() { sendToGroup(SIGKILL) }
}

/// /dev/null, open for reading and writing during the whole life of the daemon, so that no child fails because
/// /dev/null cannot be opened.
package enum NullDevice {
    /// The descriptor of /dev/null; -1 if /dev/null could not be opened at the first use. Children then get a closed
    /// descriptor.
    package static let number = open("/dev/null", O_RDWR | O_CLOEXEC)
}
