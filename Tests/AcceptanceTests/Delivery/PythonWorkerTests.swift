import DispatcherScenarios
import Foundation
import QueryCoding
import TestSupport
import Testing

/// Real worker processes, of another language.
@Suite(.needs(programs: "python3"), .timeLimit(.minutes(5)))
struct PythonWorkerTests {
    private let daemon: RunningDaemon

    init() throws { daemon = try RunningDaemon.start(Fixture(routes: [:])) }

    /// Says its pid when it serves; answers a number with its double and its pid, all that it has read before it reads on. With
    /// an argument it answers nothing.
    private static let script = """
        import json, os, socket, sys
        daemon = socket.socket(socket.AF_UNIX)
        daemon.connect(os.environ["XDG_RUNTIME_DIR"] + "/xcallbackd/control.sock")
        lines = daemon.makefile()
        def say(message): daemon.sendall(json.dumps(dict(message, jsonrpc="2.0")).encode() + b"\\n")
        say({"id": 1, "method": "serve", "params": {"routes": [
            {"name": "double.it", "path": "/it", "input": {"n": "int"}, "shared": True}]}})
        reply = json.loads(lines.readline())
        if "error" in reply: sys.exit(reply["error"]["message"])
        print(os.getpid(), flush=True)
        for line in lines:
            request = json.loads(line)
            n = request["params"]["input"]["n"]
            result = {"outcome": "success", "output": {"n": 2 * n, "pid": os.getpid()}}
            if len(sys.argv) == 1: say({"id": request["id"], "result": result})

        """

    /// A worker process that serves.
    private final class Worker {
        let process: Child
        private let output: ChildPipe

        init(_ daemon: RunningDaemon, _ arguments: String...) throws {
            output = try ChildPipe()
            let environment = daemon.sandbox.environment
            process = try Child(
                find("python3", environment), ["-c", PythonWorkerTests.script] + arguments, environment,
                output: output.writing)
            output.closeWriting()
            // A shell script may wrap the interpreter: only the process itself knows.
            guard Int(output.read(line: true).trimmingCharacters(in: .whitespacesAndNewlines)) != nil else {
                throw Failure("the worker did not start")
            }
        }
    }

    /// Sends numbers as JSON-RPC requests, that many under way at a time, and gives every reply to the body.
    private func send(_ count: Int, atOnce: Int = 50, _ body: (Int, QueryValue) throws -> Void) throws {
        let connection = Connection(try daemon.connect())
        func ask(_ number: Int) throws {
            try connection.begin("dispatch", ["url": .string("double:///it?n=\(number)")], id: .integer(number))
        }
        for number in 0..<min(atOnce, count) { try ask(number) }
        for index in 0..<count {
            let reply = try connection.reply()
            let number = try #require(reply["id"]?.text.flatMap { Int($0) })
            try body(number, try #require(reply["result"], "\(reply.json)"))
            if index + atOnce < count { try ask(index + atOnce) }
        }
        connection.finish()
        #expect(try connection.next() == nil)
    }

    @Test(arguments: [false, true])
    func `each of thousands of requests has one outcome and its own answer, also if workers are killed`(
        areKilled: Bool
    ) throws {
        var worker = try Worker(daemon)
        let count = Scale.count(1000, upTo: 10_000)
        var codes: [Int: Int] = [:]
        try send(count) { number, outcome in
            #expect(codes[number] == nil)
            let code = outcome["error"]?["code"]?.text.flatMap { Int($0) } ?? 0
            codes[number] = code
            if code == 0 { try #require(outcome["output"]?["n"] == .integer(2 * number), "\(outcome.json)") }
            guard areKilled, codes.count.isMultiple(of: count / 5), codes.count < count else { return }
            worker.process.signal(SIGKILL)
            worker = try Worker(daemon)
        }
        #expect(Set(codes.keys) == Set(0..<count))
        // The requests of a killed worker end as 502, those without a worker as 404.
        #expect(Set(codes.values).isSubset(of: areKilled ? [0, 404, 502] : [0]), "\(Set(codes.values))")
        #expect(codes.values.contains(0) && codes.values.contains(502) == areKilled)
        #expect(worker.process.isRunning)
        #expect(try daemon.reply(to: "double:///it?n=4")["output"]?["n"] == 8)
    }

    @Test func `two workers share a route, and the second gets all requests when the first is killed`() throws {
        let workers = [try Worker(daemon), try Worker(daemon)]
        var answers: [String: Int] = [:]
        try send(200) { _, outcome in
            answers[outcome["output"]?["pid"]?.text ?? outcome.json, default: 0] += 1
        }
        #expect(answers.count == 2 && answers.values.allSatisfy { $0 >= 50 }, "\(answers)")
        workers[0].process.signal(SIGKILL)
        _ = workers[0].process.wait()
        var codes: [QueryValue: Int] = [:]
        var survivors: Set<String> = []
        try send(200) { _, outcome in
            codes[outcome["error"]?["code"] ?? 0, default: 0] += 1
            if let pid = outcome["output"]?["pid"]?.text { survivors.insert(pid) }
        }
        #expect(codes[0, default: 0] >= 150 && Set(codes.keys).isSubset(of: [0, 502]), "\(codes)")
        #expect(survivors.count == 1)
        #expect(try daemon.workerRoutes() == ["double.it"])
    }

    @Test func `a worker killed with ten requests gives each caller one 502`() throws {
        let worker = try Worker(daemon, "silent")
        let clients = try daemon.send((0..<10).map { "double:///it?n=\($0)&x-error=app:no?n=\($0)" })
        try wait(for: "ten requests") { try daemon.call("status")["requests"]?["running"] == 10 }
        worker.process.signal(SIGKILL)
        for client in clients { #expect(try client.reply()["error"]?["code"] == 502) }
        try daemon.waitForWorkerRoutes([])
        try wait(for: "the callbacks") { daemon.sandbox.lines("opened").count >= 10 }
        // The daemon opens all remaining callbacks before it ends.
        #expect(daemon.stop() == 0)
        let expected = (0..<10).map { "app:no?n=\($0)&errorCode=502&errorMessage=the%20worker%20is%20gone" }
        #expect(daemon.sandbox.lines("opened").sorted() == expected)
    }

    @Test func `a worker that replaces a killed one never gets a conflict`() throws {
        for number in 0..<50 {
            let worker = try TestWorker(daemon, ["name": "once.only", "path": "/only", "input": ["n": "int"]])
            let client = try daemon.begin("once:///only?n=\(number)")
            try worker.succeed(try worker.asked(), .integer(number))
            #expect(try client.reply()["output"]?["result"] == .integer(number))
        }
    }
}
