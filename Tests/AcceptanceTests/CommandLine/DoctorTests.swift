import Foundation
import QueryCoding
import Testing

/// `xcallback doctor`: it finds each trap that is planted, and nothing where there is none.
@Suite(.needs(programs: "xdg-open", "update-desktop-database", "Xvfb"), .timeLimit(.minutes(1)))
struct DoctorTests {
    private let sandbox: Sandbox
    private let display: VirtualDisplay

    init() throws {
        sandbox = try Sandbox()
        display = try VirtualDisplay(sandbox)
        try sandbox.routes("schemes: [hello]\nroutes: [{name: a, path: /a, run: [\"true\"]}]\n", "hello")
        // Programs that only have to be there.
        for program in ["zenity", "notify-send"] {
            try sandbox.write("#!/bin/sh\n", to: program, executable: true)
        }
    }

    private var environment: [String: String] {
        var environment = sandbox.environment.merging(display.variables) { $1 }
        environment["PATH"] = "\(sandbox.path):\(environment["PATH"] ?? "")"
        return environment
    }

    private func doctor(_ variables: [String: String?] = [:]) throws -> Ended {
        let changed = environment.merging(variables.compactMapValues(\.self)) { $1 }
            .filter { variables[$0.key] ?? $0.value != nil }
        return try run("\(Products.folder)/xcallback", ["doctor"], changed)
    }

    private func install() throws {
        _ = try run("\(Products.folder)/xcallback", ["install", "--no-check"], environment)
    }

    private func faults(_ ended: Ended) -> [Substring] {
        ended.output.split(separator: "\n").filter { $0.hasPrefix("FAULT") }
    }

    @Test func `nothing is wrong after install, and a URL comes around`() throws {
        try install()
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        let ended = try doctor()
        #expect(ended.status == 0 && faults(ended).isEmpty, "\(ended.output)")
        #expect(!ended.output.contains("notify-send"))
        #expect(ended.output.contains("ok     round trip        daemon → opener → app"), "\(ended.output)")
        let request = try #require(try daemon.history().last { $0["url"]?.string == "xcallback-doctor:answer" })
        #expect(request["outcome"] == "success")
        // It does not fill the history of the user, who finds it with --all.
        #expect(try daemon.xcallback(["history"]).errors == "xcallback: no request is recorded\n")
        #expect(try daemon.xcallback(["history", "show", "last"]).errors == "xcallback: the history is empty\n")
        #expect(try daemon.xcallback(["history", "--all"]).output.contains("xcallback-doctor:answer"))
        // It leaves nothing behind.
        let entries = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/data/applications")
        #expect(entries.filter { $0.contains("RoundTrip") }.isEmpty)
    }

    @Test(arguments: [
        "file%3A%2F%2F%2Fetc%2Fpasswd", "other%3Adone", "xcallback%3A%2F%2Fx-callback-url%2Freply%2Fguess",
        "xcallback%3A%2F%2F%2Fecho",
    ])
    func `the app of the round trip opens nothing but the address of a call`(callback: String) throws {
        let ended = try run(
            "\(Products.folder)/xcallback", ["doctor", "--answer", "xcallback-doctor:x?x-success=\(callback)"],
            environment)
        #expect(ended.status == 64, "\(ended)")
    }

    @Test func `doctor, check and explain look for a program on the PATH of the daemon`() throws {
        try sandbox.routes("schemes: [hello]\nroutes: [{name: a, path: /a, run: [own-tool]}]\n", "hello")
        try sandbox.write("#!/bin/sh\n", to: "own-tool", executable: true)
        try install()
        let missing = "the program 'own-tool' of 'hello.a' is not on PATH"
        // The daemon's PATH lacks the folder that the terminal has.
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        func xcallback(_ arguments: String...) throws -> Ended {
            try run("\(Products.folder)/xcallback", arguments, environment)
        }
        let ended = try xcallback("doctor", "--no-round-trip")
        #expect(
            ended.output.contains("hint   files             routes.d/hello.yaml:2:10: warning: \(missing)\n"),
            "\(ended)")
        #expect(try xcallback("check").output == "routes.d/hello.yaml:2:10: warning: \(missing)\n")
        #expect(try xcallback("explain", "hello:///a").output.contains("but         \(missing)\n"))
        let new = try xcallback("new", "--no-install", "other/b", "--", "own-tool")
        #expect(new.errors.contains("the program 'own-tool' of 'other.b' is not on PATH"), "\(new)")
        #expect(daemon.stop() == 0)
        #expect(try xcallback("check").output == "")
    }

    @Test func `the entry of a scheme doctor of the user stays`() throws {
        try sandbox.routes("schemes: [doctor]\nroutes: [{name: a, path: /a, run: [\"true\"]}]\n", "doctor")
        try install()
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        let entry = "data/applications/xcallback-doctor.desktop"
        let before = try sandbox.contents(entry)
        #expect(try doctor().status == 0)
        #expect(try sandbox.contents(entry) == before)
        withExtendedLifetime(daemon) {}
    }

    @Test func `without a daemon the rest is checked all the same`() throws {
        try install()
        let ended = try doctor()
        #expect(ended.status == 1)
        #expect(faults(ended).count == 1 && faults(ended)[0].hasPrefix("FAULT  control socket"), "\(ended.output)")
        #expect(!faults(ended)[0].contains("start it"), "the remedy says it: \(ended.output)")
        #expect(ended.output.contains("ok     scheme hello"))
    }

    @Test func `a scheme without an app, or with another one, is a fault`() throws {
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        var ended = try doctor()
        // Scripts and agents need no app for it.
        #expect(ended.output.contains("hint   scheme hello      no app opens the scheme"), "\(ended.output)")
        #expect(ended.output.contains("FAULT  scheme xcallback  no app opens the scheme"), "\(ended.output)")
        #expect(ended.output.contains("→ xcallback install\n"))
        #expect(ended.output.contains("hint   round trip        was left out"))
        try install()
        try sandbox.registerApp(scheme: "hello", "#!/bin/sh\n")
        ended = try doctor()
        #expect(ended.status == 1 && faults(ended).count == 1, "\(ended.output)")
        #expect(faults(ended).first?.contains("hello took the scheme (hello.desktop, the default in ") ?? false)
        #expect(ended.output.contains("xcallback install --force"))
        withExtendedLifetime(daemon) {}
    }

    @Test func `an entry whose program is gone opens nothing`() throws {
        try install()
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/home/.local/bin/xcallback")
        let ended = try doctor()
        #expect(ended.output.contains("FAULT  scheme hello      no app opens the scheme"), "\(ended.output)")
    }

    @Test(arguments: [
        (["DISPLAY": nil, "WAYLAND_DISPLAY": nil] as [String: String?], "FAULT  display "),
        (["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5"], "FAULT  opener            in this KDE session"),
    ])
    func `a session in which xdg-open opens nothing is a fault`(variables: [String: String?], line: String) throws {
        try install()
        // A person may have the openers of KDE.
        let programs = try sandbox.programs(without: ["kde-open5"])
        let ended = try doctor(variables.merging(["PATH": "\(sandbox.path):\(programs)"]) { $1 })
        #expect(ended.status == 1 && ended.output.contains(line), "\(ended.output)")
    }

    @Test func `a mistake, an old file and a pause are named`() throws {
        try install()
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        try sandbox.routes("schemes: [h2]\nroutes: [{name: a, pat: /a, run: [\"true\"]}]\n", "other")
        #expect(try daemon.xcallback(["pause"]).status == 0)
        let ended = try doctor()
        #expect(
            ended.status == 1
                && ended.output.contains("unknown key 'pat'; did you mean 'path'?\n       → xcallback edit other\n"),
            "\(ended.output)")
        #expect(ended.output.contains("ok     routes            1, and 4 built-in\n"))
        #expect(ended.output.contains("hint   clicks            are paused"))
    }

    @Test func `the agent socket is checked, and the routes that agents run unasked are named`() throws {
        try install()
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        #expect(try doctor().output.contains("ok     agent socket      offers agents no route"))
        try sandbox.routes(
            """
            schemes: [hello]
            agent: ask
            routes:
              - {name: a, path: /a, agent: allow, run: ["true"]}
              - {name: b, path: /b, run: ["true"]}
              - {name: c, path: /c, agent: allow, run: ["true"]}
            """, "hello")
        _ = try daemon.xcallback(["reload"])
        _ = try daemon.xcallback(["pause", "agents"])
        let ended = try doctor()
        #expect(ended.status == 0 && faults(ended).isEmpty, "\(ended.output)")
        #expect(ended.output.contains("ok     agent socket      offers agents 3 routes"), "\(ended.output)")
        #expect(ended.output.contains("ok     agents            run without a question: hello.a, hello.c\n"))
        #expect(ended.output.contains("hint   agents            are paused, so all of their calls are refused\n"))
    }

    @Test func `a scheme with a digit is a hint`() throws {
        try sandbox.routes("schemes: [h2]\nroutes: [{name: a, path: /a, run: [\"true\"]}]\n", "other")
        try install()
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        let ended = try doctor()
        #expect(ended.output.contains("hint   scheme h2         xdg-open before 1.2"), "\(ended.output)")
        withExtendedLifetime(daemon) {}
    }
}
