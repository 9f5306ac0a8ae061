import Glibc
import QueryCoding
import Testing

/// `xcallback check` and `reload`: the mistakes of the configuration.
struct CheckCommandTests {
    @Test(.timeLimit(.minutes(1)))
    func `check prints every mistake at once, each with its place`() throws {
        let sandbox = try Sandbox(
            """
            schemes: [notes, 7up]
            routes:
              - {name: create, path: /create, input: {title: strng}, run: ["true"]}
              - {name: show, path: /show, run: [echo, $nobody]}
              - {name: show, path: "/other", rnu: ["true"], run: ["true"]}
            """, as: "notes", settings: "limits: {running: many}\n")
        let ended = try run("\(Products.folder)/xcallback", ["check"], sandbox.environment)
        #expect(ended.status == 78)
        #expect(ended.errors == "2 files, 6 mistakes\n")
        #expect(
            ended.output == """
                config.yaml:1:19: 'running' must be a whole number from 1 to 1000000, not 'many'
                routes.d/notes.yaml:1:18: '7up' is not a scheme: a scheme is a letter, followed by letters, \
                digits, '+', '-' and '.'
                routes.d/notes.yaml:3:50: unknown type 'strng'; did you mean 'string'?
                routes.d/notes.yaml:4:43: unknown parameter '$nobody'; declare it in 'input'
                routes.d/notes.yaml:5:5: route 'notes.show' is already declared at routes.d/notes.yaml:4:5
                routes.d/notes.yaml:5:34: unknown key 'rnu'; did you mean 'run'?

                """)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a folder of --config that does not exist is a mistake`() throws {
        let sandbox = try Sandbox()
        let checked = try run(
            "\(Products.folder)/xcallbackd", ["--check", "--config", "/nonexistent"], sandbox.environment)
        #expect(
            checked == Ended(status: 78, output: "/nonexistent:1:1: no such folder\n", errors: "1 file, 1 mistake\n"))
        let started = try run("\(Products.folder)/xcallbackd", ["--config", "/nonexistent"], sandbox.environment)
        #expect(started.status == 78 && started.errors.contains("no such folder"), "\(started)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a warning is printed by check, and logged by a reload`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        try daemon.sandbox.routes(
            "schemes: [t]\nroutes: [{name: a, path: /a, input: {n: line}, run: [\"true\"]}]\n", "t")
        let warning =
            "routes.d/t.yaml:2:38: warning: nothing uses the input 'n'; write $n where the route needs its value\n"
        let checked = try daemon.xcallback(["check"])
        #expect(checked.status == 0 && checked.output == warning)
        #expect(try daemon.xcallback(["reload"]).status == 0)
        try daemon.waitForLog("nothing uses the input 'n'")
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
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
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
    func `status names the files that have changed, and why the last reload was refused`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let file = "\(daemon.sandbox.routesFolder)/t.yaml"
        let fresh = try daemon.xcallback(["status"]).output
        #expect(fresh.contains("file       \(file) (loaded)\n") && !fresh.contains("reload"))
        try daemon.sandbox.routes("schemes: [t]\nroutes:\n  - {name: a, path: /a, rnu: [b]}\n", "t")
        let changed = "file       \(file) (changed on disk since the last load; run 'xcallback reload')\n"
        #expect(try daemon.xcallback(["status"]).output.contains(changed))
        #expect(try daemon.xcallback(["reload"]).status == 78)
        let refused = try daemon.xcallback(["status"]).output
        #expect(
            refused.contains(
                "reload     the last reload was refused: routes.d/t.yaml:3:25: unknown key 'rnu'; did you mean 'run'?\n"
            ))
        #expect(refused.contains("file       \(file) (refused; correct it, then run 'xcallback reload')\n"))
        #expect(!refused.contains("changed on disk"))
        let status = try daemon.call("status")
        #expect(status["files"]?.elements?.first?["state"] == "changed")
        #expect(status["reload"]?["refused"]?.elements?.first?["file"] == .string(file))
        try daemon.sandbox.routes("schemes: [t]\nroutes:\n  - {name: a, path: /a, run: [\"true\"]}\n", "t")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try !daemon.xcallback(["status"]).output.contains("reload"))
        #expect(try daemon.call("status")["reload"]?["refused"] == [])
    }

    @Test(.timeLimit(.minutes(1)))
    func `reload loses no request, however often it runs`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let connection = Connection(try daemon.connect())
        for round in 0..<100 {
            try daemon.sandbox.routes(round % 2 == 0 ? "schemes: [" : RunningDaemon.plainRoutes, "t")
            daemon.signal(SIGHUP)
            try connection.send("t:///say/\(round)")
            #expect(try connection.reply()["output"]?["result"] == .string("\(round)"))
        }
        #expect(daemon.isRunning)
    }
}
