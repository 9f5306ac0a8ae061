import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The control socket while the desktop socket is flooded, by a program on one core. The nightly run floods a minute each,
/// and compares the times with those of the same daemon before.
struct FloodedControlTests {
    enum Flood: String, CaseIterable, Sendable {
        case idleConnections, slowCommands, refusedRequests, ids, emptyLines
    }

    @Test(.needs(programs: "python3"), .timeLimit(.minutes(10)), arguments: Flood.allCases)
    func `no control request is refused`(flood: Flood) throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            desktop: allow
            rate: {per-second: 100000, burst: 100000}
            routes:
              - {name: slow, path: /slow, run: [sleep, "1"]}
              - {name: say, path: /say, run: [echo, hi], output: text}
            """, arguments: ["--log-level", "notice"])
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

    @Test(.needs(programs: "nice"), .timeLimit(.minutes(1)))
    func `the thread of the desktop socket has a low priority, and what it starts has not`() throws {
        let daemon = try RunningDaemon(
            "schemes: [t]\ndesktop: allow\nroutes: [{name: nice, path: /nice, run: [nice], output: text}]\n")
        func niceness(_ thread: id_t) -> CInt { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread) }
        let usual = niceness(0)
        // More at once than there are threads for them.
        let connections = try (0..<20).map { _ in try daemon.begin("t:///nice", .desktop) }
        for connection in connections { #expect(try connection.reply()["output"] == ["result": .string("\(usual)")]) }
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/task")
        let low = threads.compactMap { id_t($0) }.filter { niceness($0) > usual }
        // The thread of the agent socket has it too.
        #expect(low.count == 2)
    }

    /// The times of requests to the control socket, each on a connection of its own; of each ten, one runs a command.
    private static func times(
        _ daemon: RunningDaemon, during time: Duration
    ) throws -> (median: Duration, p99: Duration) {
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
        times.sort()
        return (times[times.count / 2], times[times.count * 99 / 100])
    }

    /// A program with four threads on one core that use the desktop socket as fast as they can. In this process they would
    /// delay the clock of the test too, by its memory and its locks.
    private final class Flooder {
        private let process: Child
        private let hold: ChildPipe

        private static let script = """
            import itertools, os, socket, sys, threading
            flood, path = sys.argv[1:]
            os.sched_setaffinity(0, {0})
            begun = threading.Barrier(5)

            def connect():
                connection = socket.socket(socket.AF_UNIX)
                connection.connect(path)
                return connection

            def exchange(lines):
                with connect() as connection:
                    connection.sendall(b"".join(line + b"\\n" for line in lines))
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(1 << 16): pass

            def go(number, count, held):
                if flood in ("idleConnections", "slowCommands"):
                    if len(held) >= 100: held.pop(0).close()
                    held.append(connect())
                    if flood == "slowCommands": held[-1].sendall(b"t:///slow\\n")
                elif flood == "refusedRequests":
                    exchange([b"nope:///" + b"x" * 1000] * 50)
                elif flood == "ids":
                    exchange([b'{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"url":"nope:///%s","id":"%d-%d-%d"}}'
                        % (b"x" * 1000, number, count, line) for line in range(50)])
                elif flood == "emptyLines":
                    exchange([b""] * 500)
                else:
                    os._exit(2)

            def run(number):
                held = []
                for count in itertools.count():
                    # The daemon refuses some of it, which is what it should do.
                    try: go(number, count, held)
                    except OSError: pass
                    if count == 0: begun.wait()

            for number in range(4): threading.Thread(target=run, args=[number], daemon=True).start()
            begun.wait()
            print("begun", flush=True)
            sys.stdin.read()
            """

        /// Returns when each of the threads has begun.
        init(_ daemon: RunningDaemon, _ flood: Flood) throws {
            let environment = ProcessInfo.processInfo.environment
            let said: ChildPipe
            (hold, said) = (try ChildPipe(), try ChildPipe())
            process = try Child(
                find("python3", environment),
                ["-c", Self.script, flood.rawValue, daemon.directory.socket(.desktop)], environment,
                input: hold.reading, output: said.writing)
            said.closeWriting()
            guard said.read(line: true).hasPrefix("begun") else { throw Failure("no flood of \(flood)") }
        }

        func stop() {
            hold.closeWriting()
            _ = process.wait()
        }
    }
}
