import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The state of a callback whose opener fails, is missing, or is not confirmed.
@Suite(.timeLimit(.minutes(2)))
struct OpenerEndTests {
    private let sandbox: Sandbox
    private let shown: NamedPipe

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes("schemes: [t]\ndesktop: allow\nroutes: [{name: go, path: /go, run: ['true']}]\n", "t")
        shown = try sandbox.recordNotifications(withoutFirst: 3)
    }

    private func start(_ settings: String, _ environment: [String: String] = [:]) throws -> RunningDaemon {
        try sandbox.settings(settings + "callbacks: {allow: [other]}\n")
        return try RunningDaemon(sandbox, environment: environment)
    }

    private static let url = "t:///go?x-success=other%3Adone"

    @Test(
        arguments: [("exit 4", "opener exited with 4"), ("kill -9 $$", "opener was killed by signal 9")])
    func `an opener that fails after it has started is seen in the history, and notified after a click`(
        script: String, reason: String
    ) throws {
        let daemon = try start("opener: [sh, -c, '\(script)']\n")
        for door in [Door.control, .desktop] {
            let reply = try daemon.reply(to: Self.url, door: door)
            #expect(reply["callback"] == ["url": "other:done", "state": "opened"])
            let expected: QueryValue = ["url": "other:done", "state": "opened", "reason": .string(reason)]
            try wait(for: "the reason") {
                try daemon.history(["id": reply["id"] ?? .null]).first?["callback"] == expected
            }
        }
        let rows = try daemon.xcallback(["history"]).output.split(separator: "\n").dropFirst()
        #expect(rows.count == 2 && rows.allSatisfy { $0.contains("  success, callback failed  ") }, "\(rows)")
        // One, for the click.
        #expect(shown.line() == "The answer of t.go may be lost|\(reason)|")
        #expect(daemon.stop() == 0)
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test(.needs(programs: "xdg-open"))
    func `an answer that no app opens is notified after a click, and not after a script's request`() throws {
        let daemon = try start("", ["DISPLAY": ":0"])
        for door in [Door.control, .desktop] {
            let callback = try daemon.reply(to: Self.url, door: door)["callback"]
            #expect(callback?["state"] == "failed", "\(callback?.json ?? "")")
        }
        #expect(shown.line() == "The answer of t.go is lost|no app is registered for other:|")
        #expect(daemon.stop() == 0)
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test func `config.yaml switches the notifications off`() throws {
        try sandbox.routes(
            "schemes: [r]\ndesktop: allow\nroutes: [{name: go, path: /go, notify: true, run: ['true']}]\n", "r")
        let daemon = try start("notifications: false\nopener: [no-such-opener]\n")
        for url in [Self.url, "r:///go", "r:///none"] { _ = try daemon.reply(to: url, door: .desktop) }
        #expect(daemon.stop() == 0)
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test func `a click that an open route hands to an opener that fails is notified`() throws {
        try sandbox.routes("schemes: [o]\ndesktop: allow\nroutes: [{name: go, path: /go, open: 'other:x'}]\n", "o")
        let daemon = try start("opener: [sh, -c, 'exit 4']\n")
        #expect(try daemon.reply(to: "o:///go", door: .desktop)["outcome"] == "success")
        #expect(shown.line() == "The link of o.go may be lost|opener exited with 4|")
    }

    @Test func `a call that times out names the failure of its opener`() throws {
        let daemon = try start("opener: [sh, -c, 'exit 4']\n")
        let ended = try daemon.xcallback(["call", "other:x", "--timeout", "2s"])
        #expect(ended.status == 124)
        #expect(ended.errors == "xcallback: error 408: no answer within 2.0 seconds (opener exited with 4)\n")
    }

    @Test func `a call that the end of the daemon interrupts does not wait for its opener`() throws {
        let begun = try NamedPipe("\(sandbox.path)/begun.fifo")
        // The reply would have its failure if it waited.
        let daemon = try start("opener: [sh, -c, 'echo > \"$0\"; sleep 8; exit 4', '\(begun.path)']\n")
        let call = try daemon.begin("call", ["url": "other:x"])
        #expect(begun.line() != nil)
        daemon.signal(SIGTERM)
        let error = try call.reply()["result"]?["error"]
        #expect(error?["code"] == 503 && error?["detail"] == nil, "\(error?.json ?? "")")
        #expect(daemon.stop() == 0)
    }

    @Test func `an opener that ends well adds nothing`() throws {
        let daemon = try start("opener: [sh, -c, 'echo opened > \"$0.fifo\"', '\(sandbox.path)/done']\n")
        let done = try NamedPipe("\(sandbox.path)/done.fifo")
        let reply = try daemon.reply(to: Self.url, door: .desktop)
        #expect(done.line() == "opened")
        #expect(daemon.stop() == 0)
        let next = try start("")
        let callback = try next.history(["id": reply["id"] ?? .null]).first?["callback"]
        #expect(callback == ["url": "other:done", "state": "opened"])
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test(
        .needs(programs: "xdg-open"),
        arguments: [
            (["XDG_CURRENT_DESKTOP": "KDE"], "kfmclient"),
            (["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5"], "kde-open5"),
            (["XDG_CURRENT_DESKTOP": "", "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "4"], "kde-open"),
        ])
    func `KDE's settings without KDE's opener are a failure with its reason`(
        variables: [String: String], program: String
    ) throws {
        // A person may have the openers of KDE.
        let programs = try sandbox.programs(without: ["kfmclient", "kde-open", "kde-open5"])
        let daemon = try start("", variables.merging(["PATH": "\(sandbox.path)/bin:\(programs)"]) { $1 })
        try sandbox.registerApp(scheme: "other", exec: "true %u")
        let reason = "in this KDE session xdg-open needs '\(program)', which is not found"
        let callback = try daemon.reply(to: Self.url)["callback"]
        #expect(callback?["state"] == "failed" && callback?["reason"] == .string(reason), "\(callback?.json ?? "")")
        // With the program the URL is handed to it.
        let opened = try NamedPipe("\(sandbox.path)/opened.fifo")
        try sandbox.write("#!/bin/sh\necho \"$@\" > '\(opened.path)'\n", to: "bin/\(program)", executable: true)
        #expect(try daemon.reply(to: Self.url)["callback"]?["state"] == "opened")
        #expect(opened.line()?.hasSuffix("other:done") == true)
    }

    @Test(.needs(programs: "script"))
    func `a callback that reaches nobody is reported on a terminal`() throws {
        let daemon = try start("opener: [no-such-opener]\n")
        let report = "xcallback: x-success failed: the opener 'no-such-opener' is not found"
        for verb in ["send", "open"] {
            let program = "\(Products.folder)/xcallback \(verb) \(Self.url)"
            let shown = try run("/bin/sh", ["-c", "script -qec '\(program)' /dev/null"], daemon.sandbox.environment)
            #expect(shown.status == 0 && shown.output.contains(report), "\(shown)")
            #expect(try daemon.xcallback([verb, Self.url]).errors == "")
        }
        #expect(try daemon.xcallback(["history", "-n", "1"]).output.contains("  success, callback failed  "))
    }

    @Test func `a missing xdg-open is a failure with its reason`() throws {
        let daemon = try start("", ["PATH": "\(sandbox.path)/bin"])
        let callback = try daemon.reply(to: "xcallback:///echo?x-success=other%3Adone")["callback"]
        #expect(callback?["state"] == "failed" && callback?["reason"] == "the opener 'xdg-open' is not found")
    }

    @Test func `a start that is not confirmed in time is uncertain`() throws {
        let manager = try SilentManager(sandbox)
        let daemon = try start("opener: [open-it]\n")
        try sandbox.write("#!/bin/sh\n", to: "bin/open-it", executable: true)
        let reply = try daemon.reply(to: Self.url)
        #expect(manager.started.line() == "other:done")
        let uncertain: QueryValue = [
            "url": "other:done", "state": "uncertain",
            "reason": "the user manager did not say whether the opener runs",
        ]
        #expect(reply["callback"] == uncertain)
        #expect(try daemon.history(["id": reply["id"] ?? .null]).first?["callback"] == uncertain)
        #expect(try daemon.call("status")["callbacks"] == ["uncertain": 1])
    }

    /// Any user reads the arguments of a process, and only its owner reads its environment.
    @Test
    func `no argument of systemd-run has the value of a variable, and an opener gets none of the settings`() throws {
        let manager = try SilentManager(sandbox)
        let files = ["arguments", "variables"].map { "\(sandbox.path)/\($0)" }
        try sandbox.write(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(files[0])'\nenv > '\(files[1])'\necho Running as unit: x >&2\n",
            to: "bin/systemd-run", executable: true)
        let daemon = try start(
            "opener: [cat]\nenvironment: [API_TOKEN]\n",
            ["API_TOKEN": "of-the-settings", "LC_TIME": "of-the-daemon"])
        let variables: QueryValue = ["XDG_ACTIVATION_TOKEN": "of-the-click"]
        let url: QueryValue = "xcallback:///ping?x-success=other%3Adone"
        let reply = try daemon.call("dispatch", ["url": url, "environment": variables])
        #expect(reply["callback"]?["state"] == "opened", "\(reply.json)")
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        let lines = texts.map { Set($0.split(separator: "\n")) }
        #expect(lines[0].isSuperset(of: ["--setenv=XDG_ACTIVATION_TOKEN", "--setenv=LC_TIME", "other:done"]))
        #expect(lines[1].isSuperset(of: ["XDG_ACTIVATION_TOKEN=of-the-click", "LC_TIME=of-the-daemon"]))
        #expect(!texts[0].contains("of-the") && !texts[0].contains("API_TOKEN"), "\(texts[0])")
        #expect(!texts[1].contains("API_TOKEN"), "\(texts[1])")
        withExtendedLifetime(manager) {}
    }
}

/// Openers in the units of a real user manager.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct ManagedOpenerEndTests {
    private let sandbox: Sandbox
    /// An opener writes a line here.
    private let begun: NamedPipe

    init() throws {
        sandbox = try Sandbox()
        begun = try NamedPipe("\(sandbox.path)/begun.fifo")
    }

    /// Starts the service with an opener, a program with this text.
    private func start(opener: String) throws -> InstalledService {
        try sandbox.write(opener, to: "opener", executable: true)
        try sandbox.settings("opener: ['\(sandbox.path)/opener']\n")
        return try InstalledService(sandbox)
    }

    private func callback(_ service: InstalledService) throws -> (reply: QueryValue, state: QueryValue?) {
        let reply = try service.exchange("xcallback:///echo?x-success=other%3Adone")
        return (reply, reply["callback"]?["state"])
    }

    @Test(arguments: [("exit 4", "opener exited with 4"), ("sleep 0.3; exit 3", "opener exited with 3")])
    func `the failure of an opener in a unit is seen in the history`(script: String, reason: String) throws {
        let service = try start(opener: "#!/bin/sh\n\(script)\n")
        let (reply, state) = try callback(service)
        #expect(state == "opened" && reply["callback"]?["reason"] == nil, "\(reply.json)")
        let expected: QueryValue = ["url": "other:done", "state": "opened", "reason": .string(reason)]
        try wait(for: "the reason") {
            let answer = try service.connect().call("history", ["id": reply["id"] ?? .null])
            return (answer["result"]?["requests"]?.items ?? []).first?["callback"] == expected
        }
        #expect(try service.session.perform(["systemctl", "--user", "--failed", "--no-legend"]).output.isEmpty)
    }

    @Test func `an opener outlives the time for which it is watched`() throws {
        let service = try start(opener: "#!/bin/sh\necho $$ > '\(begun.path)'\nexec sleep 600\n")
        #expect(try callback(service).state == "opened")
        let opener = try #require(begun.line())
        try wait(for: "the end of systemd-run") {
            try service.session.perform(["pgrep", "-x", "systemd-run"]).status == 1
        }
        #expect(try !service.hasEnded(opener))
    }

    @Test func `without a message bus an app is opened in a unit all the same`() throws {
        let service = try start(
            opener: "#!/bin/sh\ngrep -m 1 -o /app.slice/app-xcallback- /proc/self/cgroup > '\(begun.path)'\n")
        try service.session.perform(["systemctl", "--user", "stop", "dbus.socket", "dbus.service"])
        let (reply, state) = try callback(service)
        #expect(state == "opened", "\(reply.json)")
        #expect(begun.line() == "/app.slice/app-xcallback-")
    }

    @Test func `an opener that cannot be executed has failed`() throws {
        let (reply, state) = try callback(start(opener: "#!/nonexistent\n"))
        #expect(state == "failed", "\(reply.json)")
    }
}
