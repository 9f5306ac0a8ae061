import Foundation
import QueryCoding
import Testing

/// `xcallback serve`: one command that keeps running.
struct ServeCommandTests {
    /// A serving command line, whose route is there.
    private final class Serving {
        let process: Child
        private let log: String

        init(_ daemon: RunningDaemon, _ arguments: [String], named name: String = "say.it") throws {
            log = "\(daemon.sandbox.path)/serve-errors"
            let errors = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            defer { close(errors) }
            process = try Child(
                "\(Products.folder)/xcallback", ["serve"] + arguments, daemon.sandbox.environment, errors: errors)
            try daemon.waitForWorkerRoutes([name])
        }

        var errors: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
    }

    private static let base = ["say.it", "--path", "/it", "--input", "text=string?"]

    @Test(.timeLimit(.minutes(1)))
    func `serve writes each request to its command as a line of JSON, and reads the output as a line`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let serving = try Serving(
            daemon,
            [
                "say.it", "--path", "/it/{who}", "--input", "tags=[line]", "--input",
                #"n={"type":"int","default":3}"#, "--", "cat",
            ])
        let reply = try daemon.reply(to: "say:///it/Ada?tags=a&tags=b")
        #expect(reply["output"]?["route"] == "say.it")
        #expect(reply["output"]?["input"] == ["who": "Ada", "tags": ["a", "b"], "n": 3])
        #expect(reply["output"]?["context"]?["id"] == reply["id"])
        _ = serving
    }

    static let answers: [(line: String, outcome: QueryValue, output: QueryValue?, error: (Int, String)?)] = [
        (#""Hi""#, "success", ["result": "Hi"], nil),
        ("[1,2]", "success", ["result": [1, 2]], nil),
        ("null", "success", nil, nil),
        (#"{"a":1}"#, "success", ["a": 1], nil),
        (#"{"outcome":"success","output":{"a":1}}"#, "success", ["a": 1], nil),
        (#"{"outcome":"cancel"}"#, "cancel", nil, nil),
        (#"{"outcome":"error","error":{"code":7,"message":"no"}}"#, "error", nil, (7, "no")),
        (#"{"outcome":"maybe"}"#, "error", nil, (500, "the command's answer is not an outcome: 'outcome' is")),
        ("hello", "error", nil, (500, "the command's answer is not an outcome: not JSON")),
        ("", "error", nil, (500, "the command's answer is not an outcome: not JSON")),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: answers)
    func `serve reads each line as an outcome`(
        row: (line: String, outcome: QueryValue, output: QueryValue?, error: (Int, String)?)
    ) throws {
        let daemon = try RunningDaemon(Sandbox())
        let loop = "while read -r request; do printf '%s\\n' \"$0\"; done"
        let serving = try Serving(daemon, Self.base + ["--", "sh", "-c", loop, row.line])
        // Twice: it goes on after any answer.
        for _ in 1...2 {
            let reply = try daemon.reply(to: "say:///it")
            #expect(reply["outcome"] == row.outcome && reply["output"] == row.output)
            #expect(reply["error"]?["code"] == row.error.map { .integer($0.0) })
            #expect(reply["error"]?["message"]?.string?.hasPrefix(row.error?.1 ?? "") ?? true, "\(reply.json)")
        }
        #expect(serving.process.isRunning)
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve gives its command one request at a time`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let begun = try NamedPipe("\(daemon.sandbox.path)/begun")
        let ending = try NamedPipe("\(daemon.sandbox.path)/ending")
        let loop = #"while read -r request; do echo go > "$0"; head -n1 "$1" > /dev/null; echo '"done"'; done"#
        let paths = ["\(daemon.sandbox.path)/begun", "\(daemon.sandbox.path)/ending"]
        let serving = try Serving(daemon, Self.base + ["--", "sh", "-c", loop] + paths)
        let clients = try daemon.send(["say:///it?text=a", "say:///it?text=b"])
        let status = Connection(try daemon.connect())
        for left in [1, 0] {
            #expect(begun.line() == "go")
            while try status.call("status")["result"]?["requests"]?["waiting"] != .integer(left) {}
            #expect(try status.call("status")["result"]?["requests"]?["running"] == 1)
            ending.write("go")
        }
        for client in clients { #expect(try client.reply()["output"]?["result"] == "done") }
        _ = serving
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve exits as its command does, and the route is gone`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let serving = try Serving(daemon, Self.base + ["--", "sh", "-c", "read -r request; exit 7"])
        #expect(try daemon.reply(to: "say:///it")["error"]?["code"] == 502)
        #expect(serving.process.wait() == 7)
        try daemon.waitForWorkerRoutes([])
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve waits for the end of a command that has closed its output`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let serving = try Serving(daemon, Self.base + ["--", "sh", "-c", "read -r one; exec >&-; read -r two; exit 3"])
        #expect(try daemon.reply(to: "say:///it")["error"]?["code"] == 502)
        #expect(serving.process.wait() == 3)
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve counts the last line of a command that ends`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let serving = try Serving(daemon, Self.base + ["--", "sh", "-c", "read -r request; echo '\"bye\"'"])
        #expect(try daemon.reply(to: "say:///it")["output"]?["result"] == "bye")
        #expect(serving.process.wait() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve goes on with the same command when the daemon is back`() throws {
        let sandbox = try Sandbox()
        let daemon = try RunningDaemon(sandbox)
        let serving = try Serving(daemon, Self.base + ["--", "sh", "-c", "while read -r request; do echo $$; done"])
        let first = try daemon.reply(to: "say:///it")["output"]
        daemon.signal(SIGKILL)
        let next = try RunningDaemon(sandbox)
        try next.waitForWorkerRoutes(["say.it"])
        #expect(try next.reply(to: "say:///it")["output"] == first)
        #expect(serving.errors.contains("the connection to the daemon was lost"))
        #expect(serving.errors.contains("connected again"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve prints a refusal, and starts no command`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let marker = "\(daemon.sandbox.path)/started"
        let command = ["--", "touch", marker]
        let taken = try TestWorker(daemon, ["name": "say.it", "path": "/it"])
        let tie = try daemon.xcallback(["serve"] + Self.base + command)
        #expect(tie.status == 1 && tie.errors.contains("route 'say.it' is served by worker pid"))
        let mistake = try daemon.xcallback(["serve", "a.b", "--path", "/b", "--input", "n=strng"] + command)
        #expect(mistake.status == 64 && mistake.errors.contains("unknown type 'strng'; did you mean 'string'?"))
        let usage = try daemon.xcallback(["serve", "a.b", "--path", "/b"])
        #expect(usage.status == 64)
        #expect(daemon.stop() == 0)
        let unreachable = try daemon.xcallback(["serve"] + Self.base + command)
        #expect(unreachable.status == 69)
        #expect(!FileManager.default.fileExists(atPath: marker))
        _ = taken
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve exits with 127 for a missing program, as a shell does`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let ended = try daemon.xcallback(["serve"] + Self.base + ["--", "there-is-no-such-program"])
        #expect(ended.status == 127 && ended.errors.contains("cannot start 'there-is-no-such-program'"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `serve does not take a late answer for the next one`() throws {
        let sandbox = try Sandbox()
        // A slow machine must answer the second request in this time, too.
        try sandbox.settings("limits: {timeout: 3s}\n")
        let daemon = try RunningDaemon(sandbox)
        let ending = try NamedPipe("\(sandbox.path)/ending")
        let loop =
            #"n=0; while read -r request; do n=$((n + 1)); [ $n = 1 ] && head -n1 "$0" > /dev/null; echo $n; done"#
        let serving = try Serving(daemon, Self.base + ["--", "sh", "-c", loop, "\(sandbox.path)/ending"])
        #expect(try daemon.reply(to: "say:///it")["error"]?["code"] == 408)
        ending.write("go")
        #expect(try daemon.reply(to: "say:///it")["output"]?["result"] == 2)
        #expect(
            serving.errors == """
                xcallback: serving say.it
                xcallback: the command has not answered a request that has ended; it gets the next request after its answer

                """)
    }
}
