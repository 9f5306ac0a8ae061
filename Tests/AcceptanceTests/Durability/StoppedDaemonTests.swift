import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import Testing

/// A daemon that is stopped (SIGSTOP) and continued, and one whose threads are.
@Suite(.timeLimit(.minutes(2)))
struct StoppedDaemonTests {
    private let sandbox: Sandbox
    private let opened: NamedPipe

    init() throws {
        sandbox = try Sandbox()
        opened = try NamedPipe("\(sandbox.path)/opened")
        try sandbox.program("echo \"$1\" > '\(opened.path)'", to: "opener")
        try sandbox.settings("opener: [\(sandbox.path)/opener]\n")
    }

    private func beginCall(_ daemon: RunningDaemon, timeout: QueryValue) throws -> Connection {
        let parameters: QueryValue = ["url": "app:go", "timeout": timeout]
        return try daemon.begin(RPCRequest(id: 1, method: "call", parameters: parameters).json)
    }

    /// Stops the daemon for a time that is longer than all deadlines of these tests.
    private func stop(_ daemon: RunningDaemon) throws {
        daemon.signal(SIGSTOP)
        defer { daemon.signal(SIGCONT) }
        try wait(for: "the daemon to be stopped") {
            try String(contentsOfFile: "/proc/\(daemon.pid)/stat", encoding: .utf8).contains(") T ")
        }
        Thread.sleep(forTimeInterval: 5)
    }

    @Test func `a call ends at its timeout after a stop`() throws {
        let daemon = try RunningDaemon(sandbox)
        let caller = try beginCall(daemon, timeout: "1s")
        #expect(opened.line() != nil)
        try stop(daemon)
        #expect(try caller.reply()["result"]?["error"]?["code"] == 408)
    }

    /// The daemon tells the service manager that it lives, but only while it answers requests.
    @Test(.needs(StoppedThreads.absence))
    func `WATCHDOG=1 is not sent while no thread dispatches, although the sockets are served`() throws {
        // Each message wakes a thread; one that is stopped while it wakes would hold up the event loop in pthread_cond_signal(3).
        let daemon = try RunningDaemon(Sandbox(), environment: ["WATCHDOG_USEC": "1000000"])
        let isAlive = "WATCHDOG=1"
        #expect(daemon.notifications.wait(for: isAlive))
        #expect(daemon.notifications.wait(for: isAlive))
        let threads = try StoppedThreads(of: daemon)
        // The event loop answers a line that is too long, and has sent what it was about to send.
        let connection = Connection(try daemon.connect())
        let long = String(repeating: "x", count: (1 << 20) + 1)
        try connection.send(long)
        #expect(try connection.reply()["error"]?["code"] == 413)
        daemon.notifications.discard()
        // The periods of six messages.
        #expect(!daemon.notifications.wait(for: isAlive, milliseconds: 3000))
        try connection.send(long)
        #expect(try connection.reply()["error"]?["code"] == 413)
        threads.release()
        #expect(daemon.notifications.wait(for: isAlive))
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
    }
}
