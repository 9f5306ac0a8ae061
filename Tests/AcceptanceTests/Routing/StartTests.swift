import QueryCoding
import Testing

/// The start of the daemon.
@Suite(.timeLimit(.minutes(1)))
struct StartTests {
    /// Its time once grew with the square of the routes: 600 took 27 seconds, and 2,000 would take minutes.
    @Test func `the daemon starts with 2,000 routes`() throws {
        let routes = (0..<2000).map {
            "  - {name: r\($0), path: /r\($0), input: {a: line}, run: [printf, --, $a], output: text}"
        }
        let daemon = try RunningDaemon("schemes: [many]\nroutes:\n" + routes.joined(separator: "\n") + "\n")
        #expect(try daemon.reply(to: "many:///r1999?a=last")["output"]?["result"] == "last")
    }

    /// A program inherits the signals that its parent blocks.
    @Test func `a daemon that was started with SIGTERM blocked ends with 0`() throws {
        let sandbox = try Sandbox()
        let launcher = [try find("env", sandbox.environment), "--block-signal=TERM", "\(Products.folder)/xcallbackd"]
        let daemon = try RunningDaemon(sandbox, launcher: launcher)
        #expect(daemon.stop() == 0)
    }
}
