import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import UnixSystem

/// A socket of a daemon that a test plays: the test reads each line, and writes each reply.
final class PlayedDaemon {
    private let listener: CInt
    private var connection: CInt = -1
    private var lines = JSONLines()

    init(_ sandbox: Sandbox, door: Door = .agent) throws {
        let path = try SocketDirectory(environment: sandbox.environment).socket(door)
        try sandbox.makeFolder(Directory.parent(of: path))
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = UnixAddress(path)?.withPointer { bind(listener, $0, $1) }
        guard bound == 0, listen(listener, 64) == 0 else { throw Failure("cannot listen at \(path)") }
        Self.limitWaits(of: listener)
    }

    deinit {
        close(listener)
        if connection >= 0 { close(connection) }
    }

    /// Accepts the next connection. The previous connection is closed.
    func accept() throws {
        if connection >= 0 { close(connection) }
        connection = Glibc.accept(listener, nil, nil)
        lines = JSONLines()
        guard connection >= 0 else { throw Failure("no connection") }
        Self.limitWaits(of: connection)
    }

    /// A test that waits in vain must not hold its thread.
    private static func limitWaits(of socket: CInt) {
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Accepts another connection, reads a line, replies to it unless the reply is empty, and closes that connection.
    func exchange(_ reply: String) throws -> String {
        let other = try Descriptor(Glibc.accept(listener, nil, nil), attempt: "accept a connection")
        Self.limitWaits(of: other.number)
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = max(0, recv(other.number, &chunk, chunk.count, 0))
        let bytes = Array(reply.utf8)
        _ = send(other.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return String(decoding: chunk[..<count], as: UTF8.self)
    }

    /// Reads the next request.
    func next() throws -> QueryValue { try lines.next(from: connection, end: "the client has closed its connection") }

    /// Replies to a request with a result or an error.
    func reply(to request: QueryValue, _ member: String, _ value: QueryValue) throws {
        try reply(to: [request], member, value)
    }

    /// Replies to requests with the same result or error, by one write: a client that closes the connection after the first
    /// reply has got the others.
    func reply(to requests: [QueryValue], _ member: String, _ value: QueryValue) throws {
        let lines = requests.map { request in
            "\(QueryValue.record([("jsonrpc", "2.0"), ("id", request["id"]), (member, value)]).json)\n"
        }
        let bytes = Array(lines.joined().utf8)
        guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure("the client reads no more")
        }
    }

    /// The number of bytes that the client has sent, and that ``next()`` has not read.
    var unread: Int {
        var count: CInt = 0
        return ioctl(connection, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Reads no more: the client's next line fails, although the client sees no end of the connection before.
    func stopReading() { shutdown(connection, Int32(SHUT_RD)) }
}
