import Foundation
import QueryCoding
import Testing

/// `xcallback doctor` on a display, beside what its transcripts show: it finds nothing where there is no trap.
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

    private func doctor(_ variables: [String: String] = [:]) throws -> Ended {
        try run("\(Products.folder)/xcallback", ["doctor"], environment.merging(variables) { $1 })
    }

    private func install() throws {
        _ = try run("\(Products.folder)/xcallback", ["install", "--no-check"], environment)
    }

    @Test func `nothing is wrong after install, and a URL comes around`() throws {
        try install()
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        let ended = try doctor()
        #expect(ended.status == 0 && !ended.output.contains("FAULT"), "\(ended.output)")
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

    @Test func `a mistake in a file that the daemon has read is one fault`() throws {
        try sandbox.routes("schemes: [bad]\nroutes: [{name: a, pat: /a, run: [\"true\"]}]\n", "bad")
        let daemon = try RunningDaemon(sandbox, environment: display.variables)
        let output = try doctor().output
        let mistakes = output.split(separator: "\n").count { $0.contains("bad.yaml:2:20: unknown key 'pat'") }
        #expect(mistakes == 1, "\(output)")
        withExtendedLifetime(daemon) {}
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

    @Test func `a session of KDE in which xdg-open opens nothing is a fault`() throws {
        try install()
        // A person may have the openers of KDE.
        let path = "\(sandbox.path):\(try sandbox.programs(without: ["kde-open5"]))"
        let ended = try doctor(["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5", "PATH": path])
        let line = "FAULT  opener            in this KDE session"
        #expect(ended.status == 1 && ended.output.contains(line), "\(ended.output)")
    }
}
