import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import TestSupport
import Testing

/// Real worker processes, of another language.
@Suite(.needs(programs: "python3"))
struct PythonWorkerTests {
    /// Says its pid when it serves; answers a number with its double and its pid, all that it has read before it reads on.
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
            say({"id": request["id"], "result": {"outcome": "success", "output": {"n": 2 * n, "pid": os.getpid()}}})

        """

    /// A worker process that serves.
    private final class Worker {
        let process: Child
        private let output: ChildPipe

        init(_ daemon: RunningDaemon) throws {
            output = try ChildPipe()
            let environment = daemon.sandbox.environment
            process = try Child(
                find("python3", environment), ["-c", PythonWorkerTests.script], environment, output: output.writing)
            output.closeWriting()
            // A shell script may wrap the interpreter: only the process itself knows.
            guard Int(output.read(line: true).trimmingCharacters(in: .whitespacesAndNewlines)) != nil else {
                throw Failure("the worker did not start")
            }
        }

        /// As the kernel does it: without a word.
        func kill() { process.signal(SIGKILL) }
    }

    /// Sends numbers as JSON-RPC requests, that many under way at a time, and gives every reply to the body.
    private func send(
        _ count: Int, to daemon: RunningDaemon, atOnce: Int = 50, _ body: (Int, QueryValue) throws -> Void
    ) throws {
        let connection = Connection(try daemon.connect())
        func ask(_ number: Int) throws {
            let url = QueryValue.string("double:///it?n=\(number)")
            try connection.send(RPCRequest(id: .integer(number), method: "dispatch", parameters: ["url": url]).json)
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

    @Test(.timeLimit(.minutes(5)))
    func `one worker serves thousands of requests, each once and with its own answer`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let worker = try Worker(daemon)
        let count = Scale.count(1000, upTo: 10_000)
        var seen: Set<Int> = []
        try send(count, to: daemon) { number, outcome in
            #expect(seen.insert(number).inserted)
            try #require(outcome["output"]?["n"] == .integer(2 * number), "\(outcome.json)")
        }
        #expect(seen == Set(0..<count))
        #expect(worker.process.isRunning)
    }

    @Test(.timeLimit(.minutes(5)))
    func `every request has exactly one outcome when a worker is killed and restarted`() throws {
        let daemon = try RunningDaemon(Sandbox())
        var worker = try Worker(daemon)
        let count = Scale.count(1000, upTo: 10_000)
        var codes: [Int: Int] = [:]
        try send(count, to: daemon) { number, outcome in
            #expect(codes[number] == nil)
            let code = outcome["error"]?["code"]?.text.flatMap { Int($0) } ?? 0
            codes[number] = code
            if code == 0 { #expect(outcome["output"]?["n"] == .integer(2 * number)) }
            guard codes.count.isMultiple(of: count / 5), codes.count < count else { return }
            worker.kill()
            worker = try Worker(daemon)
        }
        #expect(codes.count == count)
        // Its own requests end as 502, those without a worker as 404; it answered all others.
        #expect(Set(codes.values).isSubset(of: [0, 404, 502]), "\(Set(codes.values))")
        #expect(codes.values.contains(0) && codes.values.contains(502))
        #expect(try daemon.reply(to: "double:///it?n=4")["output"]?["n"] == 8)
    }

    @Test(.timeLimit(.minutes(5)))
    func `two workers share a route, and the second gets all requests when the first is killed`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let workers = [try Worker(daemon), try Worker(daemon)]
        var answers: [String: Int] = [:]
        try send(200, to: daemon) { _, outcome in
            answers[outcome["output"]?["pid"]?.text ?? outcome.json, default: 0] += 1
        }
        #expect(answers.count == 2 && answers.values.allSatisfy { $0 >= 50 }, "\(answers)")
        workers[0].kill()
        _ = workers[0].process.wait()
        var codes: [QueryValue: Int] = [:]
        var survivors: Set<String> = []
        try send(200, to: daemon) { _, outcome in
            codes[outcome["error"]?["code"] ?? 0, default: 0] += 1
            if let pid = outcome["output"]?["pid"]?.text { survivors.insert(pid) }
        }
        #expect(codes[0, default: 0] >= 150 && Set(codes.keys).isSubset(of: [0, 502]), "\(codes)")
        #expect(survivors.count == 1)
        #expect(try daemon.workerRoutes() == ["double.it"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a worker that replaces a killed one never gets a conflict`() throws {
        let daemon = try RunningDaemon(Sandbox())
        for number in 0..<50 {
            let worker = try TestWorker(daemon, ["name": "once.only", "path": "/only", "input": ["n": "int"]])
            let client = try daemon.send(["once:///only?n=\(number)"])[0]
            try worker.succeed(try worker.asked(), .integer(number))
            #expect(try client.reply()["output"]?["result"] == .integer(number))
        }
    }
}
