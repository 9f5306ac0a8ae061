import DispatcherClient
import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import Synchronization
import TestSupport
import Testing

/// The control socket while the desktop socket is flooded, by threads on one core. The nightly run floods a minute each,
/// and compares the times with those of the same daemon before.
struct FloodedControlTests {
    enum Flood: String, CaseIterable, Sendable {
        case idleConnections, slowCommands, refusedRequests, ids, emptyLines
    }

    @Test(.timeLimit(.minutes(10)), arguments: Flood.allCases)
    func `no control request is refused`(flood: Flood) throws {
        let sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            rate: {per-second: 100000, burst: 100000}
            routes:
              - {name: slow, path: /slow, run: [sleep, "1"]}
              - {name: say, path: /say, run: [echo, hi], output: text}
            """, "t")
        let daemon = try RunningDaemon(sandbox, arguments: ["--log-level", "notice"])
        let time = Duration.seconds(Scale.count(1, upTo: 60))
        let calm = try Self.times(daemon, during: time)
        let flooder = try Flooder(daemon, flood)
        defer { flooder.stop() }
        let flooded = try Self.times(daemon, during: time)
        print("flood of \(flood): control median \(calm.median) → \(flooded.median), p99 \(calm.p99) → \(flooded.p99)")
        guard Scale.factor > 1 else { return }
        #expect(flooded.median <= calm.median * 2)
        #expect(flooded.p99 <= calm.p99 * 5)
    }

    private struct Times {
        var sorted: [Duration]
        var median: Duration { sorted[sorted.count / 2] }
        var p99: Duration { sorted[sorted.count * 99 / 100] }
    }

    /// The times of requests to the control socket, each on a connection of its own; of each ten, one runs a command.
    private static func times(_ daemon: RunningDaemon, during time: Duration) throws -> Times {
        let clock = ContinuousClock()
        let end = clock.now + time
        var times: [Duration] = []
        while times.count < 100 || clock.now < end {
            let begin = clock.now
            #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
            times.append(clock.now - begin)
            guard times.count % 10 == 0 else { continue }
            #expect(try daemon.reply(to: "t:///say")["output"] == ["result": "hi"])
        }
        return Times(sorted: times.sorted())
    }

    /// Four threads on one core that use the desktop socket as fast as they can.
    private final class Flooder: Sendable {
        private let isStopped = Mutex(false)
        private let threads = DispatchGroup()

        /// Returns when each of the threads has begun.
        init(_ daemon: RunningDaemon, _ flood: Flood) throws {
            let begun = DispatchSemaphore(value: 0)
            for number in 0..<4 {
                threads.enter()
                Thread {
                    #expect(throws: Never.self) { try Self.pin() }
                    var held: [Connection] = []
                    var round = 0
                    repeat {
                        // The daemon refuses some of it, which is what it should do.
                        try? Self.flood(daemon, flood, "\(number)-\(round)", &held)
                        if round == 0 { begun.signal() }
                        round += 1
                    } while !self.isStopped.withLock { $0 }
                    self.threads.leave()
                }.start()
            }
            for _ in 0..<4 { begun.wait() }
        }

        func stop() {
            isStopped.withLock { $0 = true }
            threads.wait()
        }

        /// Keeps the calling thread on the first core.
        private static func pin() throws {
            let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            let thread = (path as NSString).lastPathComponent
            try run("taskset", ["--pid", "--cpu-list", "0", thread], ProcessInfo.processInfo.environment)
        }

        private static func flood(
            _ daemon: RunningDaemon, _ flood: Flood, _ name: String, _ held: inout [Connection]
        ) throws {
            switch flood {
            case .idleConnections, .slowCommands:
                if held.count >= 100 { held.removeFirst() }
                let connection = Connection(try daemon.connect(.desktop))
                if flood == .slowCommands { try connection.send("t:///slow") }
                held.append(connection)
            case .refusedRequests:
                let line = "nope:///" + String(repeating: "x", count: 1000)
                _ = try daemon.replies(to: Array(repeating: line, count: 50), door: .desktop)
            case .ids:
                let url = "nope:///" + String(repeating: "x", count: 1000)
                let lines = (0..<50).map { line in
                    let parameters: QueryValue = ["url": .string(url), "id": .string("\(name)-\(line)")]
                    return RPCRequest(id: 1, method: "dispatch", parameters: parameters).json
                }
                _ = try daemon.replies(to: lines, door: .desktop)
            case .emptyLines: _ = try daemon.replies(to: Array(repeating: "", count: 500), door: .desktop)
            }
        }
    }
}
