import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import TestSupport
import Testing

/// `xcallback pause` and `resume`.
@Suite(.timeLimit(.minutes(1)))
struct PauseTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            "schemes: [t]\ndesktop: allow\nroutes: [{name: r, path: /r, run: [\"true\"]}]\n", "t")
    }

    private var file: String { "\(sandbox.path)/state/xcallbackd/pause.json" }

    private func code(_ daemon: RunningDaemon) throws -> QueryValue? {
        try daemon.reply(to: "t:///r", door: .desktop)["error"]?["code"]
    }

    @Test func `a pause lasts over a restart, and resume ends it`() throws {
        let first = try RunningDaemon(sandbox)
        #expect(try code(first) == nil)
        let line = "paused; 'xcallback resume' ends the pause\n"
        #expect(try first.xcallback(["pause"]) == Ended(status: 0, output: line, errors: ""))
        #expect(try code(first) == 503)
        #expect(try first.reply(to: "t:///r")["outcome"] == "success")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try first.xcallback(["status"]).output.contains("desktop    \(line)"))
        first.kill()
        let second = try RunningDaemon(sandbox)
        #expect(try code(second) == 503)
        #expect(try second.xcallback(["resume"]) == Ended(status: 0, output: "resumed; clicks run again\n", errors: ""))
        #expect(try code(second) == nil)
        #expect(access(file, F_OK) != 0)
        #expect(second.stop() == 0)
        #expect(try code(RunningDaemon(sandbox)) == nil)
    }

    @Test func `a pause with an end shows it, and is over after a restart past it`() throws {
        let first = try RunningDaemon(sandbox)
        let said = try first.xcallback(["pause", "2h"]).output
        // The local time of day, after the date if that is tomorrow.
        let form = /paused until (\d{4}-\d\d-\d\d \d\d:\d\d|\d\d:\d\d:\d\d); 'xcallback resume' ends the pause\n/
        #expect(said.wholeMatch(of: form) != nil, "\(said)")
        #expect(try first.xcallback(["status"]).output.contains("desktop    \(said)"))
        #expect(try first.call("status")["paused"]?["desktop"]?["until"]?.string?.hasSuffix("Z") == true)
        #expect(try code(first) == 503)
        #expect(first.stop() == 0)
        try sandbox.write("{\"until\":1000}\n", to: file)
        let second = try RunningDaemon(sandbox)
        #expect(try code(second) == nil)
        #expect(try second.call("status")["paused"] == nil)
    }

    @Test func `a file that cannot be read is a pause without an end`() throws {
        let first = try RunningDaemon(sandbox)
        #expect(first.stop() == 0)
        try sandbox.write("{\"unt", to: file)
        let second = try RunningDaemon(sandbox)
        #expect(try code(second) == 503)
        #expect(second.logText.contains("paused by a file that cannot be read"))
    }

    @Test func `a duration that is none is a usage error`() throws {
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.xcallback(["pause", "soon"]).status == 64)
        #expect(try code(daemon) == nil)
    }
}
