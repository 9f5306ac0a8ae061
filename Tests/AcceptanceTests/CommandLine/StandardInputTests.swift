import QueryCoding
import Testing

/// The standard input of a command.
struct StandardInputTests {
    @Test(.timeLimit(.minutes(1)))
    func `standard input reaches a command whole, and a command may leave it unread`() throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            routes:
              - {name: count, path: /count, input: {body: string}, run: [wc, -c], stdin: $body, output: text}
              - {name: ignore, path: /ignore, input: {body: string}, run: ["true"], stdin: $body}
            """)
        // More than a pipe holds, so that a command that reads nothing leaves a part of it unwritten.
        let body = String(repeating: "a", count: 100_000)
        for _ in 0..<20 { #expect(try daemon.reply(to: "t:///ignore?body=\(body)")["outcome"] == "success") }
        #expect(try daemon.reply(to: "t:///count?body=\(body)")["output"] == ["result": "100000"])
    }
}
