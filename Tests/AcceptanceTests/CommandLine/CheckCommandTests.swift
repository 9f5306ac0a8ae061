import Glibc
import QueryCoding
import Testing

/// `xcallback check` and `reload`, beside what their transcripts show.
struct CheckCommandTests {
    @Test(.timeLimit(.minutes(1)))
    func `a reload logs a warning`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        try daemon.sandbox.routes(
            "schemes: [t]\nroutes: [{name: a, path: /a, input: {n: line}, run: [\"true\"]}]\n", "t")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        try daemon.waitForLog("nothing uses the input 'n'")
    }

    @Test(.timeLimit(.minutes(1)))
    func `reload loses no request, however often it runs`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let connection = Connection(try daemon.connect())
        for round in 0..<100 {
            try daemon.sandbox.routes(round % 2 == 0 ? "schemes: [" : RunningDaemon.plainRoutes, "t")
            daemon.signal(SIGHUP)
            try connection.send("t:///say/\(round)")
            #expect(try connection.reply()["output"]?["result"] == .string("\(round)"))
        }
        #expect(daemon.isRunning)
    }
}
