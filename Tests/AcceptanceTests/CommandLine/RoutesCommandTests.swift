import QueryCoding
import Testing

/// `xcallback routes` for people: whole lines for a pipe, columns that fit for a terminal.
struct RoutesCommandTests {
    private func start() throws -> RunningDaemon {
        let sandbox = try Sandbox(
            """
            schemes: [notes]
            domains: [n.example]
            routes:
              - name: create
                path: /create
                input: {title: line, body: string?, priority: {one-of: [low, high], default: low}, tags: [line]}
                run: ["true"]
                output: json
              - {name: show, path: ["/show/{id:int}", /last], desktop: allow, input: {id: int?}, run: ["true"]}
            """, as: "notes")
        try sandbox.routes(
            "schemes: any\nenabled: false\nroutes: [{name: look, path: /look, open: \"https://example.org/\"}]\n", "any"
        )
        return try RunningDaemon(sandbox)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the rule for agents stands beside the rule for clicks, if the route is offered`() throws {
        let sandbox = try Sandbox(
            """
            schemes: [a]
            routes:
              - {name: a, path: /a, desktop: never, agent: allow, run: ["true"]}
              - {name: b, path: /b, agent: ask, input: {p: {type: line, secret: true}}, run: ["true"]}
            """, as: "a")
        let lines = try RunningDaemon(sandbox).xcallback(["routes"]).output.split(separator: "\n")
        #expect(lines.count == 3 && lines[1].contains(" never (agent: allow) "), "\(lines)")
        #expect(!lines[2].contains("agent"), "a route with a secret is not offered")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a pipe gets a line for each route`() throws {
        let daemon = try start()
        let lines = try daemon.xcallback(["routes"]).output.split(separator: "\n").map(String.init)
        func squeezed(_ line: String) -> String { line.split(separator: " ").joined(separator: " ") }
        #expect(lines.count == 1 + 3 + 1)
        #expect(try daemon.xcallback(["routes", "--all"]).output.split(separator: "\n").count == 1 + 4 + 3 + 1)
        for (name, count) in [("notes", 2), ("notes.show", 1), ("any", 2), ("xcallback.ping", 1)] {
            let ended = try daemon.xcallback(["routes", name])
            #expect(ended.status == 0 && ended.output.split(separator: "\n").count == 1 + count, "\(ended)")
        }
        let listed = try daemon.xcallback(["routes", "--json", "notes.show"]).output
        #expect(listed.contains(#""notes.show""#) && !listed.contains("notes.create"))
        for (flags, count) in [([], 3), (["--all"], 7), (["xcallback.ping"], 1)] as [([String], Int)] {
            let json = try daemon.xcallback(["routes", "--json"] + flags).output
            let names = try JSONParser.parse(Array(json.utf8), depthLimit: 16)["routes"]?.elements?.map { $0["name"] }
            #expect(names?.count == count && (names?.contains("xcallback.ping") ?? false) == (count != 3), "\(json)")
        }
        let missing = "xcallback: no route or file 'note'; 'xcallback routes' lists them\n"
        #expect(try daemon.xcallback(["routes", "note"]) == Ended(status: 1, output: "", errors: missing))
        #expect(lines[0].hasPrefix("ROUTE "))
        #expect(
            lines.map(squeezed).contains(
                "notes.create /create notes: n.example "
                    + #"title: line, body: string?, priority: low|high = "low", tags: [line] "#
                    + "json ask routes.d/notes.yaml:4:5"))
        #expect(
            lines.map(squeezed).contains(
                "notes.show /show/{id:int} /last notes: n.example id: int? none allow routes.d/notes.yaml:9:5"))
        #expect(lines.map(squeezed).contains("any.look (off) /look any scheme none ask routes.d/any.yaml:3:10"))
        #expect(lines.last == "any is off: it is switched off by its file (xcallback resume any)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `the input says what comes together, and how an array is split`() throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            routes:
              - name: r
                path: /r
                input: {id: line?, title: line?, tags: {type: [line], separator: ","}, todos: {type: [line], separator: newline}}
                require: [[id, title]]
                exclusive: [[id, title]]
                run: ["true"]
            """)
        let output = try daemon.xcallback(["routes"]).output
        #expect(
            output.contains(
                "id: line?, title: line?, tags: [line] split at ',', todos: [line] by line "
                    + "(at least one of id, title) (at most one of id, title)"), "\(output)")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [80, 100, 120, 160])
    func `a terminal gets no line that it would break`(width: Int) throws {
        let daemon = try start()
        var environment = daemon.sandbox.environment
        environment["COLUMNS"] = "\(width)"
        let ended = try run("\(Products.folder)/xcallback", ["routes"], environment)
        #expect(ended.status == 0)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("notes.create ") } && ended.output.contains("priority: low|high"))
        #expect(lines.allSatisfy { $0.utf8.count <= width }, "\(ended.output)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a narrow terminal keeps the summary, and is told what is left out`() throws {
        let daemon = try RunningDaemon(
            """
            schemes: [notes]
            routes:
              - name: create
                path: /create
                summary: Writes a note into the folder of notes and opens it in an editor
                input: {title: line, body: string?, priority: {one-of: [low, high], default: low}, tags: [line]}
                run: ["true"]
            """)
        var environment = daemon.sandbox.environment
        for width in [60, 80, 100, 120, 160, 240] {
            environment["COLUMNS"] = "\(width)"
            let ended = try run("\(Products.folder)/xcallback", ["routes"], environment)
            let lines = ended.output.split(separator: "\n")
            #expect(lines.allSatisfy { $0.utf8.count <= width }, "\(ended.output)")
            let words = Set(ended.output.split { " \n".contains($0) })
            #expect(words.isSuperset(of: "SUMMARY Writes a note opens editor".split(separator: " ")), "\(ended.output)")
            let hasSource = words.contains("SOURCE") && words.contains { $0.hasPrefix("routes.d/") }
            let note = "xcallback: the terminal is too narrow for the column SOURCE; --json has it\n"
            #expect(ended.errors == (hasSource ? "" : note), "\(width)")
            if width <= 80 || width >= 160 { #expect(hasSource == (width >= 160), "\(ended.output)") }
        }
    }
}
