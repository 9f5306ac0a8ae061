import Glibc
import UnixSystem

/// The lines of standard output. They wait while the client does not read, so that the server goes on to read from the
/// client and from the daemon.
struct AgentOutput {
    private var rest: ArraySlice<UInt8> = []

    var isEmpty: Bool { rest.isEmpty }
    /// Whether a client leaves so much unread that the server should read no more from it.
    var isFull: Bool { rest.count > Self.limit }
    private static let limit = 16 << 20

    mutating func write(_ line: String) {
        rest += line.utf8
        rest.append(UInt8(ascii: "\n"))
        flush()
    }

    /// Writes what standard output takes without blocking.
    mutating func flush() {
        while !rest.isEmpty {
            var polled = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
            guard retrying({ Int(poll(&polled, 1, 0)) }) > 0 else { return }
            // A pipe that polls as writable takes so many bytes at once.
            let count = rest.prefix(Int(PIPE_BUF)).withUnsafeBytes { writeRetrying(STDOUT_FILENO, $0) }
            guard count > 0 else {
                // No program reads the lines any more.
                if errno != EAGAIN { rest = [] }
                return
            }
            rest = rest.dropFirst(count)
        }
        rest = []
    }

    /// The time for which a client may leave the last lines unread, in milliseconds.
    private static let lastTime: CInt = 1000

    /// Writes all lines, unless a signal comes meanwhile, or the client reads no more.
    mutating func finish(unless stop: StopSignal) {
        while !rest.isEmpty {
            var polled = [
                pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = retrying { Int(poll(&polled, 2, Self.lastTime)) }
            guard count > 0, polled[1].revents == 0 else { return }
            flush()
        }
    }
}
