import QueryCoding
import Testing

/// The service manager is told that the daemon lives only while it answers requests.
@Suite(.needs(StoppedThreads.absence), .timeLimit(.minutes(2)))
struct WatchdogTests {
    @Test func `WATCHDOG=1 is not sent while no thread dispatches, although the sockets are served`() throws {
        let daemon = try RunningDaemon(Sandbox(), environment: ["WATCHDOG_USEC": "200000"])
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
        // The periods of twenty messages.
        #expect(!daemon.notifications.wait(for: isAlive, milliseconds: 2000))
        try connection.send(long)
        #expect(try connection.reply()["error"]?["code"] == 413)
        threads.release()
        #expect(daemon.notifications.wait(for: isAlive))
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
    }
}
