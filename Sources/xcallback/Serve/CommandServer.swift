import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem

/// Passes requests on from the daemon to a command, one at a time, and its answers back.
final class CommandServer {
    private struct Request {
        let id: QueryValue
        let line: String
    }

    private let route: QueryValue
    private let address: DaemonAddress
    private var connection: WorkerConnection?
    /// When the daemon is tried again, in milliseconds of the monotonic clock, and how long the next wait is.
    private var nextAttempt = 0
    private var pause = CommandServer.shortestPause
    private var waiting: [Request] = []
    /// Whether the command owes a line.
    private var isBusy = false
    /// To whom it is owed; nil if nobody waits for it any more.
    private var current: QueryValue?

    private static let shortestPause = 100
    private static let longestPause = 5000

    init(route: QueryValue, address: DaemonAddress) {
        self.route = route
        self.address = address
    }

    /// Serves until the command ends, and returns its status. Throws the exit code if the daemon cannot be reached at the
    /// start, or refuses the route.
    func run(_ words: [String]) throws -> Int32 {
        try serve()
        let command: ServedCommand
        do {
            command = try ServedCommand(words)
        } catch {
            Shell.say("\(error)")
            throw ExitCode(127)  // as a shell has it
        }
        while try pass(command) {}
        connection = nil
        return command.wait()
    }

    private func serve() throws {
        do {
            connection = try WorkerConnection(to: address, serving: route)
        } catch {
            throw Tool.failure(error)
        }
    }

    /// Does what there is to do, and waits for more. False once the command says nothing more.
    private func pass(_ command: ServedCommand) throws -> Bool {
        if connection == nil, SystemClock.monotonic.milliseconds >= nextAttempt { try reconnect(command) }
        // What came in behind the reply to `serve` is not seen by poll(2).
        try hear(command)
        ask(command)
        // A negative descriptor is left out by poll(2).
        var events = [
            pollfd(fd: command.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: command.process, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: command.waitingInput ?? -1, events: Int16(POLLOUT), revents: 0),
        ]
        let timeout = connection == nil ? Int32(max(0, nextAttempt - SystemClock.monotonic.milliseconds)) : -1
        guard poll(&events, nfds_t(events.count), timeout) >= 0 || errno == EINTR else { return false }
        if events[3].revents != 0 { command.write() }
        var isSpeaking = true
        // What it said before it ended counts.
        if events[0].revents != 0 || events[1].revents != 0 {
            isSpeaking = command.read()
            while let line = command.next() { take(line) }
        }
        return isSpeaking && events[1].revents == 0
    }

    private func ask(_ command: ServedCommand) {
        guard !isBusy, !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        isBusy = true
        current = request.id
        command.send(request.line)
    }

    /// Takes what the command said.
    private func take(_ line: ServedCommand.Line) {
        guard isBusy else { return Shell.say("the command said something that nobody asked for") }
        isBusy = false
        guard let id = current else { return }
        current = nil
        do {
            try connection?.reply(to: id, CommandAnswer.result(of: line))
        } catch {
            lose(error)
        }
    }

    /// Takes what the daemon said.
    private func hear(_ command: ServedCommand) throws {
        do {
            while let message = try connection?.next() {
                switch message {
                case .perform(let id, let request): waiting.append(Request(id: id, line: request.json))
                case .cancel(let id):
                    waiting.removeAll { $0.id == id }
                    if current == id { current = nil }
                case .rejected(let reason): Shell.say(Printable.line(reason))
                case .unserved(_, let reason):
                    Shell.say(Printable.line(reason))
                    throw leave(command, ExitCode(ExitStatus.errorOutcome.rawValue))
                }
            }
        } catch let error as ClientError {
            lose(error)
        }
    }

    private func lose(_ error: ClientError) {
        Shell.say("\(error); trying again")
        connection = nil
        waiting = []
        current = nil
        nextAttempt = SystemClock.monotonic.milliseconds + pause
    }

    /// Tries the daemon again. One that is not there is waited for; one that refuses the route is obeyed.
    private func reconnect(_ command: ServedCommand) throws {
        do {
            connection = try WorkerConnection(to: address, serving: route)
            pause = Self.shortestPause
            Shell.say("connected again")
        } catch .connection {
            pause = min(2 * pause, Self.longestPause)
            nextAttempt = SystemClock.monotonic.milliseconds + pause
        } catch {
            throw leave(command, Tool.failure(error))
        }
    }

    private func leave(_ command: ServedCommand, _ code: ExitCode) -> ExitCode {
        connection = nil
        command.terminate()
        return code
    }
}
