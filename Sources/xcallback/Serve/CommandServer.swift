import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem

/// Passes the daemon's requests to a command, one at a time, and the command's answers back to the daemon.
final class CommandServer {
    private let route: RouteDeclaration
    private let address: SocketDirectory
    private var connection: WorkerClient?
    /// The time of the next attempt to connect, in milliseconds of the monotonic clock, and the wait after it.
    private var nextAttempt = 0
    private var pause = CommandServer.shortestPause
    private var waiting: [(id: QueryValue, line: String)] = []
    /// Whether the command has not answered its last request yet.
    private var isBusy = false
    /// The id of the request that the command is answering; nil if the daemon no longer waits for the answer.
    private var current: QueryValue?

    private static let shortestPause = 100
    private static let longestPause = 5000

    init(route: RouteDeclaration, address: SocketDirectory) {
        self.route = route
        self.address = address
    }

    /// Serves until the command ends, and returns its status. Throws if the daemon cannot be reached at the start, or
    /// refuses the route.
    func run(_ words: [String]) throws -> Int32 {
        connection = try WorkerClient(to: address, serving: route)
        let command: ServedCommand
        do { command = try ServedCommand(words) } catch {
            Shell.report("\(error)")
            throw ExitCode(127)  // as in a shell
        }
        Shell.report("serving \(route.name)\(warning)")
        do { while try step(command) {} } catch {
            command.child.send(SIGTERM)
            throw error
        }
        connection = nil
        return command.wait()
    }

    /// Why no request will come; empty if requests may come.
    private var warning: String {
        guard route.path == nil, var client = try? DaemonClient(to: address, door: address.door),
            let routes = try? client.call(RoutesMethod.self).reply.routes,
            !routes.contains(where: { $0.worker == route.name })
        else { return "" }
        return "; no route has 'worker: \(route.name)' yet, and without --path the name alone makes none"
    }

    /// Handles the messages and lines that have arrived, and waits for more. Returns false once the output of the
    /// command has ended.
    private func step(_ command: ServedCommand) throws -> Bool {
        if connection == nil, SystemClock.monotonic.milliseconds >= nextAttempt { try reconnect(command) }
        // poll(2) does not see messages that were read together with the reply to `serve`.
        try receive(command)
        sendNext(command)
        // poll(2) ignores a negative descriptor.
        var events = [
            pollfd(fd: command.output.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: command.end.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: command.writer.isEmpty ? -1 : command.writer.descriptor, events: Int16(POLLOUT), revents: 0),
        ]
        let timeout = connection == nil ? Int32(max(0, nextAttempt - SystemClock.monotonic.milliseconds)) : -1
        guard poll(&events, nfds_t(events.count), timeout) >= 0 || errno == EINTR else { return false }
        if events[3].revents != 0 { command.writer.flush() }
        var hasOutput = true
        // Lines that the command printed before it ended count.
        if events[0].revents != 0 || events[1].revents != 0 {
            hasOutput = command.read()
            while let line = command.received.next() { forward(line) }
        }
        return hasOutput && events[1].revents == 0
    }

    private func sendNext(_ command: ServedCommand) {
        guard !isBusy, !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        isBusy = true
        current = request.id
        command.writer.write(request.line)
    }

    /// Sends an answer of the command to the daemon.
    private func forward(_ line: LineBuffer.Line) {
        guard isBusy else { return Shell.report("the command printed a line without a request") }
        isBusy = false
        guard let id = current else { return }
        current = nil
        do { try connection?.reply(to: id, CommandAnswer.result(of: line)) } catch { disconnect(error) }
    }

    /// Handles the messages of the daemon.
    private func receive(_ command: ServedCommand) throws {
        do {
            while let message = try connection?.next() {
                switch message {
                case .perform(let id, let request): waiting.append((id, request.json))
                case .cancel(let id):
                    waiting.removeAll { $0.id == id }
                    guard current == id else { continue }
                    current = nil
                    Shell.report(
                        "the command has not answered a request that has ended; it gets the next request after its answer"
                    )
                case .rejected(let reason): Shell.report(reason)
                case .unserved(let reason):
                    Shell.report(reason)
                    throw ExitCode(ExitStatus.errorOutcome.rawValue)
                }
            }
        } catch let error as ClientError {
            disconnect(error)
        }
    }

    private func disconnect(_ error: ClientError) {
        Shell.report("\(error); trying again")
        connection = nil
        waiting = []
        current = nil
        nextAttempt = SystemClock.monotonic.milliseconds + pause
    }

    /// Tries to connect again. Waits longer if there is no daemon, and ends if the daemon refuses the route.
    private func reconnect(_ command: ServedCommand) throws {
        do {
            connection = try WorkerClient(to: address, serving: route)
            pause = Self.shortestPause
            Shell.report("connected again")
        } catch let error where !error.isReply {
            pause = min(2 * pause, Self.longestPause)
            nextAttempt = SystemClock.monotonic.milliseconds + pause
        }
    }
}
