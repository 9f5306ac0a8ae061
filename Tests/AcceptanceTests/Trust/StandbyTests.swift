import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import TestSupport
import Testing

/// The unit that is ready for the next click: what happens when its program or the daemon is killed or stopped.
@Suite(.enabled(if: UserSession.absence == nil, "\(UserSession.absence ?? "")"), .timeLimit(.minutes(5)))
struct StandbyTests {
    private let sandbox: Sandbox
    private let service: InstalledService

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            rate: 1000
            routes:
              - {name: run, path: /run, run: [sh, -c, 'echo ran >> "$$HOME/ran"; echo done'], output: text, timeout: 3s}
              - {name: hold, path: /hold, run: [sh, -c, 'echo $$$$ > "$$HOME/held"; exec sleep 600'], timeout: 600s}
              - {name: kill, path: /kill, run: [sh, -c, 'setsid sleep 600 & echo $$! > "$$HOME/held"; kill -KILL $$PPID; wait']}
            """, "t")
        service = try InstalledService(sandbox)
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
    }

    /// The process of the unit that waits.
    private func standby() throws -> String {
        var process = ""
        try wait(for: "a unit that is ready") {
            let units = try service.session.perform(
                ["systemctl", "--user", "list-units", "--plain", "--no-legend", "xcallback-command-*"]
            ).output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
            guard units.count == 1 else { return false }
            process = try service.session.perform(
                ["systemctl", "--user", "show", "-p", "MainPID", "--value", units[0]]
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            return process != "0" && !process.isEmpty
        }
        return process
    }

    private func hasEnded(_ process: String) throws -> Bool {
        try service.session.perform(["kill", "-0", process]).status != 0
    }

    private func held() throws -> String {
        var text = ""
        try wait(for: "the command") {
            text = (try? sandbox.contents("home/held")) ?? ""
            return text.hasSuffix("\n")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private var runs: Int { ((try? sandbox.contents("home/ran")) ?? "").count { $0 == "\n" } }

    @Test func `a click runs in the unit that waits, and the next one waits then`() throws {
        let first = try standby()
        let connection = try service.connect(.desktop)
        try connection.send("t:///hold")
        let process = try held()
        let group = try service.session.perform(["cat", "/proc/\(process)/cgroup"]).output
        #expect(try group == service.session.perform(["cat", "/proc/\(first)/cgroup"]).output)
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
        #expect(runs == 2)
        // The journal of the system has the command's messages by this name.
        let shown = try service.session.perform(["\(Products.folder)/xcallback", "history", "--running", "--json"])
            .output
        let request = try #require(JSONParser.parse(Array(shown.utf8), depthLimit: 9)["id"]?.text)
        let details = try service.session.perform(["\(Products.folder)/xcallback", "history", "show", request]).output
        let unit = try #require(group.split(separator: "\n").last?.split(separator: "/").last)
        #expect(details.contains("unit          \(unit)\n"), "\(details)")
        // Only the daemon's end ends what waits and what runs.
        #expect(try service.session.perform(["systemctl", "--user", "stop", "xcallbackd.service"]).status == 0)
        try wait(for: "the units to end") { try hasEnded(first) && hasEnded(process) }
    }

    @Test func `clicks at once each have a unit`() throws {
        let connections = try (0..<10).map { _ in try service.connect(.desktop) }
        for connection in connections { try connection.send("t:///run") }
        for connection in connections {
            #expect(try connection.reply()["outcome"] == "success")
        }
        #expect(runs == 11)
    }

    @Test(arguments: ["KILL", "STOP"])
    func `a program that was killed or stopped costs at most one click`(signal: String) throws {
        let process = try standby()
        _ = try service.session.perform(["kill", "-\(signal)", process])
        let reply = try service.exchange("t:///run", .desktop)
        // A stopped program looks like one that waits, until its command's time is over.
        #expect(reply["error"]?["code"] == (signal == "STOP" ? 408 : nil))
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
        #expect(runs == (signal == "STOP" ? 2 : 3))
        try wait(for: "the old unit to end") { try hasEnded(process) }
    }

    @Test func `a command that kills its program is killed, and nothing of it is left`() throws {
        let reply = try service.exchange("t:///kill", .desktop)
        #expect(reply["error"]?["code"] == 137, "\(reply.json)")
        let process = try held()
        try wait(for: "the process to end") { try hasEnded(process) }
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
    }

    @Test(arguments: [false, true])
    func `what waits or runs ends with a daemon that is killed`(isRunning: Bool) throws {
        var process = try standby()
        if isRunning {
            try service.connect(.desktop).send("t:///hold")
            process = try held()
        }
        _ = try service.session.perform(["kill", "-KILL", service.session.property("MainPID")])
        try wait(for: "the process to end") { try hasEnded(process) }
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
        #expect(runs == 2)
    }
}
