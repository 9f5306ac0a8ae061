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

    /// Writes all lines, unless a descriptor polls as readable meanwhile.
    mutating func finish(unless stop: CInt) {
        while !rest.isEmpty {
            var polled = [
                pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            _ = retrying { Int(poll(&polled, 2, -1)) }
            guard polled[1].revents == 0 else { return }
            flush()
        }
    }
}
