import Glibc
import QueryCoding
import TestSupport
import Testing

/// Calls that wait for a change, when the daemon stops.
@Suite(.timeLimit(.minutes(1)))
struct WaitingCallTests {
    @Test(arguments: ["history", "routes"], [true, false])
    func `ends with the daemon, and answers that nothing changed`(method: String, clientLeaves: Bool) throws {
        let daemon = try RunningDaemon(Sandbox())
        let position: QueryValue = method == "routes" ? 1 : true
        do {
            let client = Connection(try daemon.connect())
            try client.send(
                (["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": ["follow": position]] as QueryValue)
                    .json)
            // The answer of the same connection shows that the daemon has read the line before it.
            #expect(try client.call("status", id: 2)["id"] == 2)
            if !clientLeaves {
                daemon.signal(SIGTERM)
                #expect(try client.next()?["result"]?[method == "routes" ? "cursor" : "requests"] != nil)
            }
        }
        #expect(daemon.stop() == 0)
        // SwiftNIO reports a reply to a socket whose thread has ended.
        #expect(!daemon.logText.contains("ERROR"), "\(daemon.logText)")
    }
}
