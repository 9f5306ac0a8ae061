import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import TestSupport

/// A connection that a collection can hold. Every wait ends after a while: a blocked test cannot be interrupted.
final class Connection {
    private var connection: DaemonConnection

    init(_ connection: consuming DaemonConnection) { self.connection = connection }

    var descriptor: CInt { connection.descriptor }

    func send(_ line: String) throws { try send(bytes: Array(line.utf8)) }

    func send(bytes line: [UInt8]) throws { try connection.send(line) }

    /// Ends our half of the stream; replies can still be read.
    func finish() { _ = shutdown(connection.descriptor, Int32(SHUT_WR)) }

    func reply() throws -> QueryValue {
        guard let reply = try next() else { throw Failure("the connection closed") }
        return reply
    }

    /// The next reply; nil at the end of the stream.
    func next(milliseconds: Int32 = 50_000) throws -> QueryValue? {
        guard let line = try connection.readLine(milliseconds: milliseconds) else { return nil }
        return try JSONParser.parse(line, depthLimit: 64)
    }

    /// Sends a request of JSON-RPC, without waiting for its answer.
    func begin(_ method: String, _ parameters: QueryValue = .object([]), id: QueryValue? = 1) throws {
        try send(RPCRequest(id: id, method: method, parameters: parameters).json)
    }

    /// Calls a method and returns the whole answer.
    func call(_ method: String, _ parameters: QueryValue = .object([]), id: QueryValue = 1) throws -> QueryValue {
        try begin(method, parameters, id: id)
        return try reply()
    }
}
