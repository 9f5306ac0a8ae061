import Glibc
import QueryCoding
import RequestRecord
import Testing

/// Requests that the user ends: by the method, by the command line, and by Ctrl-C.
@Suite(.timeLimit(.minutes(1)))
struct CancelTests {
    private let sandbox: Sandbox
    private let begun: NamedPipe
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox()
        begun = try NamedPipe("\(sandbox.path)/begun.fifo")
        try sandbox.settings("callbacks: {allow: [other]}\n")
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: slow, path: /slow, concurrency: 1, run: [sh, -c, 'echo $$$$ > "$$0"; exec sleep 600', '\(begun.path)']}
              - {name: on, path: /on, open: "t:///slow"}
            """, "t")
        daemon = try RunningDaemon(sandbox)
    }

    /// A request that runs, and the process of its command.
    private func begin(_ url: String, _ door: Door = .control, id: String = "mine") throws -> (Connection, pid_t) {
        let connection = try daemon.begin("dispatch", ["url": .string(url), "id": .string(id)], door)
        return (connection, try #require(begun.line().flatMap { pid_t($0) }))
    }

    private func isGone(_ process: pid_t) throws {
        try wait(for: "the command to be gone") { kill(process, 0) != 0 && errno == ESRCH }
    }

    @Test(arguments: ["t:///slow", "t:///on"], [Door.control, .desktop])
    func `a running request ends as a cancel, and its command is killed`(url: String, door: Door) throws {
        let (connection, process) = try begin(url + "?x-cancel=t%3A%2F%2F%2Fnothing", door)
        // The desktop socket cannot cancel.
        #expect(try daemon.answer("cancel", ["id": "mine"], door: .desktop)["error"]?["code"] == -32601)
        let outcome = try daemon.call("cancel", ["id": "mine"])
        #expect(outcome["outcome"] == "cancel" && outcome["error"] == nil)
        #expect(outcome["callback"] == ["url": "t:///nothing", "state": "dispatched"])
        #expect(try connection.reply()["result"] == outcome)
        try isGone(process)
        #expect(try daemon.history(["id": "mine"]).first?["outcome"] == "cancel")
        for id in ["mine", outcome["id"]?.string ?? ""] {
            let error = try daemon.answer("cancel", ["id": .string(id)])["error"]
            #expect(error?["data"] == ["code": 409])
            // Its callback may still be on its way.
            #expect(error?["message"] == .string("the work of the request '\(id)' has ended"))
        }
        #expect(try daemon.answer("cancel", ["id": "other"])["error"]?["data"] == ["code": 404])
        // Its place is free.
        _ = try begin("t:///slow", id: "next")
        #expect(try daemon.call("cancel", ["id": "next"])["outcome"] == "cancel")
    }

    @Test func `the command line lists what runs and what waits, and cancels it by the end of its id`() throws {
        let (first, process) = try begin("t:///slow?n=1")
        let second = try daemon.begin("t:///slow?n=2")
        var running: [QueryValue] = []
        try wait(for: "the one that waits") {
            running = try daemon.history(["running": true])
            return running.count == 2
        }
        #expect(running.map { $0["url"] } == ["t:///slow?n=2", "t:///slow?n=1"])
        let listed = try daemon.xcallback(["history", "--running"]).output
        #expect(listed.split(separator: "\n").count == 3, "\(listed)")
        #expect(listed.contains("  control  running  t.slow  ") && listed.contains("  control  waiting  "), "\(listed)")
        let note = "xcallback: no recorded request matches the options\n"
        #expect(
            try daemon.xcallback(["history"]).errors
                == "xcallback: 2 requests wait or run: xcallback history --running\n")
        #expect(try daemon.xcallback(["history", "--outcome", "error"]).errors == note)
        for (request, connection) in zip(running, [second, first]) {
            let id = try #require(request["id"]?.string)
            let ended = try daemon.xcallback(["cancel", String(id.suffix(6))])
            #expect(ended.status == 0 && ended.output.contains(#""outcome":"cancel""#), "\(ended)")
            let reply = try connection.reply()
            #expect((reply["result"] ?? reply)["outcome"] == "cancel")
        }
        try isGone(process)
        #expect(try daemon.xcallback(["history", "--running"]).output.isEmpty)
        #expect(try daemon.xcallback(["cancel", "NOSUCHID"]).status == 1)
    }

    @Test func `cancel last ends the last request that still runs`() throws {
        let (running, process) = try begin("t:///slow")
        _ = try daemon.reply(to: "xcallback:///nowhere")
        let ended = try daemon.xcallback(["cancel", "last"])
        #expect(ended.status == 0 && ended.output.contains(#""url":"t:///slow""#), "\(ended)")
        #expect(try running.reply()["result"]?["outcome"] == "cancel")
        try isGone(process)
        #expect(try daemon.xcallback(["cancel", "last"]).errors == "xcallback: nothing is running\n")
    }

    @Test func `a worker is told of the cancel`() throws {
        let worker = try TestWorker(daemon, TestWorker.route("w.do", ("schemes", ["w"])))
        let connection = try daemon.begin("dispatch", ["url": "w:///do", "id": "mine"])
        let asked = try worker.asked()
        #expect(try daemon.call("cancel", ["id": "mine"])["outcome"] == "cancel")
        let told = try worker.connection.reply()
        #expect(told["method"] == "cancel" && told["params"]?["id"] == asked.id, "\(told.json)")
        #expect(try connection.reply()["result"]?["outcome"] == "cancel")
    }

    @Test(.needs(programs: "xdg-open", "update-desktop-database"))
    func `a call that waits for an app is cancelled, and its answer comes too late`() throws {
        let called = try CalledApp("app:go", [("id", "mine")])
        #expect(try called.daemon.call("cancel", ["id": "mine"])["outcome"] == "cancel")
        #expect(try called.result()?["outcome"] == "cancel")
        #expect(try called.answer(called.success)["error"]?["code"] == 404)
    }

    @Test(
        arguments: [
            ["send", "t:///slow"], ["send", "--parallel", "2", "t:///slow"], ["call", "t:///slow"], ["run", "t.slow"],
            ["run", "t.slow", "--json"],
        ])
    func `Ctrl-C cancels what the command line waits for`(words: [String]) throws {
        let child = try Child("\(Products.folder)/xcallback", words, sandbox.environment)
        let process = try #require(begun.line().flatMap { pid_t($0) })
        child.signal(SIGINT)
        #expect(child.wait() == 128 + SIGINT)
        try isGone(process)
        #expect(try daemon.history().map { $0["outcome"] } == ["cancel"])
        #expect(try daemon.history().map { $0["reason"] } == ["on request"])
        #expect(try daemon.xcallback(["history"]).output.contains("  cancelled  t.slow  "))
    }
}

/// `run`: a route by its name.
@Suite(.timeLimit(.minutes(1)))
struct RunTests {
    @Test(arguments: [["run", "t.two", "a=x", "b=y"], ["link", "t.two", "a=x", "b=y"]])
    func `run and link name all wrong values`(words: [String]) throws {
        let daemon = try RunningDaemon.serving(
            "{name: two, path: /two, input: {a: int, b: int, c: int}, run: [echo, $a, $b, $c]}")
        let ended = try daemon.xcallback(words)
        let number = "must be a whole number"
        let details = "a = x: \(number); b = y: \(number); c is missing: a whole number"
        #expect(ended.errors == "xcallback: \(details)\n", "\(ended)")
    }

    @Test(.needs(programs: "script"), arguments: [("none", true), ("text", false)])
    func `on a terminal, run says that there is no output`(route: String, isTold: Bool) throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            routes:
              - {name: none, path: /none, run: [echo, hi]}
              - {name: text, path: /text, run: [echo, hi], output: text}
            """)
        let command = "\(Products.folder)/xcallback run t.\(route)"
        let ended = try run("/bin/sh", ["-c", "script -qec '\(command)' /dev/null"], daemon.sandbox.environment)
        #expect(ended.status == 0 && ended.output.contains("done, without an output") == isTold, "\(ended)")
        // A script gets no such text.
        #expect(try daemon.xcallback(["run", "t.\(route)"]).errors == "")
    }

    @Test(
        arguments: [
            (["t.say", "text=a b&c"], 0, "a b&c\n", ""), (["t:///say/hi"], 0, "hi\n", ""),
            (["t.say", "text=hi", "--get", "result"], 0, "hi\n", ""),
            (["t.fail"], 1, "", "xcallback: error 3: no such note\n"),
            (["t.cancel"], 2, "", "xcallback: cancelled\n"),
            (["t.sya", "text=hi"], 1, "", nil), (["otherapp:x"], 1, "", nil),
            (["t.say"], 1, "", nil),
            (["t.say", "text=hi", "other=1"], 1, "", nil),
        ] as [([String], Int32, String, String?)])
    func `the command line runs a route with its input`(
        words: [String], status: Int32, output: String, errors: String?
    ) throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let ended = try daemon.xcallback(["run"] + words)
        #expect(ended.status == status && ended.output == output, "\(ended)")
        if let errors { #expect(ended.errors == errors) } else { #expect(!ended.errors.isEmpty) }
        // A refused one is in the history too, and a cancel of the route itself has no reason.
        let outcome = status == 0 ? "success" : status == 1 ? "error" : "cancel"
        #expect(try daemon.history().map { $0["outcome"]?.string } == [outcome])
        #expect(try daemon.history().first?["reason"] == nil)
    }

    @Test(arguments: [
        ("text", ""),  // an empty text
        ("one", #"{"id":7}"# + "\n"), ("named", #"{"name":"Ada"}"# + "\n"), ("lines", #"{"result":["a","b"]}"# + "\n"),
    ])
    func `run prints the text of a text route, and any other output as JSON`(route: String, output: String) throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            routes:
              - {name: text, path: /text, run: ["true"], output: text}
              - {name: one, path: /one, run: [echo, '{"id":7}'], output: json}
              - {name: named, path: /named, run: [echo, '{"name":"Ada"}'], output: json}
              - {name: lines, path: /lines, run: [printf, 'a\\nb\\n'], output: lines}
            """)
        for words in [["run", "t.\(route)"], ["run", "t:///\(route)"]] {
            #expect(try daemon.xcallback(words) == Ended(status: 0, output: output, errors: ""))
        }
        let json = try daemon.xcallback(["run", "t:///\(route)", "--json"])
        #expect(try JSONParser.parse(Array(json.output.utf8), depthLimit: 9)["route"] == .string("t.\(route)"))
    }

    @Test func `the method answers as dispatch does, and is not on the desktop socket`() throws {
        let daemon = try RunningDaemon(
            """
            domains: [n.example]
            routes: [{name: say, path: /say, input: {n: {type: int, max: 9}}, run: [echo, "$n"], output: text}]
            """, as: "web")
        let parameters: QueryValue = ["route": "web.say", "input": ["n": 7], "id": "mine"]
        let outcome = try daemon.call("run", parameters)
        #expect(outcome["output"] == ["result": "7"] && outcome["url"] == "https://n.example/say?n=7")
        #expect(try daemon.call("run", parameters) == outcome)
        let accepted = try daemon.call("run", ["route": "web.say", "input": ["n": 8], "wait": false])
        #expect(accepted["state"] == "accepted")
        for wrong in [["input": ["n": 10]], ["input": ["n": 1], "more": 1]] as [[String: QueryValue]] {
            let wrong = QueryValue.record([("route", "web.say")] + wrong.map { ($0, $1) })
            #expect(try daemon.answer("run", wrong)["error"]?["code"] == -32602)
        }
        #expect(try daemon.answer("run", parameters, door: .desktop)["error"]?["code"] == -32601)
    }
}
