package import DispatcherMessages
import Glibc
import QueryCoding
package import RequestRecord
import UnixSystem

/// A connection that sends lines to the daemon and reads lines from it. Each call blocks the calling thread.
package struct DaemonConnection: ~Copyable {
    private let socket: Descriptor
    /// The ssh process that carries the connection to another machine; nil on this machine.
    private let shell: SecureShell?
    /// Waits for the lines of the daemon.
    var watch = HangWatch()
    private var lines = LineBuffer()

    /// The maximum number of bytes of a line from another machine. A line without an end would fill the memory of this
    /// machine. The daemon on this machine belongs to the same user, so its lines have no limit.
    private static let remoteLineLimit = 64 << 20

    /// Connects to a socket of the daemon, and checks that the listening process has the uid of this process.
    package init(to directory: SocketDirectory, door: Door) throws(ClientError) {
        let path = directory.socket(door)
        let socket: Descriptor
        do {
            socket = try Descriptor(unixSocket: SocketType.stream)
        } catch {
            throw .failed(error)
        }
        try Self.checkUse(of: door)
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
        shell = nil
        watch = HangWatch(path: path, listener: peer.pid)
    }

    /// Throws if this program was started for a request from another socket than the one that it wants.
    private static func checkUse(of door: Door) throws(ClientError) {
        guard let only = DaemonAddress.onlyDoor, only != door.rawValue else { return }
        throw .startedFor(only)
    }

    /// Starts ssh. The command on the other machine reads and writes the other end of the connection.
    private init(through host: RemoteHost, command: [String]) throws(ClientError) {
        do throws(SystemCallError) {
            var ends: [CInt] = [-1, -1]
            guard socketpair(AF_UNIX, SocketType.stream | SocketType.closeOnExec, 0, &ends) == 0 else {
                throw SystemCallError("make a pair of sockets")
            }
            let ours = try Descriptor(ends[0], attempt: "make a pair of sockets")
            let theirs = try Descriptor(ends[1], attempt: "make a pair of sockets")
            shell = try SecureShell(host, command: command, stream: theirs)
            socket = ours
        } catch {
            throw .failed(error)
        }
    }

    /// The number of the socket, to send, receive and poll, which is valid as long as this connection exists.
    package var descriptor: CInt { socket.number }

    /// Connects to a socket of the daemon on another machine, and waits for the greeting of the bridge.
    package static func remote(_ host: RemoteHost, door: Door) throws(ClientError) -> DaemonConnection {
        try checkUse(of: door)
        var connection = try DaemonConnection(through: host, command: Bridge.command(door))
        let greeting = Array(Bridge.greeting.utf8)
        while let line = try connection.readLine() {
            // Lines before the greeting come from the login shell.
            if line == greeting { return connection }
        }
        throw .remote(host, status: connection.shell?.wait() ?? 255)
    }

    deinit {
        // The ssh process ends when the socket is closed.
        _ = consume socket
        shell?.release()
    }

    /// Sends a line; the line feed is added.
    package func send(_ line: some Collection<UInt8>) throws(ClientError) {
        try send(lines: Array(line) + [UInt8(ascii: "\n")])
    }

    /// Sends lines with their line feeds.
    func send(lines bytes: ArraySlice<UInt8>) throws(ClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                retrying {
                    Glibc.send(
                        descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
                        Int32(MSG_NOSIGNAL))
                }
            }
            guard count >= 0 else { throw .lost(errno) }
            sent += count
        }
    }

    /// Reads the next line as JSON. Throws at the end of the stream too.
    mutating func readValue(milliseconds: Int32?) throws(ClientError) -> QueryValue {
        guard let line = try readLine(milliseconds: milliseconds) else { throw .lost(0) }
        do { return try JSONParser.parse(line, depthLimit: 512) } catch { throw .unreadable(error.description) }
    }

    /// Reads the next line, without its line feed. Returns nil at the end of the stream. Throws if a line from another
    /// machine is too long; then every later call throws too.
    /// - Parameter milliseconds: The longest wait for each part of the line; nil for no limit.
    package mutating func readLine(milliseconds: Int32? = nil) throws(ClientError) -> [UInt8]? {
        while true {
            if case .bytes(let line)? = lines.next() { return line }
            guard shell == nil || lines.count <= Self.remoteLineLimit else {
                throw .unreadable("a line from another machine is longer than \(Self.remoteLineLimit >> 20) MiB")
            }
            if milliseconds != nil || watch.pings {
                guard try watch.wait(for: [descriptor], milliseconds: milliseconds) != nil else { throw .timedOut }
            }
            // This memory is not cleared: most replies are short, and clearing 16 KiB would take longer than reading a
            // reply.
            let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { bytes in
                let count = retrying { recv(descriptor, bytes.baseAddress, bytes.count, 0) }
                if count > 0 { lines.append(bytes[..<count]) }
                return count
            }
            guard count >= 0 else { throw .lost(errno) }
            guard count > 0 else { return nil }
        }
    }
}
