import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import TestSupport
import Testing

/// `xcallback` and `xcallbackd --check`: what they print, where, and what they end with.
struct CommandLineTests {
    private static let routes = """
        schemes: [t]
        routes:
          - {name: say, path: "/say/{text}", input: {text: string}, output: text, run: [printf, --, "%s", $text]}
          - {name: fail, path: /fail, run: [sh, -c, "echo no such note >&2; exit 3"]}
          - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
        """

    private func start() throws -> RunningDaemon {
        let sandbox = try Sandbox()
        try sandbox.routes(Self.routes, "t")
        return try RunningDaemon(sandbox)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("t:///say/hi", 0, ""),
            ("xcallback:///ping", 0, ""),
            ("t:///fail", 1, "xcallback: error 3: no such note\n"),
            ("t:///cancel", 2, "xcallback: cancelled\n"),
            ("t:///fial", 1, "xcallback: error 404: no route for t:///fial; did you mean /fail?\n"),
            ("xcallback:///ping\n", 1, nil),  // as an argument the newline is part of the URL
            ("", 1, nil),
        ] as [(String, Int32, String?)])
    func `open prints nothing on success, and the reason otherwise`(url: String, status: Int32, errors: String?) throws
    {
        let daemon = try start()
        let ended = try daemon.xcallback(["open", url])
        #expect(ended.status == status)
        #expect(ended.output == "")
        if let errors {
            #expect(ended.errors == errors)
        } else {
            #expect(ended.errors.hasPrefix("xcallback: error 400: "))
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["open", "call"])
    func `an escape sequence in a command's stderr reaches the terminal escaped`(command: String) throws {
        let sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: a, path: /a, run: [sh, -c, 'printf "\\033[31mRED\\033]0;pwn\\007\\302\\233" >&2; exit 4']}
            """, "t")
        let ended = try RunningDaemon(sandbox).xcallback([command, "t:///a"])
        #expect(ended.errors == "xcallback: error 4: \\u{1b}[31mRED\\u{1b}]0;pwn\\u{7}\\u{9b}\n")
    }

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
        let daemon = try start()
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
        let daemon = try start()
        let input = (0..<200).map { "t:///say/\($0)\n" }.joined()
        let ended = try daemon.xcallback(["send", "--parallel", "4", "-"], input: input)
        #expect(ended.status == 0)
        let results = try ended.output.split(separator: "\n").map {
            try JSONParser.parse(Array($0.utf8), depthLimit: 9)["output"]?["result"]?.string
        }
        #expect(results.count == 200 && Set(results) == Set((0..<200).map { "\($0)" }))
    }

    @Test(.timeLimit(.minutes(1)))
    func `explain prints text, or JSON with --json`() throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["explain", "t:///say/a%1Fb?Text=x"])
        #expect(ended.status == 0)
        #expect(ended.errors == "")
        #expect(ended.output.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
        let plain = try daemon.xcallback(["explain", "t:///say/hi?Text=x"])
        #expect(
            plain.output == """
                url         t:///say/hi?Text=x
                scheme      t
                path        /say/hi
                route       t.say, declared at routes.d/t.yaml:3:5
                considered  1  t.say  /say/{text}  chosen: the only match
                            and 2 routes with other paths (--json lists them)
                input       text = "hi"
                near miss   'Text' is not 'text': names compare exactly
                would       run t.say

                """)
        let json = try daemon.xcallback(["explain", "--json", "--door", "desktop", "t:///say/hi"])
        let value = try JSONParser.parse(Array(json.output.utf8), depthLimit: 9)
        #expect(value["route"] == "t.say" && value["would"] == "ask")
    }

    @Test(.timeLimit(.minutes(1)))
    func `routes and status print tables, or JSON`() throws {
        let daemon = try start()
        let routes = try daemon.xcallback(["routes"])
        #expect(routes.status == 0)
        #expect(
            routes.output.contains(
                "t.say              /say/{text}     t:          text: string  text    ask      routes.d/t.yaml:3:5\n"))
        let json = try daemon.xcallback(["routes", "--json"])
        guard case .array(let list)? = try JSONParser.parse(Array(json.output.utf8), depthLimit: 9)["routes"] else {
            throw Failure(json.output)
        }
        #expect(list.count == 7)
        let status = try daemon.xcallback(["status"])
        #expect(status.status == 0)
        #expect(status.output.hasPrefix("xcallbackd 0.1.0, pid \(daemon.pid), since "))
        #expect(status.output.contains("scheme     t: not registered with the desktop; run 'xcallback install'\n"))
        let value = try daemon.xcallback(["status", "--json"])
        #expect(try JSONParser.parse(Array(value.output.utf8), depthLimit: 9)["pid"] == .integer(daemon.pid))
    }

    @Test(.timeLimit(.minutes(1)))
    func `send passes lines on as bytes, and repairs none`() throws {
        let daemon = try start()
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

    @Test(.timeLimit(.minutes(1)))
    func `check prints every mistake at once, each with its place`() throws {
        let sandbox = try Sandbox()
        try sandbox.settings("limits: {running: many}\n")
        try sandbox.routes(
            """
            schemes: [notes, 7up]
            routes:
              - {name: create, path: /create, input: {title: strng}, run: ["true"]}
              - {name: show, path: /show, run: [echo, $nobody]}
              - {name: show, path: "/other", rnu: ["true"], run: ["true"]}
            """)
        let ended = try run("\(Products.folder)/xcallback", ["check"], sandbox.environment)
        #expect(ended.status == 78)
        #expect(ended.errors == "2 files, 6 mistakes\n")
        #expect(
            ended.output == """
                config.yaml:1:19: 'running' must be a whole number of at least 1, not 'many'
                routes.d/notes.yaml:1:18: '7up' is not a scheme: a scheme is a letter, followed by letters, \
                digits, '+', '-' and '.'
                routes.d/notes.yaml:3:50: unknown type 'strng'; did you mean 'string'?
                routes.d/notes.yaml:4:43: unknown parameter '$nobody'
                routes.d/notes.yaml:5:5: route 'notes.show' is already declared at routes.d/notes.yaml:4:5
                routes.d/notes.yaml:5:34: unknown key 'rnu'; did you mean 'run'?

                """)
    }

    @Test(.timeLimit(.minutes(1)))
    func `check runs the examples, and exits with 0 if all are right`() throws {
        let sandbox = try Sandbox()
        func routes(_ argv: String) -> String {
            """
            schemes: [t]
            routes:
              - name: say
                path: /say
                input: {text: line}
                run: [printf, --, $text]
                examples:
                  - {url: "t:///say?text=a%20b", argv: [\(argv)]}
            """
        }
        try sandbox.routes(routes("printf, --, \"a b\""), "t")
        let good = try run("\(Products.folder)/xcallback", ["check"], sandbox.environment)
        #expect(good.status == 0 && good.output.isEmpty)
        #expect(
            good.errors == """
                the desktop does not open t: with xcallbackd; run 'xcallback install'
                the desktop does not open xcallback: with xcallbackd; run 'xcallback install'
                1 file, 0 mistakes

                """)
        try sandbox.routes(routes("printf, --, a, b"), "t")
        let bad = try run("\(Products.folder)/xcallback", ["check"], sandbox.environment)
        #expect(bad.status == 78)
        #expect(bad.output.hasPrefix("routes.d/t.yaml:8:"))
        #expect(bad.errors == "1 file, 1 mistake\n")
        let file = "\(sandbox.routesFolder)/t.yaml"
        #expect(try run("\(Products.folder)/xcallback", ["check", file], sandbox.environment).status == 78)
    }

    @Test(.timeLimit(.minutes(1)))
    func `reload refuses a broken file with the reason, and the previous table stays`() throws {
        let daemon = try start()
        let good = try daemon.xcallback(["reload"])
        #expect(good.status == 0)
        #expect(good.output == "loaded \(daemon.sandbox.routesFolder)/t.yaml\n")
        #expect(
            good.errors.contains("xcallback: the desktop does not open t: with xcallbackd; run 'xcallback install'\n"))
        try daemon.sandbox.routes("schemes: [t]\nroutes:\n  - {name: a, path: /a, rnu: [b]}\n", "t")
        let bad = try daemon.xcallback(["reload"])
        #expect(bad.status == 78)
        #expect(bad.output.contains("routes.d/t.yaml:3:25: unknown key 'rnu'"))
        #expect(bad.errors.contains("xcallback: the previous configuration stays in use\n"))
        #expect(try daemon.xcallback(["open", "t:///say/hi"]).status == 0)
        try daemon.sandbox.routes("schemes: [t]\nroutes:\n  - {name: a, path: /a, run: [\"true\"]}\n", "t")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try daemon.xcallback(["open", "t:///say/hi"]).status == 1)
        #expect(try daemon.xcallback(["open", "t:///a"]).status == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func `reload loses no request, however often it runs`() throws {
        let daemon = try start()
        let connection = Connection(try daemon.connect())
        for round in 0..<100 {
            try daemon.sandbox.routes(round % 2 == 0 ? "schemes: [" : Self.routes, "t")
            daemon.signal(SIGHUP)
            try connection.send("t:///say/\(round)")
            #expect(try connection.reply()["output"]?["result"] == .string("\(round)"))
        }
        #expect(daemon.isRunning)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ["open", "t:x"], ["send", "t:x"], ["explain", "t:x"], ["routes"], ["link", "t.say"], ["status"],
            ["enable", "t"],
            ["disable", "t"],
            ["reload"],
        ])
    func `every command exits with 69 without a daemon, and prints what to do`(arguments: [String]) throws {
        let sandbox = try Sandbox()
        let ended = try run("\(Products.folder)/xcallback", arguments, sandbox.environment)
        let hint =
            "xcallback: no daemon at \(sandbox.path)/run/xcallbackd/control.sock: No such file or directory; start it "
            + "with 'systemctl --user start xcallbackd' or 'xcallbackd'\n"
        #expect(ended == Ended(status: 69, output: "", errors: hint))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ["nonsense"], ["open"], ["open", "a:b", "c:d"], ["open", "--from", "web", "--", "a:b"],
            ["open", "--url", "a:b"],
            ["send"], ["send", "--parallel", "0", "a:b"], ["send", "--parallel", "x", "a:b"], ["explain"],
            ["explain", "--door", "back", "a:b"], ["routes", "more"], ["status", "--xml"],
            ["open", "-c", "/tmp/evil.conf"],
        ])
    func `a wrong command line exits with 64, with the reason on stderr`(arguments: [String]) throws {
        let ended = try run("\(Products.folder)/xcallback", arguments, Sandbox().environment)
        #expect(ended.status == 64)
        #expect(ended.output == "")
        #expect(ended.errors.contains("Usage: xcallback"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `help lists every subcommand, and each has an example`() throws {
        let ended = try run("\(Products.folder)/xcallback", ["--help"], Sandbox().environment)
        #expect(ended.status == 0 && ended.errors == "")
        let commands = [
            "open", "send", "call", "serve", "explain", "routes", "link", "history", "status", "enable", "disable",
            "token", "reload", "check", "install", "uninstall", "bridge",
        ]
        for command in commands { #expect(ended.output.contains("\n  \(command) ")) }
        let parts = ["list", "show", "run", "clear"].map { ["history", $0] } + [["token", "new"]]
        for words in commands.map({ [$0] }) + parts {
            let help = try run("\(Products.folder)/xcallback", words + ["--help"], Sandbox().environment)
            #expect(help.status == 0)
            #expect(help.output.contains("\nExample:\n  "), "\(words)")
        }
    }
}
