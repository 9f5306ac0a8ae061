import DispatcherMessages
import DispatcherScenarios
import NIOCore
import QueryCoding
import RequestRecord
import Testing

/// The time that a line may take, and the change from a client's connection to a worker's.
@Suite(.timeLimit(.minutes(5)))
struct ConnectionTests {
    private static let ping = "xcallback:///ping"
    private static let serve = RPCRequest(
        id: "serve", method: "serve",
        parameters: ["routes": [["name": "w.do", "path": "/do", "schemes": ["w"]]]]
    ).json

    /// Connects a worker, whose `serve` is answered, and a client.
    private func connect(
        idlePeriod: Duration? = nil
    ) async throws -> (dispatcher: TestDispatcher, worker: TestConnection, client: TestConnection) {
        let dispatcher = try await TestDispatcher("")
        let (worker, client) = (try await dispatcher.connect(), try await dispatcher.connect(idlePeriod: idlePeriod))
        try await worker.send(Self.serve)
        #expect(try await worker.next()["result"] == ["routes": ["w.do"]])
        return (dispatcher, worker, client)
    }

    private func answer(_ id: QueryValue, by worker: TestConnection) async throws {
        try await worker.send(RPCReply(id: id, result: ["outcome": "success", "output": "done"]).json)
    }

    @Test(arguments: ["xcallback:///pi", "{\"jsonrpc\":"])
    func `a line that is not complete after five seconds is 408, and the last`(start: String) async throws {
        let connection = try await TestDispatcher("").connect()
        try await connection.send(Array("\(Self.ping)\n\(start)".utf8))
        #expect(try await connection.next()["outcome"] == "success")
        await connection.pass(.milliseconds(4999))
        try await connection.send(Array("n".utf8))
        await connection.pass(.milliseconds(1))
        let replies = try await connection.rest()
        #expect(replies.count == 1)
        #expect((replies.first?["error"]?["data"] ?? replies.first?["error"])?["code"] == 408)
    }

    @Test func `each line has five seconds of its own, and a pause between lines has no end`() async throws {
        let connection = try await TestDispatcher("").connect()
        for _ in 0..<3 {
            try await connection.send(Array("xcallback:///".utf8))
            await connection.pass(.seconds(4))
            try await connection.send("ping")
            #expect(try await connection.next()["outcome"] == "success")
            await connection.pass(.seconds(3600))
        }
        connection.finish()
        #expect(try await connection.rest() == [])
    }

    /// The first connection has closed when the last one asks.
    @Test(arguments: [Door.desktop, .control], [true, false])
    func `an id counts for its own connection on the desktop socket, and for all on the control socket`(
        door: Door, isShort: Bool
    ) async throws {
        let route = "schemes: [t]\ndesktop: allow\nroutes: [{name: a, path: /a, run: ['true'], output: text}]\n"
        let dispatcher = try await TestDispatcher(Fixture(route))
        // A long line is read by another thread.
        let url = "t:///a?\(String(repeating: "x", count: isShort ? 1 : 20_000))"
        func ask(_ connection: TestConnection, _ url: String) async throws -> QueryValue {
            let parameters: QueryValue = ["url": .string(url), "id": "guessed"]
            try await connection.send(RPCRequest(id: 1, method: "dispatch", parameters: parameters).json)
            return try await connection.next()
        }
        let first = try await dispatcher.connect(door)
        let reply = try await ask(first, url)["result"]
        #expect(reply?["outcome"] == "success")
        #expect(try await ask(first, url)["result"] == reply)
        let isShared = door == .control
        let other = try await dispatcher.connect(door)
        #expect((try await ask(other, url)["result"] == reply) == isShared)
        first.finish()
        #expect(try await first.rest() == [])
        let last = try await ask(try await dispatcher.connect(door), "t:///a?y")
        #expect(last["error"]?["data"]?["code"] == (isShared ? 409 : nil))
    }

    @Test func `a repeat that does not wait is accepted while the first request runs`() async throws {
        let dispatcher = try await TestDispatcher(
            Fixture("schemes: [t]\nroutes: [{name: slow, path: /slow, run: [sh, answer, later]}]\n"))
        func ask(waits: Bool) async throws -> QueryValue? {
            let parameters: QueryValue = ["url": "t:///slow", "id": "mine", "wait": .bool(waits)]
            return try await dispatcher.result(of: "dispatch", parameters)
        }
        async let first = ask(waits: true)
        try await wait(for: "the command") { !dispatcher.commands.vectors.isEmpty }
        #expect(try await ask(waits: false)?["state"] == "accepted")
        dispatcher.commands.answer(0)
        #expect(try await first?["outcome"] == "success")
    }

    @Test func `an idle connection of the desktop socket is closed, one that is used is not`() async throws {
        let connection = try await TestDispatcher("").connect(.desktop)
        for _ in 0..<3 {
            await connection.pass(.seconds(59))
            try await connection.send("nope:///x")
            #expect(try await connection.next()["error"]?["code"] == 404)
        }
        await connection.pass(.seconds(120))
        #expect(try await connection.rest() == [])
    }

    @Test func `a connection that waits for its reply is not idle`() async throws {
        let (_, worker, client) = try await connect(idlePeriod: .seconds(60))
        try await client.send("w:///do")
        let id = try #require(try await worker.next()["id"])
        await client.pass(.seconds(3600))
        try await answer(id, by: worker)
        #expect(try await client.next()["output"]?["result"] == "done")
        await client.pass(.seconds(120))
        #expect(try await client.rest() == [])
    }

    @Test func `a connection becomes a worker's in mid-stream, and the lines after serve keep their order`()
        async throws
    {
        let dispatcher = try await TestDispatcher("")
        let (worker, client) = (try await dispatcher.connect(), try await dispatcher.connect())
        let urls = (0..<100).map { "none:///\($0)" }
        try await worker.send(([Self.serve] + urls).joined(separator: "\n"))
        var lines: [QueryValue] = []
        for _ in 0...urls.count { lines.append(try await worker.next()) }
        #expect(lines.filter { $0["id"] == "serve" }.map { $0["result"] } == [["routes": ["w.do"]]])
        #expect(lines.compactMap { $0["url"]?.string } == urls)
        try await client.send("w:///do")
        let asked = try await worker.next()
        #expect(asked["method"] == "perform")
        let id = try #require(asked["id"])
        try await answer(id, by: worker)
        #expect(try await client.next()["output"]?["result"] == "done")
        worker.finish()
        #expect(try await worker.rest() == [])
        // Its route goes soon after it; until then nobody is there to answer.
        var code: QueryValue?
        repeat {
            try await client.send("w:///do")
            code = try await client.next()["error"]?["code"]
        } while code == 502
        #expect(code == 404)
        client.finish()
        #expect(try await client.rest() == [])
    }

    @Test func `a request ends after its client has gone`() async throws {
        let (dispatcher, worker, client) = try await connect()
        try await client.send("w:///do")
        let id = try #require(try await worker.next()["id"])
        client.disconnect()
        #expect(try await client.rest() == [])
        try await answer(id, by: worker)
        worker.finish()
        #expect(try await worker.rest() == [])
        #expect(try await dispatcher.history().first?["outcome"] == "success")
    }

    /// The timer of a worker's request may be cancelled, or its loop asked for a turn, after the worker has gone.
    @Test func `what ends after its connection comes back to a loop that runs`() async throws {
        let connection = try await TestDispatcher("").connect()
        connection.finish()
        #expect(try await connection.rest() == [])
        #expect(try await connection.eventLoop.submit { 7 }.get() == 7)
        // Nobody cancels this one.
        connection.eventLoop.scheduleTask(in: .hours(1)) {}
    }

    @Test func `a request that its worker leaves is 502`() async throws {
        let (_, worker, client) = try await connect()
        try await client.send("w:///do")
        #expect(try await worker.next()["method"] == "perform")
        worker.finish()
        #expect(try await client.next()["error"]?["code"] == 502)
        #expect(try await worker.rest() == [])
        client.finish()
        #expect(try await client.rest() == [])
    }
}
