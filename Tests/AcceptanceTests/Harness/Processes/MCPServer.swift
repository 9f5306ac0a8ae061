import Glibc
import QueryCoding
import TestSupport

/// `xcallback mcp` as a child, and its client.
final class MCPServer {
    let child: Child
    private let input: ChildPipe
    private let output: ChildPipe
    private var lines = JSONLines()

    /// Starts the server, or a program that starts it.
    init(_ environment: [String: String], _ command: [String] = ["\(Products.folder)/xcallback", "mcp"]) throws {
        (input, output) = (try ChildPipe(), try ChildPipe())
        child = try Child(
            command[0], Array(command.dropFirst()), environment, input: input.reading, output: output.writing)
        output.closeWriting()
    }

    func send(_ line: String) throws {
        var rest = Array("\(line)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(input.writing, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure("the server reads no more") }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a request without waiting for its reply.
    func send(_ id: Int, _ method: String, _ parameters: QueryValue = .object([])) throws {
        let request: QueryValue = [
            "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters,
        ]
        try send(request.json)
    }

    /// Sends a call of a tool without waiting for its reply.
    func sendCall(_ id: Int, _ name: String, _ arguments: QueryValue = .object([])) throws {
        try send(id, "tools/call", ["name": .string(name), "arguments": arguments])
    }

    /// Cancels a request.
    func cancel(_ id: Int) throws {
        try send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    }

    func closeInput() { input.closeWriting() }

    /// Reads no more: the server's next line has no reader.
    func closeOutput() { output.closeReading() }

    /// The number of bytes that the server has written, and that ``next()`` has not read.
    var unread: Int {
        var count: CInt = 0
        return ioctl(output.reading, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Reads the next line.
    func next() throws -> QueryValue { try lines.next(from: output.reading, end: "the server has closed its output") }

    /// Sends a request, and reads its reply, which must be the next line.
    func ask(_ id: Int, _ method: String, _ parameters: QueryValue = .object([])) throws -> QueryValue {
        try send(id, method, parameters)
        let reply = try next()
        guard reply["id"] == .integer(id) else { throw Failure("another line came: \(reply.json)") }
        return reply
    }

    /// Begins as a client of the older era.
    func begin() throws {
        let reply = try ask(
            1, "initialize", ["protocolVersion": "2025-11-25", "clientInfo": ["name": "old", "version": "1"]])
        guard reply["result"]?["protocolVersion"] == "2025-11-25" else { throw Failure(reply.json) }
        try send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    }

    func call(_ name: String, _ arguments: QueryValue = .object([]), _ meta: QueryValue? = nil) throws -> QueryValue {
        try ask(9, "tools/call", .record([("name", .string(name)), ("arguments", arguments), ("_meta", meta)]))
    }
}
