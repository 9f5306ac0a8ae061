import Glibc
import UnixSystem

/// Waits for a daemon, and notices a daemon of this machine that hangs: one that is stopped, or whose threads wait for each
/// other.
///
/// While nothing comes, a ping goes out every five seconds on a second connection to the same socket. Each line answers
/// the ping, a refusal too. A daemon whose ping has no answer after five seconds hangs. A ping that cannot connect, or
/// whose connection closes, proves nothing: the daemon is stopping, or too many connections wait to be accepted.
struct HangWatch: Sendable {
    /// The time without a line after which a ping goes out, and the time for its answer, in milliseconds.
    private static let period = 5000

    /// The path of the socket.
    let path: String
    /// The process that listens at the socket; 0 if it is in another container.
    let listener: pid_t
    /// Whether pings go out.
    var pings = false

    /// The error for a daemon that hangs.
    var error: ClientError { pings ? .unresponsive(path, pid: ownListener) : .timedOut }

    /// The daemon's process. Nil if the service manager listens: its watchdog ends a daemon that hangs, and while a
    /// daemon is replaced, no process accepts the connections.
    private var ownListener: pid_t? {
        let name = try? FileContents.read("/proc/\(listener)/comm")
        return listener > 0 && name != Array("systemd\n".utf8) ? listener : nil
    }

    /// Waits until one of the descriptors has something to read, or is closed.
    /// - Parameter milliseconds: The longest wait; nil for no limit.
    /// - Returns: The index of the descriptor; nil if the time is over.
    func wait(for descriptors: [CInt], milliseconds: Int32?) throws(ClientError) -> Int? {
        let end = milliseconds.map { SystemClock.monotonic.milliseconds + Int($0) }
        var ping: Descriptor?
        while true {
            let left = end.map { max(0, $0 - SystemClock.monotonic.milliseconds) }
            let time = min(left ?? .max, pings ? Self.period : .max)
            var polled = (descriptors + [ping?.number ?? -1]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = retrying { Int(poll(&polled, nfds_t(descriptors.count + 1), time == .max ? -1 : Int32(time))) }
            if let index = polled.dropLast().firstIndex(where: { $0.revents != 0 }) { return index }
            if time == left, ready == 0 { return nil }
            if ready != 0 {
                ping = nil
            } else if ping == nil {
                ping = sendPing()
            } else {
                throw error
            }
        }
    }

    /// Sends a ping without waiting; nil if that is impossible now. The ping is an unknown method, which each socket refuses
    /// after it has entered the lock that every request needs, and which is not recorded.
    private func sendPing() -> Descriptor? {
        guard ownListener != nil, let address = UnixAddress(path),
            let socket = try? Descriptor(unixSocket: SocketType.stream | SocketType.nonblocking)
        else { return nil }
        let line = Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".utf8)
        guard address.withPointer({ connect(socket.number, $0, $1) }) == 0,
            send(socket.number, line, line.count, CInt(MSG_NOSIGNAL)) == line.count
        else { return nil }
        return socket
    }
}
