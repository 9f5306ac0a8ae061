import Glibc
import QueryCoding
import Testing

/// The way from a command's end and output to an outcome.
@Suite(.timeLimit(.minutes(1)))
struct CommandTests {
    @Test(arguments: [
        ("nowhere-to-be-found", 500, "the program 'nowhere-to-be-found' is not found"),
        ("/etc/passwd", 500, "the program '/etc/passwd' is not found"),  // not executable
        ("sh, -c, \"exit 7\"", 7, "the command exited with status 7"),
        ("sh, -c, \"echo first >&2; echo last >&2; echo >&2; exit 9\"", 9, "last"),
        ("sh, -c, \"printf 'no newline' >&2; exit 255\"", 255, "no newline"),
        ("sh, -c, \"echo out; exit 1\"", 1, "the command exited with status 1"),  // stdout is no message
        ("sh, -c, \"kill -9 $$$$\"", 137, "the command was killed by signal 9"),
        ("sh, -c, \"kill -15 $$$$\"", 143, "the command was killed by signal 15"),
        ("sh, -c, \"kill -11 $$$$\"", 139, "the command was killed by signal 11"),
    ])
    func `a command that fails is an error with its status and its last line`(
        command: String, code: Int, message: String
    ) throws {
        let daemon = try RunningDaemon.serving("{name: f, path: /f, run: [\(command)]}")
        #expect(try daemon.reply(to: "t:///f")["error"] == ["code": .integer(code), "message": .string(message)])
    }

    @Test(arguments: [
        ("", 130, "cancel"),
        ("", 1, "error"),
        ("cancel-exit: [1, 5], ", 1, "cancel"),
        ("cancel-exit: [1, 5], ", 5, "cancel"),
        ("cancel-exit: [1, 5], ", 2, "error"),
        ("cancel-exit: [1, 5], ", 0, "success"),
    ])
    func `the statuses of cancel-exit are a cancel`(option: String, status: Int, outcome: String) throws {
        let daemon = try RunningDaemon.serving("{name: c, path: /c, \(option)run: [sh, -c, \"exit \(status)\"]}")
        let reply = try daemon.reply(to: "t:///c")
        #expect(reply["outcome"] == .string(outcome))
        #expect(outcome != "cancel" || (reply["error"] == nil && reply["output"] == nil))
    }

    @Test(arguments: [
        // A command that obeys, one whose child does not, and one that has to be killed two seconds later.
        "echo $$$$ >$1; sleep 600 & echo $! >$1; wait",
        "echo $$$$ >$1; (trap '' TERM; exec sleep 600) & echo $! >$1; wait",
        "trap '' TERM; echo $$$$ >$1; (trap '' TERM; sleep 600) & echo $! >$1; while :; do wait; done",
    ])
    func `a command is killed with its process group at its timeout`(script: String) throws {
        let daemon = try RunningDaemon.serving(
            "{name: h, path: /h, timeout: 2s, input: {pids: line}, run: [sh, -c, \"\(script.doubled)\", sh, $pids]}")
        let pids = try NamedPipe("\(daemon.sandbox.path)/pids")
        let error = try daemon.reply(to: "t:///h?pids=\(pids.parameter)")["error"]
        #expect(error == ["code": 408, "message": "the command took longer than 2.0 seconds"])
        let started = [pids.line(), pids.line()].compactMap { $0.flatMap { Int($0) } }
        #expect(started.count == 2)
        #expect(started.filter { ProcessTable.isAlive($0) } == [])
    }

    @Test(arguments: ["", "setsid "])
    func `a grandchild that holds the pipe holds nothing up`(launcher: String) throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: g, path: /g, timeout: 5m, output: text, input: {f: line}, \
            run: [sh, -c, "\(launcher)cat $$1 & echo early", sh, $f]}
            """)
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        // The route may take longer than this test.
        #expect(try daemon.reply(to: "t:///g?f=\(pipe.parameter)")["output"] == ["result": "early"])
    }

    @Test(arguments: ["yes", "sh, -c, \"yes & yes & wait\"", "head, -c, \"1025\", /dev/zero"])
    func `a command that writes past the limit is killed, and is 413`(command: String) throws {
        let daemon = try RunningDaemon.serving(
            "{name: y, path: /y, output: text, run: [\(command)]}", settings: "limits: {output: 1KiB}\n")
        #expect(
            try daemon.reply(to: "t:///y")["error"]
                == ["code": 413, "message": "the command wrote more than 1024 bytes"])
        #expect(ProcessTable.children(of: daemon.pid).isEmpty)
    }

    @Test func `output of exactly the limit is whole`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: y, path: /y, output: text, run: [sh, -c, \"yes | head -c 1048576\"]}")
        #expect(try daemon.reply(to: "t:///y")["output"]?["result"]?.string?.utf8.count == 1_048_575)
    }

    @Test func `an output that is too long for a callback is an error, which x-error gets`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: y, path: /y, output: text, run: [sh, -c, \"yes | head -c 200000\"]}",
            settings: "opener: [\"true\"]\n")
        let reply = try daemon.reply(to: "t:///y?x-success=app%3Ayes&x-error=app%3Ano")
        #expect(reply["error"]?["code"] == 413)
        #expect(reply["callback"]?["state"] == "opened")
        #expect(reply["callback"]?["url"]?.string?.hasPrefix("app:no?errorCode=413&errorMessage=") == true)
    }

    @Test(
        arguments: [
            ("none", "text", nil),
            ("text", "a\\nb\\n", ["result": "a\nb"]),
            ("text", "a\\n\\n", ["result": "a\n"]),  // one final newline is left out, not two
            ("text", "", ["result": ""]),
            ("lines", "a\\n\\nb\\n", ["result": ["a", "", "b"]]),
            ("lines", "", ["result": []]),
            ("json", "{\"z\":1,\"a\":{\"b\":[null,1.50]}}", ["z": 1, "a": ["b": [.null, .number("1.50")]]]),
            ("json", " [1, 2]\\n", ["result": [1, 2]]),
            ("json", "7", ["result": 7]),
            ("json", "null", ["result": .null]),
            ("json", "{}", nil),
        ] as [(String, String, QueryValue?)])
    func `output is read in the route's form`(form: String, printed: String, output: QueryValue?) throws {
        let daemon = try RunningDaemon.serving("{name: o, path: /o, output: \(form), run: [printf, '\(printed)']}")
        let reply = try daemon.reply(to: "t:///o")
        #expect(reply["outcome"] == "success")
        #expect(reply["output"] == output)
    }

    @Test(arguments: [
        ("json", "not json"), ("json", ""), ("json", "{\"a\":1,}"), ("json", "{\"a\":1}{}"),
        ("json", "{\"a\":1,\"a\":2}"),
        ("json", "\\377"), ("text", "\\377"), ("lines", "a\\n\\300\\257"),
    ])
    func `output that does not have the route's form is 500`(form: String, printed: String) throws {
        let daemon = try RunningDaemon.serving("{name: o, path: /o, output: \(form), run: [printf, '\(printed)']}")
        let error = try daemon.reply(to: "t:///o")["error"]
        #expect(error?["code"] == 500)
        #expect(error?["message"] == .string("the command's output is not \(form == "json" ? "JSON" : "UTF-8")"))
    }

    @Test(arguments: ["open", "send"])
    func `a command that runs its own route again ends as 508`(command: String) throws {
        let daemon = try RunningDaemon.serving(
            "{name: l, path: /l, run: [sh, -c, \"echo x >> count; xcallback \(command) t:///l >&2\"]}")
        #expect(try daemon.reply(to: "t:///l")["outcome"] == "error")
        #expect(try daemon.history().contains { $0["error"]?["code"] == 508 })
        #expect(try daemon.sandbox.contents("home/count") == String(repeating: "x\n", count: 9))
    }

    @Test func `a background child that goes on writing holds nothing up`() throws {
        let daemon = try RunningDaemon.serving(
            #"{name: a, path: /a, run: [sh, -c, "yes >&2 & yes | head -c 9000 & wait $$!; echo end"], output: text}"#,
            settings: "limits: {timeout: 20s}\n")
        for _ in 0..<5 {
            #expect(try daemon.reply(to: "t:///a")["output"]?["result"]?.string?.hasSuffix("end") == true)
        }
    }

    @Test func `a command has its three streams, and no descriptor of the daemon or of whoever started it`() throws {
        // Not closed on exec.
        let extra = dup(0)
        defer { close(extra) }
        let daemon = try RunningDaemon.serving(
            #"{name: a, path: /a, run: [sh, -c, "cd /proc/$$$$/fd; echo *"], output: text}"#)
        // The shell opens the folder as its 3.
        let descriptors = try daemon.reply(to: "t:///a")["output"]?["result"]?.string ?? ""
        #expect(["0 1 2", "0 1 2 3"].contains(descriptors), "\(descriptors)")
    }

    @Test func `a hundred commands leave neither children nor descriptors behind`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: a, path: /a, run: ["true"]}
            {name: b, path: /b, run: ["false"]}
            {name: c, path: /c, run: [sh, -c, "kill -9 $$$$"], stdin: json}
            {name: d, path: /d, run: [nowhere-to-be-found]}
            {name: e, path: /e, timeout: 1ms, run: [sleep, "60"]}
            {name: f, path: /f, timeout: 1ms, stdin: $x, input: {x: string}, run: [sleep, "60"]}
            {name: g, path: /g, stdin: $x, input: {x: string}, run: ["true"]}
            {name: h, path: /h, stdin: $x, input: {x: string}, run: [sh, -c, "exec <&-; kill $$$$; read x"]}
            """)
        // More than a pipe holds.
        let long = String(repeating: "a", count: 100_000)
        let urls = ["a", "b", "c", "d", "e", "f?x=\(long)", "g?x=\(long)", "h?x=\(long)"].map { "t:///\($0)" }
        for url in urls { _ = try daemon.reply(to: url) }
        let before = try ProcessTable.descriptors(of: daemon.pid)
        for url in Array(repeating: urls, count: 12).joined() { _ = try daemon.reply(to: url) }
        #expect(ProcessTable.children(of: daemon.pid).isEmpty)
        // The last connection may still be closing.
        #expect(abs(try ProcessTable.descriptors(of: daemon.pid) - before) <= 1)
    }
}

extension String {
    /// A dollar for the shell is two in a routes file; pairs are there already.
    fileprivate var doubled: String {
        replacing("$$$$", with: "\u{1}").replacing("$", with: "$$").replacing("\u{1}", with: "$$$$")
    }
}
