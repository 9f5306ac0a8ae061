import QueryCoding
import Testing

/// The start of the daemon.
struct StartTests {
    /// Its time once grew with the square of the routes: 600 took 27 seconds, and 2,000 would take minutes.
    @Test(.timeLimit(.minutes(1)))
    func `the daemon starts with 2,000 routes`() throws {
        let sandbox = try Sandbox()
        let routes = (0..<2000).map {
            "  - {name: r\($0), path: /r\($0), input: {a: line}, run: [printf, --, $a], output: text}"
        }
        try sandbox.routes("schemes: [many]\nroutes:\n" + routes.joined(separator: "\n") + "\n", "many")
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.reply(to: "many:///r1999?a=last")["output"]?["result"] == "last")
    }
}
