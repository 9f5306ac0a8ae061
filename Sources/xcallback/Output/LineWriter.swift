import Glibc
import UnixSystem

/// Lines for a program that may not read them in time. They wait here, so that this program can go on to read.
struct LineWriter {
    let descriptor: CInt
    private var rest: ArraySlice<UInt8> = []

    init(to descriptor: CInt) { self.descriptor = descriptor }

    var isEmpty: Bool { rest.isEmpty }
    /// Whether the reader leaves so much unread that this program should read no more from it.
    var isFull: Bool { rest.count > Self.limit }
    private static let limit = 16 << 20

    mutating func write(_ line: String) {
        rest += line.utf8
        rest.append(UInt8(ascii: "\n"))
        flush()
    }

    /// Writes what the descriptor takes without blocking. Drops all lines if no program reads them any more.
    mutating func flush() {
        while !rest.isEmpty {
            var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard retrying({ Int(poll(&polled, 1, 0)) }) > 0 else { return }
            // A pipe that polls as writable takes so many bytes at once.
            let count = rest.prefix(Int(PIPE_BUF)).withUnsafeBytes { writeRetrying(descriptor, $0) }
            guard count > 0 else {
                if errno != EAGAIN { rest = [] }
                return
            }
            rest = rest.dropFirst(count)
        }
        rest = []
    }
}
