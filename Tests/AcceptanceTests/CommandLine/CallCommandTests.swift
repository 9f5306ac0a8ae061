import Foundation
import Glibc
import QueryCoding
import Testing

/// `xcallback call`: what it prints, where, and what it ends with.
struct CallCommandTests {
    private static let routes = """
        schemes: [t]
        domains: [t.example]
        routes:
          - name: note
            path: /note
            run: [echo, '{"id":7,"title":"a\\nb","author":{"name":"Ada","born":1815},"tags":["x",true],"x.y":0,"none":null}']
            output: json
          - {name: none, path: /none, run: ["true"]}
          - {name: fail, path: /fail, run: [sh, -c, "echo no such note >&2; exit 3"]}
          - {name: late, path: /late, timeout: 100ms, run: [sleep, "60"]}
          - {name: slow, path: /slow, run: [sleep, "60"]}
          - {name: via, path: /via, open: "t:///slow"}
          - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
          - {name: source, path: /source, output: text, run: [printenv, XCALLBACK_SOURCE]}
        """

    private func start() throws -> RunningDaemon {
        return try RunningDaemon(Self.routes)
    }

    private static let note =
        #"{"id":7,"title":"a\nb","author":{"name":"Ada","born":1815},"tags":["x",true],"x.y":0,"none":null}"# + "\n"

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["t:///note"], 0, note, ""),
            (["https://t.example/note"], 0, note, ""),
            (["t:///note", "--get", "id"], 0, "7\n", ""),
            (["t:///note", "--get", "title"], 0, "a\nb\n", ""),
            (["t:///note", "--get", "author.name"], 0, "Ada\n", ""),
            (["t:///note", "--get", "author"], 0, "{\"name\":\"Ada\",\"born\":1815}\n", ""),
            (["t:///note", "--get", "tags.1"], 0, "true\n", ""),
            (["t:///note", "--get", "x.y"], 0, "0\n", ""),
            (["t:///note", "--get", "none"], 0, "null\n", ""),
            (
                ["t:///note", "--get", "author.age"], 1, "",
                "the answer has no 'author.age'; it has id, title, author, tags, x.y, none"
            ),
            (
                ["t:///note", "--get", "tags.2"], 1, "",
                "the answer has no 'tags.2'; it has id, title, author, tags, x.y, none"
            ),
            (["t:///none"], 0, "", ""),
            (["t:///none", "--get", "id"], 1, "", "the answer has no 'id'; it has no output"),
            (["t:///fail"], 1, "", "error 3: no such note"),
            (["t:///cancel"], 2, "", "cancelled"),
            (["t:///nothing"], 1, "", "error 404: no route for t:///nothing"),
            (["nobody:x"], 1, "", "error 404: no app is registered for nobody:"),
            // the route's own time, not ours
            (["t:///late"], 1, "", "error 408: the command took longer than 0.1 seconds"),
            (["t:///slow", "--timeout", "200ms"], 124, "", "error 408: no answer within 0.2 seconds"),
            (["t:///via", "--timeout", "200ms"], 124, "", "error 408: no answer within 0.2 seconds"),
            (["t:///source", "--get", "result"], 0, "\n", ""),
            (["t:///source", "--param", "x-source=me & you", "--get", "result"], 0, "me & you\n", ""),
        ] as [([String], Int32, String, String)])
    func `call prints the output, or the reason why there is none`(
        arguments: [String], status: Int32, output: String, errors: String
    ) throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["call"] + arguments)
        #expect(ended == Ended(status: status, output: output, errors: errors.isEmpty ? "" : "xcallback: \(errors)\n"))
    }

    @Test(.timeLimit(.minutes(1)), arguments: [("t:///note", "success", 0), ("t:///fail", "error", 1)])
    func `--json prints the whole outcome`(url: String, outcome: String, status: Int32) throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["call", url, "--json"])
        #expect(ended.status == status && ended.errors == "")
        let value = try JSONParser.parse(Array(ended.output.utf8.dropLast()), depthLimit: 9)
        #expect(value["outcome"]?.string == outcome && value["id"] != nil && value["url"]?.string == url)
    }

    @Test(.timeLimit(.minutes(1)))
    func `call appends parameters, percent-encoded, from arguments, files and standard input`() throws {
        let daemon = try start()
        try daemon.sandbox.write("two\nlines\n", to: "body")
        let ended = try daemon.xcallback(
            [
                "call", "xcallback:///echo?a=%31#f", "--param", "b=c d&e=f", "--param", "tag=1", "--param", "tag=2",
                "--param", "in=-", "--param", "file=@\(daemon.sandbox.path)/body", "--param", "at=@@x", "--param", "e=",
            ], input: "ünput\n")
        #expect(
            ended.output
                == #"{"a":"1","b":"c d&e=f","tag":["1","2"],"in":"ünput","file":"two\nlines","at":"@x","e":""}"# + "\n")
        #expect(ended.errors == "" && ended.status == 0)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            [], ["a:b", "c:d"], ["a:b", "--timeout", "soon"], ["a:b", "--timeout", "0"], ["a:b", "--param", "x"],
            ["a:b", "--param", "=x"], ["a:b", "--param", "x=-", "--param", "y=-"], ["a:b", "--get", "x", "--json"],
        ])
    func `call exits with 64 for a wrong command line`(arguments: [String]) throws {
        let ended = try run("\(Products.folder)/xcallback", ["call"] + arguments, Sandbox().environment)
        #expect(ended.status == 64 && ended.output == "")
        #expect(ended.errors.contains("Usage: xcallback call"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `call exits with 69 without a daemon, with a hint`() throws {
        let ended = try run("\(Products.folder)/xcallback", ["call", "a:b"], Sandbox().environment)
        #expect(ended.status == 69)
        #expect(ended.errors.contains("start it with"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `call prints the request's id when the daemon is killed`() throws {
        let daemon = try start()
        let folder = try Sandbox()
        let errors = open("\(folder.path)/errors", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(errors) }
        let started = try NamedPipe("\(daemon.sandbox.path)/started")
        try daemon.sandbox.routes(
            "schemes: [k]\nroutes: [{name: k, path: /k, run: [sh, -c, \"echo x > \(started.path); sleep 60\"]}]\n", "k")
        _ = try daemon.xcallback(["reload"])
        let client = try Child(
            "\(Products.folder)/xcallback", ["call", "k:///k"], daemon.sandbox.environment, errors: errors)
        #expect(started.line() == "x")
        daemon.signal(SIGKILL)
        #expect(client.wait() == 75)
        let said = try folder.contents("errors")
        #expect(
            said.range(
                of: "the request has the id ([0-9a-f]{32}); see 'xcallback history show \\1'\n$",
                options: .regularExpression) != nil, "\(said)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `call exits with 75 if the daemon hangs, also when its time is over before that is known`() throws {
        let daemon = try start()
        daemon.signal(SIGSTOP)
        defer { daemon.signal(SIGCONT) }
        let ended = try daemon.xcallback(["call", "t:///note", "--timeout", "1ms"])
        #expect(ended.status == 75 && ended.output == "")
        #expect(ended.errors.contains(" does not answer; end it with 'kill -KILL \(daemon.pid)'"), "\(ended)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a command that runs for the desktop socket cannot call`() throws {
        let daemon = try start()
        var environment = daemon.sandbox.environment
        environment["XCALLBACK_DOOR"] = "desktop"
        let ended = try run("\(Products.folder)/xcallback", ["call", "t:///note"], environment)
        #expect(ended.status == 77 && ended.output == "")
    }
}
