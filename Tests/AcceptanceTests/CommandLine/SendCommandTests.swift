import QueryCoding
import Testing

/// `xcallback send`, beside what its transcript shows.
struct SendCommandTests {
    @Test(.timeLimit(.minutes(1)))
    func `send in parallel answers every line of its input once`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let input = (0..<200).map { "t:///say/\($0)\n" }.joined()
        let ended = try daemon.xcallback(["send", "--parallel", "4", "-"], input: input)
        #expect(ended.status == 0)
        let results = try ended.output.split(separator: "\n").map {
            try JSONParser.parse(Array($0.utf8), depthLimit: 9)["output"]?["result"]?.string
        }
        #expect(results.count == 200 && Set(results) == Set((0..<200).map { "\($0)" }))
    }
}
