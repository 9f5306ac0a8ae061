import Glibc
import QueryCoding
import RequestRecord
import Testing

/// The dialogs of zenity and kdialog on a display without a screen, answered by keys and clicks.
@Suite(.needs(DialogDisplay.absence), .timeLimit(.minutes(3)))
struct DialogTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox(
            """
            schemes: [t]
            routes:
              - {name: first, path: /first, run: [touch, ran]}
              - {name: other, path: /other, run: [touch, other]}
              - {name: each, path: /each, desktop: ask-always, run: [touch, ran]}
              - {name: agent, path: /agent, agent: ask, run: [touch, agent]}
            """)
        // The dialogs show the icon of an installation.
        try sandbox.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'/>",
            to: "data/icons/hicolor/scalable/apps/xcallback.svg")
    }

    /// The end of a dialog.
    enum Answer {
        case no, yes
        /// The second dialog.
        case second
    }

    /// Starts a daemon with a display, and clicks a link.
    /// - Returns: The display, the daemon, the connection of the click, and the dialog.
    private func click(
        _ program: DialogDisplay.Program, _ url: String = "t:///first"
    ) throws -> (DialogDisplay, RunningDaemon, Connection, DialogDisplay.Window) {
        let display = try DialogDisplay(sandbox, program: program)
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        let client = try daemon.begin(url, .desktop)
        return (display, daemon, client, try display.window())
    }

    private func expect(
        _ answer: Answer, isGranted: Bool = false, _ client: Connection, _ daemon: RunningDaemon
    ) throws {
        let reply = try client.reply()
        #expect(reply["outcome"] == (answer == .no ? "cancel" : "success"), "\(reply) \(daemon.logText)")
        #expect(daemon.hasTouched("ran") == (answer != .no))
        #expect(try (daemon.call("grants")["grants"] == []) == !isGranted)
    }

    @Test(arguments: DialogDisplay.Program.allCases, [true, false])
    func `Enter, Space and Escape never allow`(program: DialogDisplay.Program, offersAlways: Bool) throws {
        let display = try DialogDisplay(sandbox, program: program)
        let escape: Answer = program == .kdialog && offersAlways ? .second : .no
        let once = display.keyToAllow(offersAlways: offersAlways)
        var answers: [([String], Answer)] = [
            (["Return"], .no),  // a key that was meant for something else
            (["KP_Enter"], .no), (["space"], .no), (["Escape"], escape),
            ([once, "Return"], .yes), ([once, "space"], .yes), ([once, "Escape"], escape),
        ]
        if offersAlways {
            answers += [([display.keyToAlways, "Return"], .second), ([display.keyToAlways, "space"], .second)]
        }
        for (keys, answer) in answers {
            // The daemon remembers refusals.
            let daemon = try RunningDaemon(sandbox, environment: display.variables)
            let client = try daemon.begin(offersAlways ? "t:///first" : "t:///each", .desktop)
            let window = try display.window()
            display.read()
            try display.press(keys, in: window)
            if answer == .second {
                let second = try display.window(after: window)
                try display.press(["Return"], in: second)
                try display.press(["Return"], in: display.window(after: second))
            }
            try expect(answer == .yes ? .yes : .no, client, daemon)
            #expect(daemon.stop() == 0, "\(keys)")
            unlink("\(sandbox.path)/home/ran")
        }
    }

    @Test(arguments: DialogDisplay.Program.allCases)
    func `only a chosen yes of the second dialog is kept, and a no leads back`(program: DialogDisplay.Program) throws {
        let display = try DialogDisplay(sandbox, program: program)
        let refusing = ["Return", "KP_Enter", "space", "Escape"].map { ([$0], [$0], Answer.no) }
        let once = display.keyToAllow(offersAlways: false)
        for (keys, last, answer) in refusing + [
            (["Return"], [once, "Return"], .yes), (["Tab", "Return"], [], .yes),
        ] {
            let daemon = try RunningDaemon(sandbox, environment: display.variables)
            let client = try daemon.begin("t:///first", .desktop)
            let window = try display.window()
            try display.press([display.keyToAlways, "Return"], in: window)
            let second = try display.window(after: window)
            display.read()
            try display.press(keys, in: second)
            if !last.isEmpty {
                let third = try display.window(after: second)
                display.read()
                try display.press(last, in: third)
            }
            try expect(answer, isGranted: last.isEmpty, client, daemon)
            #expect(daemon.stop() == 0, "\(keys)")
            unlink("\(sandbox.path)/home/ran")
        }
    }

    @Test(arguments: DialogDisplay.Program.allCases)
    func `a yes of the first moment brings the dialog again`(program: DialogDisplay.Program) throws {
        let display = try DialogDisplay(sandbox, program: program)
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        let once = display.keyToAllow(offersAlways: true)
        // A busy machine may not manage to answer early.
        for _ in 1...5 {
            let start = ContinuousClock.now
            let client = try daemon.begin("t:///first", .desktop)
            let window = try display.window()
            try display.press([once, "Return"], in: window)
            guard ContinuousClock.now - start < DialogDisplay.readingTime else {
                _ = try client.reply()
                unlink("\(sandbox.path)/home/ran")
                continue
            }
            let again = try display.window(after: window)
            #expect(daemon.logText.contains("the user's answer came too early"))
            #expect(!daemon.hasTouched("ran"))
            display.read()
            try display.press([once, "Return"], in: again)
            return try expect(.yes, client, daemon)
        }
        Issue.record("no answer came early")
    }

    @Test(arguments: DialogDisplay.Program.allCases)
    func `a double click answers one question`(program: DialogDisplay.Program) throws {
        let (display, daemon, first, window) = try click(program)
        let other = try daemon.begin("t:///other", .desktop)
        try wait(for: "the other question") { try daemon.call("status")["requests"]?["asking"] == 2 }
        try display.point(in: window)
        display.read()
        try display.click(times: 2, every: 150)
        try expect(.yes, first, daemon)
        try display.press(["Return"], in: display.window(after: window))
        #expect(try other.reply()["outcome"] == "cancel")
        #expect(!daemon.hasTouched("other"))
    }

    @Test(arguments: DialogDisplay.Program.allCases)
    func `the title tells an agent's question from that of a click`(program: DialogDisplay.Program) throws {
        let (display, daemon, click, window) = try click(program)
        #expect(try display.title(of: window).contains("agent") == false)
        try display.press(["Return"], in: window)
        try expect(.no, click, daemon)
        let agent = try daemon.begin("run", ["route": "t.agent", "input": .object([])], .agent)
        let other = try display.window(after: window)
        #expect(try display.title(of: other).hasPrefix("xcallbackd: an agent asks"))
        display.read()
        try display.press([display.keyToAllow(offersAlways: false), "Return"], in: other)
        #expect(try agent.reply()["result"]?["outcome"] == "success")
        #expect(daemon.hasTouched("agent"))
    }

    @Test(arguments: DialogDisplay.Program.allCases)
    func `a display that is gone is no answer`(program: DialogDisplay.Program) throws {
        let display = try DialogDisplay(sandbox, program: program)
        display.end()
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        #expect(try daemon.reply(to: "t:///first", door: .desktop)["error"]?["code"] == 403)
    }

    @Test(arguments: DialogDisplay.Program.allCases, [true, false])
    func `a window that is taken away is no answer`(program: DialogDisplay.Program, isDisplayLeft: Bool) throws {
        let (display, daemon, client, window) = try click(program)
        display.read()
        if isDisplayLeft { try display.kill(window) } else { display.end() }
        // On a busy machine, a program that lost its display may stay until the time for the answer is over.
        let reply = try #require(try client.next(milliseconds: 90_000))
        #expect(reply["outcome"] == "cancel" || reply["error"]?["code"] == 403, "\(reply)")
        #expect(!daemon.hasTouched("ran"))
    }
}
