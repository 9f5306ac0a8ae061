import Glibc

/// A connection to a server that shows windows, for one short message: all its waits together take at most a second.
final class DisplayConnection {
    private let socket: Descriptor
    private let end = SystemClock.monotonic.milliseconds + 1000

    /// Nil if no server is there. A server that has many clients to accept is there, but the connection fails later.
    init?(to path: String) {
        let kind = SocketType.stream | SocketType.nonblocking
        guard let address = UnixAddress(path), let socket = try? Descriptor(unixSocket: kind) else { return nil }
        guard address.withPointer({ connect(socket.number, $0, $1) }) == 0 || errno == EAGAIN else { return nil }
        self.socket = socket
    }

    /// Sends a message that is much smaller than the buffer of a socket. Returns false if the server has left.
    func send(_ message: [UInt8]) -> Bool {
        Glibc.send(socket.number, message, message.count, CInt(MSG_NOSIGNAL)) == message.count
    }

    /// Receives that many bytes; nil if they do not come in time.
    func receive(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let left = end - SystemClock.monotonic.milliseconds
            guard left > 0, waitUntilReadable(socket.number, milliseconds: CInt(left)) else { return nil }
            var chunk = [UInt8](repeating: 0, count: count - bytes.count)
            let size = chunk.withUnsafeMutableBytes { readRetrying(socket.number, into: $0) }
            guard size > 0 else { return nil }
            bytes += chunk.prefix(size)
        }
        return bytes
    }
}
