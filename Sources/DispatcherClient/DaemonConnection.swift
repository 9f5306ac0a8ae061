package import DispatcherMessages
import Glibc
import QueryCoding
package import RequestRecord
import UnixSystem

/// A connection that sends lines to the daemon and reads lines from it. Each call blocks the calling thread.
package struct DaemonConnection: ~Copyable {
    private let socket: Descriptor
    /// Waits for the lines of the daemon.
    var watch: HangWatch
    /// The daemon belongs to the same user, so its lines have no limit.
    private var lines = LineBuffer()

    /// Connects to a socket of the daemon, and checks that the listening process has the uid of this process.
    package init(to directory: SocketDirectory, door: Door) throws(ClientError) {
        let path = directory.socket(door)
        let socket: Descriptor
        do { socket = try Descriptor(unixSocket: SocketType.stream) } catch { throw .failed(error) }
        if let only = SocketDirectory.onlyDoor, only != door.rawValue { throw .startedFor(only) }
        guard let address = UnixAddress(path) else { throw .unreachable(path, ENAMETOOLONG) }
        let number = socket.number
        let connected = address.withPointer { pointer, length in retrying { connect(number, pointer, length) } }
        guard connected == 0 else {
            let code = errno
            if code == EACCES || code == EPERM { throw .notPermitted(path) }
            throw .unreachable(path, code)
        }
        guard let peer = PeerCredentials(of: number) else { throw .notPermitted(path) }
        guard peer.uid == getuid() else { throw .otherUser(path, theirs: peer.uid, ours: getuid()) }
        self.socket = socket
        watch = HangWatch(path: path, listener: peer.pid)
    }

    /// The number of the socket, to send, receive and poll, which is valid as long as this connection exists.
    package var descriptor: CInt { socket.number }

    /// Sends a line; the line feed is added.
    package func send(_ line: some Collection<UInt8>) throws(ClientError) {
        try send(lines: Array(line) + [UInt8(ascii: "\n")])
    }

    /// Sends lines with their line feeds.
    func send(lines bytes: ArraySlice<UInt8>) throws(ClientError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { buffer in
                retrying { Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count >= 0 else { throw .lost(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads the next line as JSON. Throws at the end of the stream too.
    mutating func readValue(milliseconds: Int32?) throws(ClientError) -> QueryValue {
        guard let line = try readLine(milliseconds: milliseconds) else { throw .lost(0) }
        do { return try JSONParser.parse(line, depthLimit: 512) } catch { throw .unreadable(error.description) }
    }

    /// Reads the next line, without its line feed. Returns nil at the end of the stream.
    /// - Parameter milliseconds: The longest wait for each part of the line; nil for no limit.
    package mutating func readLine(milliseconds: Int32? = nil) throws(ClientError) -> [UInt8]? {
        while true {
            if case .bytes(let line)? = lines.next() { return line }
            if milliseconds != nil || watch.pings {
                guard try watch.wait(for: [descriptor], milliseconds: milliseconds) != nil else { throw .timedOut }
            }
            let count = lines.read(from: descriptor)
            guard count >= 0 else { throw .lost(errno) }
            guard count > 0 else { return nil }
        }
    }
}
