import Foundation
import QueryCoding
import Testing

/// `xcallback send`: a line of output for each line of input.
struct SendCommandTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["t:///say/a", "t:///say/b"], 0, ["a", "b"]),
            (["-"], 0, ["1", "2"]),
            (["t:///say/a", "-", "t:///say/b"], 0, ["a", "1", "2", "b"]),
            (["t:///say/a", "t:///cancel", "t:///fail"], 2, ["a", "cancel", "error"]),
            (["t:///fail", "t:///cancel"], 1, ["error", "cancel"]),
        ] as [([String], Int32, [String])])
    func `send prints each outcome as a line, and exits with the first status that is not 0`(
        arguments: [String], status: Int32, words: [String]
    ) throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let ended = try daemon.xcallback(["send"] + arguments, input: "t:///say/1\nt:///say/2\n")
        #expect(ended.status == status)
        #expect(ended.errors == "")
        let outcomes = try ended.output.split(separator: "\n").map {
            try JSONParser.parse(Array($0.utf8), depthLimit: 9)
        }
        #expect(outcomes.map { $0["output"]?["result"]?.string ?? $0["outcome"]?.string } == words)
    }

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

    @Test(.timeLimit(.minutes(1)))
    func `send skips the blank lines and the comments of its input`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let input = "# two URLs\n\n  \t\r\n\t# indented\nt:///say/1\nt:///say/2#fragment"
        let ended = try daemon.xcallback(["send", "-"], input: input)
        let results = try ended.output.split(separator: "\n").map {
            try JSONParser.parse(Array($0.utf8), depthLimit: 9)["output"]?["result"]?.string
        }
        #expect(results == ["1", "2"] && ended.status == 0)
        // A word of the command line is a URL, whatever it is.
        #expect(try daemon.xcallback(["send", "# no"]).output.contains("\"code\":400"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `send passes lines on as bytes, and repairs none`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let file = "\(daemon.sandbox.path)/urls"
        try Data(Array("xcallback:///echo?a=\u{E9}\r\nxcallback:///echo?a=".utf8) + [0xFF, 0x0A]).write(
            to: URL(fileURLWithPath: file))
        let ended = try run(
            "/bin/sh", ["-c", "\(Products.folder)/xcallback send - < \(file)"], daemon.sandbox.environment)
        let replies = try ended.output.split(separator: "\n").map {
            try JSONParser.parse(Array($0.utf8), depthLimit: 9)
        }
        #expect(replies.map { $0["outcome"]?.string } == ["success", "error"])
        #expect(replies.last?["error"]?["code"] == 400)
        #expect(ended.status == 1)
    }
}
