import Foundation
import QueryCoding
import TestSupport
import Testing

/// The arguments, input, environment and folder of a command, and the way from its end and output to an outcome.
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
        let error = try daemon.reply(to: "t:///y")["error"]
        #expect(error == ["code": 413, "message": "the command wrote more than 1024 bytes"])
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

    /// Prints each of its arguments as a line.
    private static let arguments = """
        {name: a, path: /a, output: lines, input: {title: string?, tags: [line], n: int?}, \
        run: [printf, "<%s>\\\\n", --title=$title, [--tag, $tags], "n=$n$$", "${x-source}", --, $title]}
        """

    @Test(arguments: [
        ("title=x&n=5&x-source=me", ["<--title=x>", "<n=5$>", "<me>", "<-->", "<x>"]),
        (
            "title=%24%28touch%20x%29&n=1&x-source=%60id%60",
            ["<--title=$(touch x)>", "<n=1$>", "<`id`>", "<-->", "<$(touch x)>"]
        ),
        (
            "title=%24n%20%24%7Btags%7D&n=1&x-source=s",
            ["<--title=$n ${tags}>", "<n=1$>", "<s>", "<-->", "<$n ${tags}>"]
        ),
        ("title=-rf&n=-1&x-source=s", ["<--title=-rf>", "<n=-1$>", "<s>", "<-->", "<-rf>"]),
        ("title=%2A%20%3F%20%7E&n=1&x-source=s", ["<--title=* ? ~>", "<n=1$>", "<s>", "<-->", "<* ? ~>"]),
        ("title=&n=1&x-source=s", ["<--title=>", "<n=1$>", "<s>", "<-->", "<>"]),
        ("tags=a&tags=b%20c&x-source=s", ["<--tag>", "<a>", "<--tag>", "<b c>", "<s>", "<-->"]),
        ("", ["<-->"]),
    ])
    func `each value is one argument, literally, and an absent one disappears`(query: String, lines: [String]) throws {
        let daemon = try RunningDaemon.serving(Self.arguments)
        let result = try daemon.reply(to: "t:///a?\(query)")["output"]?["result"]
        #expect(result == .array(lines.map { .string($0) }))
        #expect(!FileManager.default.fileExists(atPath: "\(daemon.sandbox.path)/home/x"))
    }

    @Test func `stdin json is the whole input in the order of the file`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: s, path: "/s/{id:int}", stdin: json, output: json, run: [cat], \
            input: {title: line, tags: [line], on: bool?, body: string?}}
            """)
        let reply = try daemon.reply(to: "t:///s/7?body=a%0A%22b&title=T&tags=x&tags=y&on=yes&other=1")
        #expect(
            reply["output"]?.json
                == "{\"id\":7,\"title\":\"T\",\"tags\":[\"x\",\"y\"],\"on\":true,\"body\":\"a\\n\\\"b\"}")
    }

    @Test(arguments: [("body=a%0Ab", "a\nb"), ("body=", ""), ("", "")])
    func `stdin can be one value, byte for byte`(query: String, text: String) throws {
        let daemon = try RunningDaemon.serving(
            "{name: s, path: /s, stdin: $body, output: text, input: {body: string?}, run: [cat]}")
        #expect(try daemon.reply(to: "t:///s?\(query)")["output"]?["result"] == .string(text))
    }

    @Test func `a command without stdin reads nothing, and a command may leave its stdin unread`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: none, path: /none, output: text, run: [cat]}
            {name: deaf, path: /deaf, stdin: $body, output: text, input: {body: string}, run: [printf, done]}
            """)
        #expect(try daemon.reply(to: "t:///none")["output"]?["result"] == "")
        let long = String(repeating: "a", count: 900_000)
        #expect(try daemon.reply(to: "t:///deaf?body=\(long)")["output"]?["result"] == "done")
        #expect(daemon.isRunning)
    }

    @Test func `an argument longer than the system takes is too large`() throws {
        let daemon = try RunningDaemon.serving("{name: e, path: /e, input: {v: string}, run: [echo, --, $v]}")
        let long = String(repeating: "a", count: 200_000)
        #expect(try daemon.reply(to: "t:///e?v=\(long)")["error"]?["code"] == 413)
        #expect(try daemon.reply(to: "t:///e?v=short")["outcome"] == "success")
    }

    @Test func `the environment is an allow-list and the variables of the request`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: env, path: /env, output: lines, environment: [ROUTE_ALLOWED], run: [env]}",
            settings: "environment: [ALLOWED]\n",
            extra: [
                "BROWSER": "/bin/evil", "LD_LIBRARY_PATH": "/nonexistent", "SECRET": "s", "ALLOWED": "a",
                "ROUTE_ALLOWED": "r", "LC_TIME": "C", "XCALLBACK_DEPTH": "3", "LISTEN_PID": "1", "PYTHONPATH": "/x",
            ])
        let reply = try daemon.reply(to: "t:///env?x-source=me%20too&PATH=%2Fevil&SECRET=x")
        guard case .array(let lines)? = reply["output"]?["result"] else { throw Failure(reply.json) }
        let pairs = lines.compactMap(\.string).map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let variables = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        #expect(
            Set(variables.keys).subtracting(["PWD", "SHLVL", "_"]) == [
                "PATH", "HOME", "LANG", "LC_TIME", "DISPLAY", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                "XDG_STATE_HOME", "ALLOWED", "ROUTE_ALLOWED", "XCALLBACK_ID", "XCALLBACK_ROUTE", "XCALLBACK_SOURCE",
                "XCALLBACK_DOOR", "XCALLBACK_DEPTH", "XCALLBACK_SOCKET_DIRECTORY", "XDG_CURRENT_DESKTOP",
                "DBUS_SESSION_BUS_ADDRESS",
            ])
        #expect(variables["PATH"].map { "\($0)" } == daemon.sandbox.environment["PATH"])
        #expect(variables["XCALLBACK_ID"].map { "\($0)" } == reply["id"]?.string)
        #expect(variables["XCALLBACK_ROUTE"] == "t.env")
        #expect(variables["XCALLBACK_SOURCE"] == "me too")
        #expect(variables["XCALLBACK_DOOR"] == "control")
        #expect(variables["XCALLBACK_DEPTH"] == "1")
    }

    @Test func `a command starts in its directory, else in the home`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: home, path: /home, output: text, run: [pwd, -P]}
            {name: here, path: /here, directory: ., output: text, run: [pwd, -P]}
            {name: root, path: /root, directory: /, output: text, run: [pwd, -P]}
            {name: gone, path: /gone, directory: gone, output: text, run: [pwd, -P]}
            """)
        let urls = ["home", "here", "root", "gone"].map { "t:///\($0)" }
        let replies = try daemon.replies(to: urls)
        #expect(
            replies.map { $0["output"]?["result"]?.string } == [
                "\(daemon.sandbox.path)/home", daemon.sandbox.routesFolder, "/", nil,
            ])
        #expect(replies.last?["error"]?["code"] == 500)
    }

    @Test func `a client that closes right after its line does not stop the command`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: w, path: /w, input: {f: line}, run: [sh, -c, 'echo ran > \"$$1\"', sh, $f]}")
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        try daemon.begin("t:///w?f=\(pipe.parameter)")
        #expect(pipe.line() == "ran")
    }

    @Test func `commands past limits.running wait, and those past limits.waiting are 503 at once`() throws {
        let daemon = try RunningDaemon.serving(
            "{name: w, path: /w, output: text, input: {f: line}, run: [sh, -c, 'echo on > \"$$1\"; head -n1 \"$$1.end\"', sh, $f]}",
            settings: "limits: {running: 1, waiting: 1}\n")
        let pipe = try NamedPipe("\(daemon.sandbox.path)/f")
        let end = try NamedPipe("\(daemon.sandbox.path)/f.end")
        let first = try daemon.begin("t:///w?f=\(pipe.parameter)")
        #expect(pipe.line() == "on")
        _ = try daemon.accept("t:///w?f=\(pipe.parameter)")
        #expect(try daemon.reply(to: "xcallback:///ping")["error"]?["code"] == 503)
        end.write("1")
        #expect(try first.reply()["output"]?["result"] == "1")
        #expect(pipe.line() == "on")
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        end.write("2")
    }
}

extension String {
    /// A dollar for the shell is two in a routes file; pairs are there already.
    fileprivate var doubled: String {
        replacing("$$$$", with: "\u{1}").replacing("$", with: "$$").replacing("\u{1}", with: "$$$$")
    }
}
