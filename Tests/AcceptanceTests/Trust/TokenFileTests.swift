import Glibc
import QueryCoding
import Testing

/// The file of a route's token.
struct TokenFileTests {
    @Test(.timeLimit(.minutes(1)))
    func `a token file that is a FIFO, a folder or too long is 401, and holds nothing up`() throws {
        let sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: fifo, path: /fifo, token: {file: fifo}, run: ["true"]}
              - {name: folder, path: /folder, token: {file: folder}, run: ["true"]}
              - {name: long, path: /long, token: {file: long}, run: ["true"]}
              - {name: right, path: /right, token: {file: right}, run: ["true"]}
            """, "t")
        #expect(mkfifo("\(sandbox.routesFolder)/fifo", 0o600) == 0)
        #expect(mkdir("\(sandbox.routesFolder)/folder", 0o700) == 0)
        try sandbox.write(String(repeating: "a", count: 5000), to: "\(sandbox.routesFolder)/long")
        try sandbox.write("secret\n", to: "\(sandbox.routesFolder)/right")
        let daemon = try RunningDaemon(sandbox)
        // More at once than there are threads to hold up.
        let connections = try (0..<16).map { _ in Connection(try daemon.connect()) }
        for connection in connections { try connection.send("t:///fifo?x-token=secret") }
        for connection in connections { #expect(try connection.reply()["error"]?["code"] == 401) }
        for route in ["folder", "long"] {
            #expect(try daemon.reply(to: "t:///\(route)?x-token=secret")["error"]?["code"] == 401)
        }
        #expect(try daemon.reply(to: "t:///right?x-token=secret")["outcome"] == "success")
        #expect(try daemon.reply(to: "t:///right?x-token=other")["error"]?["code"] == 401)
    }
}
