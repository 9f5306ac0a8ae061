import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The connection to the agent socket. It is made when a request needs it, and again after it was lost.
struct AgentLink: ~Copyable {
    /// A request that was sent, and the length of its line in bytes.
    typealias Sent = (id: Int, length: Int)

    /// Ends each wait for the daemon.
    private let stop: StopSignal
    private var connection: DaemonConnection?
    private var lastID = 0
    /// The lines that came while the link was sending.
    private var received: [QueryValue] = []

    /// The socket to poll for lines; nil without a connection.
    var descriptor: CInt? {
        switch connection {
        case let connection?: connection.descriptor
        case nil: nil
        }
    }

    var isConnected: Bool { descriptor != nil }
    /// Whether ``lines()`` has lines that came while the link was sending.
    var hasLines: Bool { !received.isEmpty }

    /// The time in which the daemon must read a part of a line, or write something.
    private static let sendTime = Duration.seconds(10)
    /// The time in which the daemon must read a line after a signal to end.
    private static let lastTime = Duration.seconds(1)

    init(stop: StopSignal) { self.stop = stop }

    /// The variables by which a server that gets no variable of the session finds the sockets; empty for the usual folder.
    static var neededVariables: [(name: String, value: String)] {
        guard let path = try? SocketDirectory.here.path, path != "/run/user/\(geteuid())/xcallbackd" else { return [] }
        return [(SocketDirectory.variable, path)]
    }

    /// Sends a request. Without a connection afterwards, the daemon cannot be reached.
    /// - Parameter fill: Sets the parameters.
    mutating func send<M: Method>(
        _ method: M.Type, _ fill: (inout M.Parameters) -> Void = { _ in }
    ) throws(OutcomeError) -> Sent {
        var parameters = M.Parameters()
        fill(&parameters)
        let line = RPCRequest(id: .integer(lastID + 1), method: M.name, parameters: parameters.value).line
        // The daemon would refuse the line without its id.
        guard line.count <= Door.untrustedLine else { throw .tooLong }
        lastID += 1
        if !isConnected {
            connection = try? DaemonConnection(to: .here, door: .agent)
        }
        guard isConnected, sendReading(line + [UInt8(ascii: "\n")]) else {
            connection = nil
            throw .away
        }
        return (lastID, line.count)
    }

    /// Sends a line, and reads meanwhile: the daemon reads no more from a client that leaves its replies unread. Returns false
    /// if the connection is lost, or if the daemon neither reads nor writes in time.
    private mutating func sendReading(_ line: ArraySlice<UInt8>) -> Bool {
        var end = ContinuousClock.now + Self.sendTime
        var isStopping = false
        var rest = line
        while !rest.isEmpty {
            // The calls can be cancelled only on this connection, so a line that has begun gets a short time more.
            if !isStopping, stop.hasCome { (isStopping, end) = (true, min(end, .now + Self.lastTime)) }
            let events = wait(for: POLLIN | POLLOUT, until: end, unlessStopped: !isStopping)
            if events & POLLIN != 0 { received = lines() }
            if events != 0, !isStopping { end = .now + Self.sendTime }
            guard events != 0 || (!isStopping && stop.hasCome), let descriptor else { return false }
            guard events & POLLOUT != 0 else { continue }
            let count = rest.withUnsafeBytes { bytes in
                retrying {
                    Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
            }
            guard count >= 0 || errno == EAGAIN else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Waits until the daemon has sent something. False after this time, or after a signal to end.
    func waitForLines(until end: ContinuousClock.Instant) -> Bool {
        wait(for: POLLIN, until: end, unlessStopped: true) != 0
    }

    /// Waits for events of the socket. Returns the events that have come: none after this time, or after a signal to end.
    private func wait(for events: CInt, until end: ContinuousClock.Instant, unlessStopped: Bool) -> CInt {
        let left = end - .now
        guard let descriptor, left > .zero else { return 0 }
        var polled = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: unlessStopped ? stop.descriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = retrying { Int(poll(&polled, 2, CInt(clamping: Int(left / .milliseconds(1)) + 1))) }
        return polled[1].revents == 0 ? CInt(polled[0].revents) : 0
    }

    /// Returns the lines that have come. Without a connection afterwards, the daemon has closed it.
    mutating func lines() -> [QueryValue] {
        defer { received = [] }
        do throws(ClientError) {
            while let line = try connection?.readLine(milliseconds: 0) {
                if let value = try? JSONParser.parse(line, depthLimit: 512) { received.append(value) }
            }
        } catch .timedOut {
            return received
        } catch {}
        connection = nil
        return received
    }
}
