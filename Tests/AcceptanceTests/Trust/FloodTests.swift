import Glibc
import QueryCoding
import Testing

/// Clients that do not finish, do not read, or come in crowds.
@Suite(.timeLimit(.minutes(1)))
struct FloodTests {
    @Test func `the daemon admits fewer connections with few descriptors, and answers each at once`() throws {
        let sandbox = try Sandbox("schemes: [t]\nroutes: [{name: say, path: /say, run: [echo, hi], output: text}]\n")
        let few = ["sh", "-c", "ulimit -n 120 && exec \"$@\"", "sh", "\(Products.folder)/xcallbackd"]
        let daemon = try RunningDaemon(sandbox, launcher: [find("sh", sandbox.environment)] + few.dropFirst())
        let connections = try (0..<120).map { _ in Connection(try daemon.connect()) }
        // Past the limit, the daemon refuses a connection before its first line, and closes it.
        for connection in connections { try? connection.send("t:///say") }
        let codes = try connections.compactMap { try $0.next(milliseconds: 20_000) }.map { $0["error"]?["code"] }
        #expect(codes.count == connections.count)
        #expect(codes[..<30].allSatisfy { $0 == nil } && codes[30...].allSatisfy { $0 == 503 })
    }

    @Test(arguments: [
        "xcallback:///echo?value=",
        #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"url":"xcallback:///ping?value="#,
    ])
    func `a client that sends and never reads blocks no other client and uses no more memory`(start: String) throws {
        let daemon = try RunningDaemon(Sandbox())
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        let before = try ProcessTable.privateMemory(of: daemon.pid)
        let line = start + String(repeating: "a", count: 500) + (start.hasPrefix("{") ? "\"}}\n" : "\n")
        let stream = Array(String(repeating: line, count: 20_000).utf8)
        let connection = Connection(try daemon.connect())
        var rest = stream[...]
        var state = pollfd(fd: connection.descriptor, events: Int16(POLLOUT), revents: 0)
        // Until the daemon has read nothing for a second.
        while !rest.isEmpty, poll(&state, 1, 1000) == 1 {
            let count = rest.withUnsafeBytes {
                send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 { rest = rest.dropFirst(count) }
        }
        #expect(!rest.isEmpty, "the daemon took lines whose replies nobody reads")
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        #expect(try ProcessTable.privateMemory(of: daemon.pid) - before < 64 << 10)
    }

    @Test func `a line without end takes no more memory than the limit`() throws {
        let daemon = try RunningDaemon(Sandbox())
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        let before = try ProcessTable.privateMemory(of: daemon.pid)
        let long = [UInt8](repeating: UInt8(ascii: "A"), count: 32 << 20)
        let replies = try daemon.replies(toBytes: long + Array("\nxcallback:///ping\n".utf8))
        #expect(replies.map { $0["error"]?["code"] } == [413, nil])
        #expect(try ProcessTable.privateMemory(of: daemon.pid) - before < 8 << 10)
    }
}
