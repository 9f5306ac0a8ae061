import DispatcherScenarios
import Glibc
import QueryCoding
import Testing

/// Requests whose worker goes, is late or answers twice, or whose daemon stops. The opener writes down its URLs.
@Suite(.timeLimit(.minutes(1)))
struct WorkerEndTests {
    private let daemon: RunningDaemon

    init() throws { daemon = try RunningDaemon.start(Fixture(routes: [:])) }

    private func waitForQueue(of count: Int) throws {
        try wait(for: "\(count) requests") { try daemon.call("status")["requests"]?["waiting"] == .integer(count) }
    }

    @Test func `two answers and a late one open one callback`() throws {
        let worker = try TestWorker(daemon, TestWorker.route())
        let client = try daemon.begin("w:///do?x-success=app:ok&x-error=app:no")
        let asked = try worker.asked()
        for output in ["first", "second", "third"] as [QueryValue] { try worker.succeed(asked, output) }
        for _ in 1...2 { #expect(try worker.connection.reply()["method"] == "rejected") }
        #expect(try client.reply()["callback"] == ["url": "app:ok?result=first", "state": "opened"])
        try wait(for: "the callback") { !daemon.sandbox.lines("opened").isEmpty }
        // The daemon opens all remaining callbacks before it ends.
        #expect(daemon.stop() == 0)
        #expect(daemon.sandbox.lines("opened") == ["app:ok?result=first"])
    }

    @Test func `an answer counts though the worker closes after it`() throws {
        for round in 1...50 {
            var worker: TestWorker? = try TestWorker(daemon, TestWorker.route())
            let clients = try daemon.send(Array(repeating: "w:///do", count: 8))
            let asked = try clients.map { _ in try #require(try worker?.asked()) }
            for asked in asked { try worker?.succeed(asked, .integer(round)) }
            worker = nil
            for client in clients { #expect(try client.reply()["output"]?["result"] == .integer(round)) }
            try daemon.waitForWorkerRoutes([])
        }
    }

    @Test(arguments: [false, true])
    func `the requests of a worker that goes, and those that wait for it, end as 502 once`(halfClosed: Bool) throws {
        var worker: TestWorker? = try TestWorker(daemon, TestWorker.route("w.do", ("concurrency", 5)))
        let clients = try daemon.send((0..<10).map { "w:///do?n=\($0)" })
        for _ in 0..<5 { _ = try worker?.asked() }
        // All ten are in: five asked, five waiting in the queue of the route.
        try waitForQueue(of: 5)
        if halfClosed { worker?.connection.finish() } else { worker = nil }
        for client in clients {
            let reply = try client.reply()
            #expect(reply["error"] == ["code": 502, "message": "the worker is gone"] && reply["route"] == "w.do")
            client.finish()
            #expect(try client.next() == nil)
        }
        try daemon.waitForWorkerRoutes([])
        #expect(try daemon.reply(to: "w:///do")["error"]?["code"] == 404)
        try daemon.waitForLog("a worker is gone")
    }

    @Test func `a worker that is too late is notified, and its late answer changes nothing`() throws {
        let daemon = try RunningDaemon(Sandbox(settings: "opener: ['true']\nlimits: {timeout: 300ms}\n"))
        let worker = try TestWorker(daemon, TestWorker.route())
        let client = try daemon.begin("w:///do?x-error=app:no")
        let asked = try worker.asked()
        let told = try worker.connection.reply()
        #expect(told["method"] == "cancel" && told["id"] == nil && told["params"] == ["id": asked.id])
        let reply = try client.reply()
        #expect(reply["error"]?["code"] == 408)
        #expect(reply["callback"]?["url"]?.string?.hasPrefix("app:no?errorCode=408&") == true)
        try worker.succeed(asked, "late")
        // A second late answer is no late answer.
        try worker.succeed(asked, "later")
        #expect(try worker.connection.reply()["method"] == "rejected")
        client.finish()
        #expect(try client.next() == nil)
        try daemon.waitForLog("an answer that came too late")
    }

    @Test func `a daemon that must end interrupts the requests of a worker, and notifies it`() throws {
        let worker = try TestWorker(daemon, TestWorker.route())
        let client = try daemon.begin("w:///do")
        let asked = try worker.asked()
        daemon.signal(SIGTERM)
        let told = try worker.connection.reply()
        #expect(told["method"] == "cancel" && told["params"] == ["id": asked.id])
        #expect(try client.reply()["error"] == ["code": 503, "message": "interrupted: the daemon is stopping"])
        #expect(try worker.connection.next() == nil)
        #expect(daemon.stop() == 0)
    }

    @Test func `a daemon that stops lets a worker finish its requests`() throws {
        let worker = try TestWorker(daemon, TestWorker.route("w.do", ("concurrency", 1)))
        let clients = try daemon.send(["w:///do?n=0", "w:///do?n=1"])
        let first = try worker.asked()
        let status = Connection(try daemon.connect())
        try waitForQueue(of: 1)
        daemon.signal(SIGTERM)
        // Other connections close: the daemon has begun to stop.
        #expect(try status.next() == nil)
        try worker.succeed(first)
        try worker.succeed(try worker.asked())
        for client in clients { #expect(try client.reply()["outcome"] == "success") }
        #expect(try worker.connection.next() == nil)
        #expect(daemon.stop() == 0)
    }
}
