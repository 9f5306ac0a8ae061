import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The unit that is ready for the next click: what happens when its program or the daemon is killed or stopped.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct StandbyTests {
    private let sandbox: Sandbox
    private let service: InstalledService
    /// The programs of the service.
    private let programs: String

    init() throws {
        sandbox = try Sandbox(
            """
            schemes: [t]
            desktop: allow
            rate: 1000
            routes:
              - {name: run, path: /run, run: [sh, -c, 'tail -n 1 /proc/self/cgroup >> "$$HOME/ran"; echo done'], output: text,
                 timeout: 3s}
              - {name: count, path: /count, input: {n: int}, run: [sh, -c, 'echo "$$1" >> "$$HOME/counted"', sh, $n]}
              - {name: hold, path: /hold, run: [sh, -c, 'echo $$$$ > "$$HOME/held"; exec sleep 600'], timeout: 600s}
              - {name: kill, path: /kill, run: [sh, -c, 'setsid sleep 600 & echo $$! > "$$HOME/held"; kill -KILL $$PPID; wait']}
            """)
        programs = "\(sandbox.path)/programs"
        try sandbox.makeFolder(programs)
        for name in ["xcallback", "xcallbackd"] {
            let from = "\(Products.folder)/\(name)"
            // A link is quick; it cannot lead to another file system.
            if link(from, "\(programs)/\(name)") != 0 {
                try FileManager.default.copyItem(atPath: from, toPath: "\(programs)/\(name)")
            }
        }
        service = try InstalledService(sandbox, programs: programs)
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
    }

    /// The process of the unit that waits.
    private func standby() throws -> String {
        var process = ""
        try wait(for: "a unit that is ready") {
            let units = try service.session.perform(
                ["systemctl", "--user", "list-units", "--plain", "--no-legend", "xcallback-command-*"]
            ).output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
            // The unit of the last click may still be ending, and the next one may not be ready yet.
            guard units.count == 1, try status["ready"] == .string(units[0]) else { return false }
            process = try service.session.property("MainPID", of: units[0])
            return process != "0" && !process.isEmpty
        }
        return process
    }

    private var status: QueryValue {
        get throws {
            // A test replaces the installed program.
            try #require(service.session.perform(["\(Products.folder)/xcallback", "status", "--json"]).json["units"])
        }
    }

    private func output(_ words: String...) throws -> String {
        try service.session.perform(["\(programs)/xcallback"] + words).output
    }

    /// The number of runs, each of which writes a line.
    private var runs: Int { sandbox.lines("home/ran").count }

    /// The numbers of the clicks whose command ran.
    private var counted: [Int] { sandbox.lines("home/counted").compactMap { Int($0) } }

    @Test func `a click runs in the unit that waits, and the next one waits then`() throws {
        let first = try standby()
        let connection = try service.connect(.desktop)
        try connection.send("t:///hold")
        let process = try service.held()
        let group = try service.group(of: process)
        #expect(try group == service.group(of: first))
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
        #expect(runs == 2)
        // The journal of the system has the command's messages by this name.
        let shown = try service.session.perform(["\(programs)/xcallback", "history", "--running", "--json"])
        let details = try output("history", "show", #require(shown.json["id"]?.text))
        let unit = try #require(group.split(separator: "/").last)
        #expect(details.contains("unit          \(unit)\n"), "\(details)")
        _ = try service.session.perform(["kill", process])
        #expect(try connection.reply()["outcome"] == "error")
        let second = try standby()
        // Only the daemon's end ends what waits.
        #expect(try service.session.perform(["systemctl", "--user", "stop", "xcallbackd.service"]).status == 0)
        for process in [first, second] { try service.waitForEnd(of: process) }
    }

    @Test func `status and doctor name the unit that is ready, and status the units of commands`() throws {
        _ = try standby()
        let ready = try #require(status["ready"]?.text)
        #expect(try output("doctor").contains("\(ready) is ready for the next command"))
        try service.connect(.desktop).send("t:///hold")
        _ = try service.held()
        #expect(try status["running"] == [.string(ready)])
        #expect(try output("status").contains("           \(ready) runs a command\n"))
    }

    @Test func `a manager that refuses units fails each click, is asked once for each, and is named`() throws {
        let process = try standby()
        let refusals = { try self.service.session.perform(["sh", "-c", "grep -c . $HOME/asked || true"]).output }
        // systemd-run with a property that the manager does not know.
        try service.session.changeUnit("[Service]\nEnvironment=PATH=\(sandbox.path)/refusing:/usr/bin:/bin\n")
        try sandbox.write(
            """
            #!/bin/sh
            echo asked >> "\(sandbox.path)/home/asked"
            exec /usr/bin/systemd-run --property=Refused=yes "$@"
            """, to: "refusing/systemd-run", executable: true)
        #expect(try service.session.perform(["systemctl", "--user", "restart", "xcallbackd.service"]).status == 0)
        try service.waitForEnd(of: process)
        #expect(try service.exchange("xcallback:///ping")["outcome"] == "success")
        try wait(for: "the first refusal") { try refusals() == "1\n" }
        for count in 2...3 {
            let reply = try service.exchange("t:///run", .desktop)
            #expect(reply["error"]?["code"] == 500, "\(reply.json)")
            #expect(try refusals() == "\(count)\n")
        }
        #expect(runs == 1)
        let refusal = try #require(status["refusal"]?.text)
        #expect(refusal.contains("Refused"), "\(refusal)")
        #expect(try output("doctor").contains("no command of a click or an agent can run: \(refusal)"))
        // It is asked again by the next click.
        try service.session.perform(["ln", "-sf", "/usr/bin/systemd-run", "\(sandbox.path)/refusing/systemd-run"])
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
        #expect(try status["refusal"] == nil)
    }

    @Test func `a daemon whose programs were replaced goes on with its own`() throws {
        for name in ["xcallback", "xcallbackd"] {
            try sandbox.write("#!/bin/sh\nexit 3\n", to: "programs/new", executable: true)
            #expect(rename("\(programs)/new", "\(programs)/\(name)") == 0)
        }
        for count in 2...4 {
            _ = try standby()
            #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
            #expect(runs == count)
        }
    }

    /// Kills the daemon at thirteen moments after one click, and at as many after four, of which three wait for a new unit.
    @Test(arguments: 1...Scale.count(1, upTo: 20), [1, 4])
    func `a click runs at most once, whenever the daemon is killed`(round: Int, clicks: Int) throws {
        let pipe = try NamedPipe("\(sandbox.path)/kill")
        var number = 0
        for step in UInt32(0)...12 {
            _ = try standby()
            let pid = try service.session.property("MainPID")
            let connections = try (0..<clicks).map { _ in try service.connect(.desktop) }
            // It waits already when the click comes: the start of a program takes some milliseconds.
            let killer = try service.session.perform(
                ["sh", "-c", "(read -r line < '\(pipe.path)'; kill -KILL \(pid)) > /dev/null 2>&1 &"])
            #expect(killer.status == 0)
            let first = number
            for connection in connections {
                try connection.send("t:///count?n=\(number)")
                number += 1
            }
            usleep(step * 400 * UInt32(clicks * clicks) + UInt32.random(in: 0..<400))
            pipe.write("now")
            let answered = zip(first..., connections).filter { (try? $1.reply()["outcome"]) == "success" }.map(\.0)
            // The next daemon is asked after the end of all that the first one left.
            try wait(for: "the next daemon") {
                let next = try service.session.property("MainPID")
                return next != pid && (try? service.exchange("xcallback:///ping")["outcome"]) == "success"
            }
            let counted = counted
            #expect(Set(counted).count == counted.count, "\(counted)")
            #expect(Set(answered).isSubset(of: counted), "\(answered) \(counted)")
        }
        let left = try output("history", "--running", "--json")
        #expect(left.isEmpty, "\(left)")
    }

    @Test(
        .needs(programs: "strace"),
        arguments: [
            "memfd_create:error=EMFILE", "sendmsg:error=ENOBUFS", "sendmsg:error=EPIPE", "recvmsg:error=ECONNRESET",
            "poll:error=ENOMEM", "socketpair:error=EMFILE", "clone3:error=EAGAIN",
        ])
    func `a system call that fails for the unit costs at most one click, which runs at most once`(fault: String) throws
    {
        _ = try standby()
        let pid = try service.session.property("MainPID")
        let call = fault.prefix { $0 != ":" }
        let strace = "strace -f -qq -o /dev/null -e trace=\(call) -e inject=\(fault):when=1 -p \(pid)"
        let tracer = try service.session.perform(["sh", "-c", "\(strace) > /dev/null 2>&1 & echo $!"]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try wait(for: "strace") {
            try !service.session.perform(["grep", "TracerPid:\t0", "/proc/\(pid)/status"]).output.contains("TracerPid")
        }
        let reply = try service.exchange("t:///count?n=1", .desktop)
        #expect(["success", "error"].contains(reply["outcome"]), "\(reply.json)")
        // strace may wait for a thread that never stops.
        try service.session.perform(["kill", "-KILL", tracer])
        try service.waitForEnd(of: tracer)
        #expect(try service.exchange("t:///count?n=2", .desktop)["outcome"] == "success")
        // Without the answer of the unit, the daemon cannot know that the command ran.
        let counted = counted
        let first = counted.count { $0 == 1 }
        #expect(first == 1 || (first == 0 && reply["outcome"] == "error"), "\(reply.json) \(counted)")
        #expect(counted.count { $0 == 2 } == 1, "\(counted)")
        #expect(try service.session.property("MainPID") == pid)
    }

    @Test func `clicks at once each have a unit`() throws {
        let connections = try (0..<10).map { _ in try service.connect(.desktop) }
        for connection in connections { try connection.send("t:///run") }
        for connection in connections { #expect(try connection.reply()["outcome"] == "success") }
        #expect(runs == 11)
    }

    @Test(arguments: ["KILL", "STOP"])
    func `a program that was killed or stopped costs at most one click`(signal: String) throws {
        let process = try standby()
        _ = try service.session.perform(["kill", "-\(signal)", process])
        // A program that is about to end may still get the command.
        if signal == "KILL" { try service.waitForEnd(of: process) }
        let reply = try service.exchange("t:///run", .desktop)
        // A stopped program looks like one that waits, until its command's time is over.
        #expect(reply["error"]?["code"] == (signal == "STOP" ? 408 : nil))
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
        #expect(runs == (signal == "STOP" ? 2 : 3))
        try service.waitForEnd(of: process)
    }

    @Test func `a command that kills its program is killed, and nothing of it is left`() throws {
        let reply = try service.exchange("t:///kill", .desktop)
        #expect(reply["error"]?["code"] == 137, "\(reply.json)")
        try service.waitForEnd(of: service.held())
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
    }

    @Test(arguments: [false, true])
    func `what waits or runs ends with a daemon that is killed`(isRunning: Bool) throws {
        var process = try standby()
        if isRunning {
            try service.connect(.desktop).send("t:///hold")
            process = try service.held()
        }
        _ = try service.session.perform(["kill", "-KILL", service.session.property("MainPID")])
        try service.waitForEnd(of: process)
        #expect(try service.exchange("t:///run", .desktop)["outcome"] == "success")
        #expect(runs == 2)
    }
}
