import DispatcherMessages
import Glibc
import QueryCoding
import Testing

/// `concurrency`: the most runs of a route at once; the other requests wait in order.
@Suite(.timeLimit(.minutes(1)))
struct ConcurrencyTests {
    private static func file(concurrency: Int, timeout: String = "30s") -> String {
        """
        schemes: [t]
        routes:
          - name: one
            path: /one
            concurrency: \(concurrency)
            timeout: \(timeout)
            input: {f: line, n: line}
            run: [sh, -c, 'echo "$$2" > "$$1"; head -n1 "$$1.end"', sh, $f, $n]
            output: text
          - {name: free, path: /free, run: [printf, free], output: text}
        """
    }

    /// Pipes that show which run has begun, and end it.
    private struct Runs {
        let daemon: RunningDaemon
        let begun: NamedPipe
        let ending: NamedPipe

        init(_ daemon: RunningDaemon) throws {
            self.daemon = daemon
            begun = try NamedPipe("\(daemon.sandbox.path)/f")
            ending = try NamedPipe("\(daemon.sandbox.path)/f.end")
        }

        /// Sends a request, which is accepted when this returns.
        func send(_ name: String, on connection: Connection, wait: Bool = false) throws {
            let url = "t:///one?f=\(begun.parameter)&n=\(name)"
            let parameters: QueryValue = ["url": .string(url), "wait": .bool(wait)]
            try connection.send(RPCRequest(id: .string(name), method: "dispatch", parameters: parameters).json)
            if !wait { #expect(try connection.reply()["result"]?["state"] == "accepted") }
        }

        /// Waits for the numbers of requests. An answered request may keep its place for a moment after its reply.
        func expect(on connection: Connection, running: Int, waiting: Int) throws {
            try wait(for: "\(running) running and \(waiting) waiting requests") {
                let requests = try connection.call("status")["result"]?["requests"]
                return requests?["running"] == .integer(running) && requests?["waiting"] == .integer(waiting)
            }
        }

        /// Lets the accepted requests take their places in the queue. That is one step; a command's whole run is more.
        func settle() throws { #expect(try daemon.result("t:///free") == "free") }
    }

    @Test func `concurrency: 1 runs one request, the others wait in order, across a reload too`() throws {
        let runs = try Runs(try RunningDaemon(Self.file(concurrency: 1)))
        let connection = Connection(try runs.daemon.connect())
        try runs.send("a", on: connection)
        #expect(runs.begun.line() == "a")
        try runs.send("b", on: connection)
        try runs.settle()
        #expect(try runs.daemon.xcallback(["reload"]).status == 0)
        try runs.send("c", on: connection)
        try runs.settle()
        try runs.expect(on: connection, running: 1, waiting: 2)
        for (next, waiting) in [("b", 1), ("c", 0)] {
            runs.ending.write("go")
            #expect(runs.begun.line() == next)
            try runs.expect(on: connection, running: 1, waiting: waiting)
        }
        runs.ending.write("go")
    }

    @Test func `the timeout of a command begins when it starts, not when it waits`() throws {
        let runs = try Runs(try RunningDaemon(Self.file(concurrency: 1, timeout: "3s")))
        let (first, second) = (Connection(try runs.daemon.connect()), Connection(try runs.daemon.connect()))
        try runs.send("a", on: first, wait: true)
        #expect(runs.begun.line() == "a")
        try runs.send("b", on: second, wait: true)
        // The first one takes all of its time.
        #expect(try first.reply()["result"]?["error"]?["code"] == 408)
        #expect(runs.begun.line() == "b")
        runs.ending.write("go")
        #expect(try second.reply()["result"]?["output"]?["result"] == "go")
    }

    @Test func `a request that waits when the daemon stops still gets its turn`() throws {
        let runs = try Runs(try RunningDaemon(Self.file(concurrency: 1)))
        let (first, second) = (Connection(try runs.daemon.connect()), Connection(try runs.daemon.connect()))
        try runs.send("a", on: first, wait: true)
        #expect(runs.begun.line() == "a")
        try runs.send("b", on: second)
        runs.daemon.signal(SIGTERM)
        runs.ending.write("go")
        #expect(try first.reply()["result"]?["outcome"] == "success")
        #expect(runs.begun.line() == "b")
        runs.ending.write("go")
        #expect(runs.daemon.stop() == 0)
    }
}
