import DispatcherMessages
import Foundation
import QueryCoding
import Testing

/// `xcallback explain` on a table of twenty routes: from its output alone it is clear why the winner won.
struct ExplainTests {
    private static let calendar = """
        schemes: [cal]
        domains: [cal.example.org, "*.example.org"]
        routes:
          - {name: today, path: /day/today, run: ["true"]}
          - {name: number, path: "/day/{n:int}", run: ["true"]}
          - {name: week, path: "/day/w{week}", run: ["true"]}
          - {name: week-int, path: "/day/w{week:int}", run: ["true"]}
          - {name: day, path: "/day/:day", run: ["true"]}
          - {name: any-day, path: "/day/*", run: ["true"]}
          - {name: rest, path: "/day/{path**}", run: ["true"]}
          - name: create
            path: /create
            desktop: allow
            input: {title: line, count: {type: int, min: 1, max: 9, default: 1}, key: {type: string?, secret: true}}
            run: ["true"]
          - {name: page, path: "/list/{page?}", input: {page: int?}, run: ["true"]}
          - {name: list, path: /list, run: ["true"]}
          - {name: exact, path: /exact/, strict: true, run: ["true"]}
          - {name: loose, path: /exact, run: ["true"]}
          - {name: month, path: "/month/{year:int}-{month:int}", run: ["true"]}
          - {name: never, path: /never, desktop: never, run: ["true"]}
        """
    private static let others = """
        schemes: any
        domains: any
        routes:
          - {name: today, path: /day/today, run: ["true"]}
          - {name: create, path: /create, run: ["true"]}
          - {name: else, path: /else, fallback: true, run: ["true"]}
        """
    private static let off = """
        schemes: [off]
        enabled: false
        routes:
          - {name: open, path: /open, run: ["true"]}
          - {name: shut, path: /shut, run: ["true"]}
          - {name: see, path: "/see/{q}", open: "https://example.org/?q=$q"}
        """

    private func start(withOthers: Bool = true) throws -> RunningDaemon {
        let sandbox = try Sandbox()
        try sandbox.routes(Self.calendar, "cal")
        try sandbox.routes(Self.off, "off")
        if withOthers { try sandbox.routes(Self.others, "any") }
        return try RunningDaemon(sandbox)
    }

    private func explain(_ daemon: RunningDaemon, _ url: String, door: String = "control") throws -> QueryValue {
        let ended = try daemon.xcallback(["explain", "--json", "--door", door, url])
        #expect(ended.status == 0 && ended.errors == "")
        return try JSONParser.parse(Array(ended.output.utf8), depthLimit: 9)
    }

    private func reasons(_ value: QueryValue) -> [String] {
        guard case .array(let considered)? = value["considered"] else { return [] }
        return considered.map { "\($0["route"]?.string ?? ""): \($0["reason"]?.string ?? "")" }
    }

    @Test(.timeLimit(.minutes(1)))
    func `the text tells a reader which route answers, why, and what would happen`() throws {
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
                would       run cal.today

                """)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the text tells why a URL is refused, and by which field`() throws {
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
                "because     error 400: Value for parameter \"count\" has incorrect type. (a whole number from 1 to 9)\n"
            ))
        let fine = try daemon.xcallback(["explain", "cal:///create?title=Hi&key=s3cret"]).output
        #expect(fine.contains("input       title = \"Hi\"\ninput       count = 1\ninput       key = \"<redacted>\"\n"))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (
                "cal:///day/w12", "cal.week-int",
                [
                    "cal.week-int: chosen: the most specific of 5 matches",
                    "cal.week: also matches, but 'w{week:int}' has more typed parameters than 'w{week}' at segment 2",
                    "cal.day: also matches, but affixed parameter 'w{week:int}' beats parameter ':day' at segment 2",
                    "cal.number: segment 2 'w12' is not an int",
                    "cal.today: segment 2 is 'w12', not 'today'",
                ]
            ),
            (
                "cal:///day/7", "cal.number",
                ["cal.day: also matches, but typed parameter '{n:int}' beats parameter ':day' at segment 2"]
            ),
            (
                "cal:///day/a/b", "cal.rest",
                [
                    "cal.rest: chosen: the only match",
                    "cal.day: the path continues with 'b' where the pattern ends",
                ]
            ),
            (
                "cal:///list", "cal.list",
                ["cal.page: also matches, but '/list' ends where the path does, and '{page?}' would be empty"]
            ),
            (
                "cal:///exact/", "cal.exact",
                ["cal.loose: also matches, but a route that is strict about the trailing slash comes first"]
            ),
            ("cal:///exact", "cal.loose", ["cal.exact: the route is strict, so the path must end in a slash"]),
            (
                "cal:///month/2026-x", "any.else",
                [
                    "any.else: chosen: the default route, because no other route matches",
                    "cal.month: segment 2 '2026-x' does not have the form '{year:int}-{month:int}'",
                ]
            ),
            ("cal:///month", "any.else", ["cal.month: the path ends before segment 2, '{year:int}-{month:int}'"]),
            ("off:///opne", "any.else", ["off.open: segment 1 is 'opne', not 'open'"]),
            (
                "https://www.example.org/day/today", "cal.today",
                ["any.today: also matches, but its scope, any domain, is less specific than https://*.example.org"]
            ),
        ])
    func `each route has its reason`(url: String, winner: String, expected: [String]) throws {
        let daemon = try start()
        let value = try explain(daemon, url)
        #expect(value["route"] == .string(winner))
        let reasons = reasons(value)
        #expect(reasons.first?.hasPrefix("\(winner): chosen: ") == true)
        for reason in expected { #expect(reasons.contains(reason), "\(reasons)") }
    }

    @Test(.timeLimit(.minutes(1)))
    func `case is told, and never corrected`() throws {
        let daemon = try start(withOthers: false)
        let value = try explain(daemon, "cal:///Create?Title=x")
        #expect(value["route"] == .null)
        #expect(reasons(value).first == "cal.create: segment 1 is 'Create', not 'create': case matters")
        #expect(value["near-misses"] == ["the path is not '/create': paths compare exactly"])
        #expect(value["error"]?["code"] == 404)
        #expect(try daemon.reply(to: "cal:///Create")["outcome"] == "error")
        #expect(daemon.logText.contains("the path is not '/create': paths compare exactly"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `case is told where another route answers too`() throws {
        let daemon = try start()
        #expect(
            try explain(daemon, "cal:///day/Today")["near-misses"]
                == ["the path is not '/day/today': paths compare exactly"])
        #expect(
            try explain(daemon, "cal:///Exact")["near-misses"]
                == [
                    "the path is not '/exact/': paths compare exactly",
                    "the path is not '/exact': paths compare exactly",
                ])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a URL of a scheme that no route has is told the nearest, and whose path it has`() throws {
        let daemon = try start(withOthers: false)
        let value = try explain(daemon, "col:///day/today")
        #expect(value["near-misses"] == ["no route names the scheme 'col'; did you mean 'cal:'?"])
        #expect(value["error"]?["message"] == "no route for col:///day/today; did you mean cal:?")
        #expect(
            reasons(value).first
                == "cal.today: its path matches, but it answers only cal:, https://cal.example.org, https://*.example.org"
        )
    }

    @Test(.timeLimit(.minutes(1)))
    func `an authority that was let go is told`() throws {
        let sandbox = try Sandbox()
        try sandbox.routes(
            "schemes: [len]\nlenient-authority: true\nroutes: [{name: go, path: /go, run: [\"true\"]}]\n", "len")
        let value = try explain(RunningDaemon(sandbox), "len://main/go")
        #expect(reasons(value) == ["len.go: chosen: it matches the path without 'main'"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a route that is switched off wins and says so`() throws {
        let daemon = try start()
        let value = try explain(daemon, "off:///open")
        #expect(reasons(value).first == "off.open: chosen: the only match")
        #expect(value["would"] == "error")
        #expect(value["error"]?["code"] == 424)
        #expect(
            value["error"]?["message"]
                == "feature 'off' is not available: it is switched off by its file (xcallback enable off)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `the desktop's door would ask, and the input is told all the same`() throws {
        let daemon = try start()
        let ask = try explain(daemon, "cal:///day/7", door: "desktop")
        #expect(ask["would"] == "ask" && ask["input"] == ["n": 7])
        #expect(try explain(daemon, "cal:///never", door: "desktop")["would"] == "error")
        let text = try daemon.xcallback(["explain", "--door", "desktop", "cal:///day/7"]).output
        #expect(
            text.contains("\ndoor        desktop\n") && text.contains("\nwould       ask before it runs cal.number\n"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a parameter that repeats is an array, and the answer stays JSON`() throws {
        let daemon = try start()
        #expect(try explain(daemon, "cal:///day/a/b")["parameters"] == ["path": ["a", "b"]])
        #expect(try explain(daemon, "xcallback:///echo?a=1&a=2&b")["input"] == ["a": ["1", "2"], "b": .null])
    }
}
