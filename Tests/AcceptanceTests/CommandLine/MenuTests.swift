import DispatcherScenarios
import Foundation
import QueryCoding
import Testing

/// Routes in menus: `routes --menu` and `pick`.
@Suite(.timeLimit(.minutes(2)))
struct MenuTests {
    private static let routes = """
        schemes: [t]
        desktop: allow
        routes:
          - {name: say, path: "/say/{how}", summary: Say something, input: {how: {one-of: [loud, low]}, text: line, n: {type: int, default: 2}}, run: [printf, --, "%s:%s:%s", $how, $text, $n], output: text}
          - {name: plain, path: /plain, run: [touch, plain]}
          - {name: either, path: /either, summary: Either, input: {id: line?, title: line?}, require: [[id, title]], run: [printf, "%s", $id, $title], output: text}
          - {name: fail, path: /fail, summary: Fail, run: [sh, -c, 'echo no note >&2; exit 3']}
          - {name: stop, path: /stop, summary: Stop, run: [sh, -c, 'exit 130']}
          - {name: many, path: /many, summary: Many, input: {a: line, b: line, c: line, d: line}, run: [touch, --, $a, $b, $c, $d]}
          - {name: pin, path: /pin, input: {pin: {type: line, secret: true}}, run: [touch, --, $pin]}
          - {name: file, path: /file, input: {f: {type: path, under: /usr}}, run: [touch, --, $f]}
          - {name: any, path: "/any/**", run: [touch, any]}
          - {name: key, path: /key, token: {file: key, required: true}, run: [touch, key]}
          - {name: other, path: /other, fallback: true, run: [touch, other]}
        """

    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeFolder("tools")
    }

    private func start() throws -> RunningDaemon {
        try sandbox.routes(
            "feature: off\nenabled: false\nschemes: [off]\nroutes: [{name: a, path: /a, run: [id]}]\n", "off")
        try sandbox.write(
            """
            #!/bin/sh
            shift 3
            printf '%s|' "$@" >> '\(sandbox.path)/notified'

            """, to: "tools/notify-send", executable: true)
        try sandbox.write("secret", to: "config/xcallbackd/routes.d/key")
        return try RunningDaemon.start(Fixture(Self.routes), in: sandbox)
    }

    private var environment: [String: String] {
        var environment = sandbox.environment
        environment["PATH"] = "\(sandbox.path)/tools:\(environment["PATH"] ?? "")"
        return environment
    }

    private func pick(_ arguments: [String], input: String? = nil) throws -> Ended {
        try run("\(Products.folder)/xcallback", ["pick"] + arguments, environment)
    }

    /// A menu program that gives one answer after the other, and records what it was asked and shown.
    private func menu(_ answers: String...) throws -> [String] {
        try sandbox.write(answers.map { "\($0)\n" }.joined(), to: "answers")
        try sandbox.write(
            """
            #!/bin/sh
            echo "$1" >> '\(sandbox.path)/asked'
            cat >> '\(sandbox.path)/shown'
            head -n1 '\(sandbox.path)/answers'
            sed -i 1d '\(sandbox.path)/answers'

            """, to: "tools/menu", executable: true)
        return ["--", "menu", "{}: "]
    }

    private func notified() throws -> String? {
        var text: String?
        try wait(for: "the notification") {
            text = try? sandbox.contents("notified")
            return text?.isEmpty == false
        }
        return text
    }

    @Test func `the menu has each route that a person can run there`() throws {
        let daemon = try start()
        let lines = try daemon.xcallback(["routes", "--menu"]).output
        #expect(
            lines == """
                Say something\tt.say
                t.plain
                Either\tt.either
                Fail\tt.fail
                Stop\tt.stop
                Many\tt.many

                """)
        #expect(try daemon.xcallback(["routes", "--menu", "--all"]).status == 64)
    }

    @Test func `pick asks for the route and each value, runs it and shows the text`() throws {
        let daemon = try start()
        let ended = try pick(menu("Say something\tt.say", "loud", "Grüße"))
        #expect(ended == Ended(status: 0, output: "loud:Grüße:2\n", errors: ""))
        #expect(try sandbox.contents("asked") == "route: \nhow: \ntext: \n")
        #expect(try sandbox.contents("shown").hasSuffix("\nMany         \tt.many\nloud\nlow\n"))
        #expect(try notified() == "Say something|loud:Grüße:2|")
        _ = daemon
    }

    @Test func `pick asks only for the values of a route that it is given`() throws {
        let daemon = try start()
        let ended = try pick(["t.say"] + menu("low", "b"))
        #expect(ended == Ended(status: 0, output: "low:b:2\n", errors: ""))
        #expect(try sandbox.contents("asked") == "how: \ntext: \n")
        #expect(try pick(["t.nothing"] + menu()).status == 1)
        _ = daemon
    }

    @Test(
        arguments: [
            (["t.plain"], 0, "t:///plain\n"), (["Either", "", "x"], 0, "t:///either?title=x\n"),
            (["query", "Either\tt.either", "a b"], 1, ""), (["Nothing"], 1, ""),
            (["t.say", "low", "@a"], 0, "t:///say/low?text=%40a\n"),
        ] as [([String], Int32, String)])
    func `pick --print prints the URL, and runs nothing`(answers: [String], status: Int32, url: String) throws {
        let daemon = try start()
        try sandbox.write("", to: "answers")
        var arguments = try menu()
        try sandbox.write(answers.map { "\($0)\n" }.joined(), to: "answers")
        arguments.insert("--print", at: 0)
        let ended = try pick(arguments)
        #expect(ended.status == status && ended.output == url, "\(ended)")
        #expect(!daemon.hasTouched("plain"))
    }

    @Test(arguments: [
        ("exit 130", 2), ("exit 1", 2), ("echo; exit 1", 2), ("exit 0", 2), ("echo query; echo t.plain; exit 1", 0),
        ("echo t.plain; exit 130", 2), ("kill -9 $$", 2),
        ("echo t.plain; kill -9 $$", 2), ("printf t.plain", 0), ("yes", 127),
    ])
    func `pick runs nothing if nothing is chosen`(script: String, status: Int32) throws {
        let daemon = try start()
        let ended = try pick(["--", "sh", "-c", script])
        #expect(ended.status == status, "\(ended)")
        #expect(daemon.hasTouched("plain") == (status == 0))
    }

    @Test func `pick says that its program is missing, and tells of an error and a cancel`() throws {
        let daemon = try start()
        #expect(try pick(["--", "no-such-menu"]).status == 127)
        #expect(try pick(["--", "echo", "t.fail"]).status == 1)
        #expect(try notified() == "Fail failed (3)|no note|")
        try sandbox.write("", to: "notified")
        #expect(try pick(["--", "echo", "t.stop"]).status == 2)
        #expect(try notified() == "Stop|cancelled|")
        _ = daemon
    }

    @Test func `pick alone takes a menu program that is installed and can be shown`() throws {
        let daemon = try start()
        _ = try menu("t.plain")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/tools/rofi", withDestinationPath: "\(sandbox.path)/tools/menu")
        let picked = try pick(["--print"])
        #expect(picked == Ended(status: 0, output: "t:///plain\n", errors: ""))
        #expect(try sandbox.contents("asked") == "-dmenu\n")
        let path = try sandbox.programs(without: ["fuzzel", "rofi", "wofi", "fzf"])
        let program = "\(Products.folder)/xcallback"
        let missing = try run(program, ["pick"], sandbox.environment.merging(["PATH": path]) { $1 })
        #expect(missing.status == 64 && missing.errors.contains("install fuzzel, rofi, wofi or fzf"), "\(missing)")
        _ = daemon
    }

    /// A route whose title, choice and text are found by the same query.
    private func startLoud() throws -> RunningDaemon {
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - name: say
                path: /say
                summary: Say it loudly
                input: {how: {one-of: [loud, low]}, text: line}
                run: [printf, --, "%s:%s", $how, $text]
                output: text
            """, "t")
        return try RunningDaemon(sandbox)
    }

    @Test(.needs(programs: "fzf", "script"))
    func `fzf picks in a terminal`() throws {
        let daemon = try startLoud()
        // It accepts the best line for this text, or the text itself where there are no lines.
        let menu = "fzf --sync --print-query --query loud --bind start:accept --prompt \"{}: \""
        let program = "\(Products.folder)/xcallback pick -- \(menu)"
        var environment = sandbox.environment
        environment["TERM"] = "xterm"
        let ended = try run("/bin/sh", ["-c", "script -qec '\(program)' /dev/null </dev/null"], environment)
        #expect(ended.status == 0 && ended.output.contains("loud:loud"), "\(ended)")
        _ = daemon
    }

    @Test(.needs(programs: "rofi", "xdotool", "Xvfb"))
    func `rofi picks on X`() throws {
        let daemon = try startLoud()
        let display = try VirtualDisplay(sandbox)
        let environment = environment.merging(display.variables) { $1 }
        try picks(
            ["rofi", "-dmenu", "-p", "{}", "-filter", "loud"], typing: ["xdotool", "key", "Return"], environment)
        _ = daemon
    }

    @Test(
        .needs(programs: "sway", "wtype"),
        // fuzzel would end when the virtual keyboard is removed, which may be before the keys arrive.
        arguments: [
            ["fuzzel", "--dmenu", "--no-exit-on-keyboard-focus-loss", "--prompt", "{} "],
            ["wofi", "--dmenu", "--prompt", "{}"],
        ])
    func `a menu picks on Wayland`(menu: [String]) throws {
        guard has(menu[0]) else { return print("SKIPPED: needs \(menu[0])") }
        let daemon = try startLoud()
        let display = try WaylandDisplay()
        let environment = environment.merging(display.variables) { $1 }
        try picks(menu, typing: ["wtype", "-k", "Return"], environment)
        _ = daemon
    }

    /// Lets a menu pick, and types for it until it has ended: a key that comes before the menu is lost.
    private func picks(_ menu: [String], typing keys: [String], _ environment: [String: String]) throws {
        let output = "\(sandbox.path)/picked"
        let command = "exec '\(Products.folder)/xcallback' pick -- \"$@\" > '\(output)'"
        let child = try Child("/bin/sh", ["-c", command, "sh"] + menu, environment)
        try wait(for: "the end of \(menu[0])") {
            _ = try run(keys[0], Array(keys.dropFirst()), environment)
            return !child.isRunning
        }
        #expect(child.wait() == 0)
        let picked = try sandbox.contents("picked")
        #expect(picked.hasPrefix("loud:"), "\(picked)")
    }
}
