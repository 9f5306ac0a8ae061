import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// `xcallback explain` on a table of twenty routes: from its output alone it is clear why the winner won.
@Suite(.timeLimit(.minutes(1)))
struct ExplainCommandTests {
    private func start() throws -> RunningDaemon { try RunningDaemon.start(ExplainTests.fixture) }

    @Test func `explain prints which route answers, why, and what would happen`() throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["explain", "cal:///day/today?x-success=app%3Ayes&X-Error=app%3Ano"])
        #expect(ended.status == 0 && ended.errors == "")
        #expect(
            ended.output == """
                url         cal:///day/today?x-success=app%3Ayes&X-Error=app%3Ano
                scheme      cal
                path        /day/today
                route       cal.today, declared at routes.d/cal.yaml:4:5
                considered  1  cal.today     /day/today        chosen: the most specific of 5 matches
                            2  cal.day       /day/:day         also matches, but literal 'today' beats parameter ':day' at segment 2
                            3  cal.any-day   /day/*            also matches, but literal 'today' beats the wildcard '*' at segment 2
                            4  cal.rest      /day/{path**}     also matches, but literal 'today' beats the rest '{path**}' at segment 2
                            5  any.today     /day/today        also matches, but its scope, any scheme, is less specific than cal:
                            6  any.else      /else             the default route, used only if no other route matches
                            -  cal.number    /day/{n:int}      segment 2 'today' is not an int
                            -  cal.week      /day/w{week}      segment 2 'today' does not have the form 'w{week}'
                            -  cal.week-int  /day/w{week:int}  segment 2 'today' does not have the form 'w{week:int}'
                            and 8 routes with other paths (--json lists them)
                x-success   app:yes (open)
                near miss   'X-Error' is not 'x-error': names compare exactly
                runs        true
                would       run cal.today
                click       asks you first
                but         cal: is not registered, so no click arrives; run 'xcallback install'

                """)
    }

    @Test func `explain prints why a URL is refused, and by which field`() throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["explain", "cal:///create?titel=Hi&count=12&key=s3cret&x-error=file%3Ax"])
        #expect(
            ended.output == """
                url         cal:///create?titel=Hi&count=12&key=s3cret&x-error=file%3Ax
                scheme      cal
                path        /create
                route       cal.create, declared at routes.d/cal.yaml:11:5
                considered  1  cal.create  /create  chosen: the most specific of 2 matches
                            2  any.create  /create  also matches, but its scope, any scheme, is less specific than cal:
                            3  any.else    /else    the default route, used only if no other route matches
                            and 14 routes with other paths (--json lists them)
                x-error     file:x (refuse: file: is never opened as a callback)
                near miss   'titel' is ignored; did you mean 'title'?
                would       end as an error, without running cal.create
                because     error 403: x-error is refused: file: is never opened as a callback

                """)
        let fault = try daemon.xcallback(["explain", "cal:///create?title=Hi&count=12"]).output
        #expect(
            fault.hasSuffix(
                "because     error 400: count = 12: at most 9\n"
            ))
        let fine = try daemon.xcallback(["explain", "cal:///create?title=Hi&key=s3cret"]).output
        #expect(fine.contains("input       title = \"Hi\"\ninput       count = 1\ninput       key = \"<redacted>\"\n"))
    }

    @Test func `explain prints what a click would do, where that differs`() throws {
        let sandbox = try Sandbox()
        let daemon = try RunningDaemon.start(ExplainTests.withoutOthers, in: sandbox)
        func expectLast(_ line: String, of url: String) throws {
            let output = try daemon.xcallback(["explain", url]).output
            #expect(output.hasSuffix("\n\(line)\n"), "\(url): \(output)")
        }
        let unregistered = "but         cal: is not registered, so no click arrives; run 'xcallback install'"
        try expectLast("click       asks you first\n\(unregistered)", of: "cal:///day/7")
        try expectLast("click       runs it unasked\n\(unregistered)", of: "cal:///create?title=Hi")
        try sandbox.registerApp(scheme: "cal", exec: "true %u")
        try expectLast(
            "but         clicks on cal: URLs go to cal (cal.desktop), not here; run 'xcallback install --force'",
            of: "cal:///day/7")
        try sandbox.registerApp(scheme: "https", exec: "true %u")
        try expectLast(
            "but         clicks on https: URLs go to https (https.desktop), not here", of: "https://example.org/a")
        try expectLast(
            "click       is refused: error 403: route 'cal.never' is not open to the desktop", of: "cal:///never")
        try expectLast("because     error 404: no route for cal:///nowhere", of: "cal:///nowhere")
        let foreign = try daemon.xcallback(["explain", "obsidian:///x"])
        #expect(foreign.errors.hasPrefix("xcallback: no route answers 'obsidian:'; 'xdg-open URL' opens"), "\(foreign)")
    }

    @Test(.needs(programs: "xdg-open"))
    func `explain names a callback that no app would get`() throws {
        let sandbox = try Sandbox(RunningDaemon.plainRoutes)
        // The display is that of the caller, as in a request.
        let daemon = try RunningDaemon(sandbox, environment: ["DISPLAY": ""])
        func callback(_ arguments: String...) throws -> Substring? {
            try daemon.xcallback(["explain"] + arguments + ["t:///say/hi?x-success=other%3Adone"]).output
                .split(separator: "\n").first { $0.hasPrefix("x-success") }
        }
        #expect(try callback() == "x-success   other:done (open; no app is registered for other:)")
        #expect(try callback("--door", "desktop") == "x-success   other:done (ask)")
        try sandbox.registerApp(scheme: "other", exec: "true %u")
        #expect(try callback() == "x-success   other:done (open)")
    }

    @Test func `where no route answers, a file that is not loaded is named`() throws {
        let sandbox = try Sandbox(RunningDaemon.plainRoutes)
        try sandbox.routes("schemes: [bad]\nroutes:\n  - {name: a, pat: /a, run: [\"true\"]}\n", "bad")
        let daemon = try RunningDaemon(sandbox)
        let hint =
            "xcallback: a file is not loaded: routes.d/bad.yaml:3:15: unknown key 'pat'; did you mean 'path'?; "
            + "see 'xcallback check', then run 'xcallback reload'\n"
        for arguments in [["send", "bad:///a"], ["open", "bad:///a"], ["run", "bad.a"], ["link", "bad.a"]] {
            #expect(try daemon.xcallback(arguments).errors.hasSuffix(hint), "\(arguments)")
        }
        #expect(try daemon.xcallback(["explain", "bad:///a"]).errors == hint)
        // Nothing of it reaches a page, an app or a route's own error.
        #expect(try daemon.reply(to: "bad:///a", door: .desktop)["error"]?["message"] == "no route matches the URL")
        #expect(try daemon.reply(to: "bad:///a")["error"]?["message"] == "no route for bad:///a")
        #expect(try daemon.xcallback(["open", "--from", "desktop", "--", "bad:///a"]).errors == "")
        #expect(!(try daemon.xcallback(["open", "t:///fail"]).errors.contains("bad.yaml")))
        try sandbox.routes("schemes: [bad]\nroutes:\n  - {name: a, path: /a, run: [\"true\"]}\n", "bad")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        try sandbox.routes("schemes: [bad]\nroutes:\n  - {name: a, path: /b, run: [\"true\"]}\n", "bad")
        #expect(
            try daemon.xcallback(["send", "bad:///b"]).errors
                == "xcallback: \(sandbox.routesFolder)/bad.yaml has changed since it was loaded; run 'xcallback reload'\n"
        )
    }

    @Test func `explain --door agent prints what a call by an agent would do, and nothing of clicks`() throws {
        let daemon = try RunningDaemon(
            """
            schemes: [a]
            agent: ask
            routes:
              - {name: ask, path: /ask, input: {t: line}, run: ["true", $t]}
              - {name: allow, path: /allow, desktop: never, agent: allow, run: ["true"]}
              - {name: never, path: /never, desktop: allow, agent: never, run: ["true"]}
            """, as: "a")
        let rows = [
            ("a:///ask?t=x", "would       ask before it runs a.ask"),
            ("a:///allow", "would       run a.allow"),
            ("a:///never", "because     error 403: the request leads to a route that is not offered to agents"),
            ("a:///ask?t=x%0Ay", "error 400: t = (3 bytes): must be one line of text"),
        ]
        for (url, line) in rows {
            let ended = try daemon.xcallback(["explain", "--door", "agent", url])
            #expect(ended.status == 0 && ended.output.contains(line), "\(ended)")
            #expect(ended.output.contains("from        agent\n"))
            #expect(!ended.output.contains("click"), "\(ended.output)")
        }
        _ = try daemon.xcallback(["pause", "agents"])
        #expect(
            try daemon.xcallback(["explain", "--door", "agent", "a:///allow"]).output.contains(
                "error 503: the user has paused agents"))
        // An agent runs a route by its name, but a URL is explained.
        let named = try daemon.xcallback(["explain", "--door", "agent", "a.allow"])
        #expect(named.errors.contains("'a.allow' is the name of a route; 'xcallback link a.allow' prints the URL"))
    }

    @Test func `explain --door desktop prints that the route would ask`() throws {
        let text = try start().xcallback(["explain", "--door", "desktop", "cal:///day/7"]).output
        #expect(
            text.contains("\nfrom        desktop\n") && text.contains("\nwould       ask before it runs cal.number\n"))
    }

    @Test func `explain prints the request that a redirect leads to below it`() throws {
        let daemon = try RunningDaemon.start(ExplainTests.effectsFixture)
        let text = try daemon.xcallback(["explain", "act:///add?u=https://x.org"]).output
        #expect(
            text.hasSuffix(
                """
                opens       act:///save?url=https%3A%2F%2Fx.org
                would       run act.add

                url         act:///save?url=https%3A%2F%2Fx.org
                scheme      act
                path        /save
                route       act.save, declared at routes.d/act.yaml:4:5
                considered  1  act.save  /save  chosen: the only match
                            and 6 routes with other paths (--json lists them)
                input       url = "https://x.org"
                runs        /srv/save -- https://x.org
                would       run act.save
                but         the program '/srv/save' of 'act.save' does not exist or is not executable
                click       runs it unasked
                but         act: is not registered, so no click arrives; run 'xcallback install'

                """), "\(text)")
    }

    @Test func `a command is printed as a shell would read it, and a missing program is named`() throws {
        let routes = """
            schemes: [t]
            routes:
              - {name: a, path: /a, input: {w: line}, run: [printf, "%s", $w]}
              - {name: b, path: /b, run: [/nonexistent/program]}
            """
        let daemon = try RunningDaemon.start(Fixture(routes: ["t": routes]))
        let found = try daemon.xcallback(["explain", "t:///a?w=it's%20here"])
        #expect(found.status == 0 && found.output.contains(#"runs        printf %s 'it'\''s here'\#n"#), "\(found)")
        #expect(!found.output.contains("but         the program"))
        let missing = try daemon.xcallback(["explain", "t:///b"])
        #expect(
            missing.output.contains(
                "but         the program '/nonexistent/program' of 't.b' does not exist or is not executable\n"))
    }

    @Test func `explain --json prints one line of JSON`() throws {
        let ended = try start().xcallback(["explain", "--json", "xcallback:///echo?a=1&a=2&b"])
        #expect(ended.status == 0 && ended.errors == "")
        #expect(try JSONParser.parse(Array(ended.output.utf8), depthLimit: 9)["input"]?["a"] == ["1", "2"])
    }

    @Test func `the log reports a difference in case`() throws {
        let daemon = try RunningDaemon.start(ExplainTests.withoutOthers)
        #expect(try daemon.reply(to: "cal:///Create")["outcome"] == "error")
        try daemon.waitForLog("the path is not '/create': paths compare exactly")
    }

    @Test func `history show names what the route did not use`() throws {
        let daemon = try RunningDaemon.start(ForeignURLTests.fixture)
        for (url, sentence) in ForeignURLTests.nearMisses {
            _ = try daemon.reply(to: url, door: .desktop)
            let shown = try daemon.xcallback(["history", "show", "last"]).output
            #expect(shown.contains("near miss") == (sentence != nil), "\(url): \(shown)")
            #expect(sentence.map(shown.contains) ?? true, "\(url): \(shown)")
        }
    }

    @Test func `explain --app shows the route that a click in the app gets`() throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: work, path: /meet, from-app: [firefox], run: ["true"]}
              - {name: rest, path: /meet, run: ["true"]}
            """)
        func explained(_ words: String...) throws -> String {
            try daemon.xcallback(["explain"] + words + ["t:///meet"]).output
        }
        #expect(try explained("--app", "firefox").contains("route       t.work, declared at routes.d/t.yaml:4:5\n"))
        let other = try explained("--app", "kate")
        #expect(other.contains("route       t.rest, declared at routes.d/t.yaml:5:5\n"), "\(other)")
        #expect(other.contains("passed over: open only to clicks in firefox, not to 'kate'\n"), "\(other)")
        #expect(try daemon.xcallback(["explain", "--door", "agent", "--app", "kate", "t:///meet"]).status == 64)
    }
}
