import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The service under a real manager: installed as a user installs it, with nothing of the machine's own session.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct UserManagerTests {
    private let sandbox: Sandbox
    private let service: InstalledService

    init() throws {
        sandbox = try Sandbox(
            """
            schemes: [notes]
            desktop: allow
            routes: [{name: create, path: /create, input: {title: line}, run: [echo, "hi $title"], output: text}]
            """, as: "notes")
        service = try InstalledService(sandbox)
    }

    private var session: UserSession { service.session }

    private func exchange(_ line: String) throws -> QueryValue { try service.exchange(line) }

    /// Connections that a daemon which is stopped cannot accept: they are in the queue of the socket, each with a line.
    private func queue(_ round: Int) throws -> [Connection] {
        try (1...20).map { number in
            let connection = try service.connect()
            try connection.send("notes:///create?title=\(round).\(number)")
            return connection
        }
    }

    @Test func `a line at the socket starts the service`() throws {
        #expect(try session.property("ActiveState") == "inactive")
        #expect(try exchange("notes:///create?title=x")["output"]?["result"]?.text == "hi x")
        #expect(try session.property("ActiveState") == "active")
    }

    @Test func `an app that a callback opened outlives the restart of the service`() throws {
        let app = try ReceivingApp(sandbox, scheme: "other-app", thenWaits: true)
        let reply = try exchange("notes:///create?title=x&x-success=other-app%3A%2F%2Fdone%3Fcost%3D%24HOME%2524")
        #expect(reply["callback"]?["state"]?.text == "opened")
        #expect(app.next() == "other-app://done?cost=$HOME%24&result=hi%20x")
        let pid = try #require(app.next())
        // The dash is escaped, as it separates the parts of the name.
        #expect(try service.group(of: pid).contains(#"/app.slice/app-xcallback-other\x2dapp@"#))

        #expect(try session.perform(["systemctl", "--user", "restart", "xcallbackd.service"]).status == 0)
        #expect(try exchange("notes:///create?title=y")["output"]?["result"]?.text == "hi y")
        #expect(try session.perform(["kill", "-0", pid]).status == 0)
    }

    @Test func `an app in a unit gets the token of its click, and none that the manager has`() throws {
        try session.setEnvironment(["XDG_ACTIVATION_TOKEN": "stale", "DESKTOP_STARTUP_ID": "stale"])
        try sandbox.routes("schemes: [show]\nroutes: [{name: r, path: /r, open: \"otherapp://shown\"}]", "show")
        let app = try ReceivingApp(sandbox, scheme: "otherapp", tellsToken: true)
        #expect(try exchange("show:///r")["outcome"] == "success")
        #expect(app.next() == "||otherapp://shown")
        let parameters: QueryValue = ["url": "show:///r", "environment": ["DESKTOP_STARTUP_ID": "clicked"]]
        _ = try service.connect().call("dispatch", parameters)
        #expect(app.next() == "clicked|clicked|otherapp://shown")
    }

    @Test func `the unit dumps no core and drops what chooses programs, and its commands notice nothing`() throws {
        try session.setEnvironment(["BROWSER": "", "LD_AUDIT": "", "LD_LIBRARY_PATH": "", "LD_PRELOAD": ""])
        try sandbox.routes(
            """
            schemes: [other]
            routes:
              - name: act
                path: /act
                output: lines
                script: |
                  : > "$HOME/made"
                  stat -c %a "$HOME/made"
                  unshare --user true && echo namespaces
                  grep -e ^NoNewPrivs -e ^Seccomp: /proc/self/status | tr -d '\\t'
            """, "other")
        let made = try exchange("other:///act")["output"]?["result"]
        #expect(made == ["644", "namespaces", "NoNewPrivs:0", "Seccomp:0"])
        let pid = try session.property("MainPID")
        #expect(try session.perform(["grep", "^Max core file size  *0 ", "/proc/\(pid)/limits"]).status == 0)
        let variables = try session.perform(["cat", "/proc/\(pid)/environ"]).output.split(separator: "\0")
        #expect(variables.contains { $0.hasPrefix("XDG_RUNTIME_DIR=") })
        #expect(!variables.contains { $0.hasPrefix("LD_") || $0.hasPrefix("BROWSER=") })
    }

    @Test func `an upgrade restarts the service that runs, with the new program`() throws {
        _ = try exchange("xcallback:///ping")
        let pid = try session.property("MainPID")
        let upgraded = try session.perform(["\(Products.folder)/xcallback", "install", "-v", "--no-check"])
        #expect(upgraded.output.contains(" restarted xcallbackd.service\n"), "\(upgraded)")
        #expect(try session.property("MainPID") != pid)
        #expect(try exchange("notes:///create?title=z")["output"]?["result"]?.text == "hi z")
    }

    /// Expects that the manager starts the service again after the body has done something to its process.
    private func expectRestart(after body: (_ pid: String) throws -> Void) throws {
        // The handler of the abort waits for the threads, which hear no signal while they are traced.
        try session.changeUnit("[Service]\nWatchdogSec=2s\nTimeoutAbortSec=1s\nRestart=on-watchdog\n")
        _ = try exchange("xcallback:///ping")
        let pid = try session.property("MainPID")
        try #require(try session.property("NRestarts") == "0")
        try body(pid)
        try wait(for: "the restart") { try session.property("NRestarts") == "1" }
        #expect(try exchange("notes:///create?title=x")["output"]?["result"]?.text == "hi x")
        #expect(try session.property("MainPID") != pid)
    }

    @Test(.needs(StoppedThreads.absence))
    func `the manager replaces a service that no longer dispatches, although it accepts lines`() throws {
        try expectRestart { pid in
            try session.perform(["sh", "-c", "python3 -c \"$0\" $1 hold >/dev/null 2>&1 &", StoppedThreads.script, pid])
        }
    }

    @Test(.needs(HeldLedger.absence))
    func `the manager replaces a service whose requests wait for a lock for ever`() throws {
        var held: Connection?
        try expectRestart { pid in
            let said = "\(sandbox.path)/said"
            try session.perform(["sh", "-c", "\"$@\" >'\(said)' 2>&1 &", "sh"] + HeldLedger.command(pid))
            try wait(for: "the breakpoint") { try String(contentsOfFile: said, encoding: .utf8).hasSuffix("threads\n") }
            #expect(try session.property("NRestarts") == "0")
            // The thread of the control socket comes to the breakpoint. The socket of the agents still answers.
            held = try service.connect()
            try held?.send("xcallback:///ping")
            #expect(try service.exchange("xcallback:///ping", .agent)["error"]?["code"] == 403)
        }
        #expect(try #require(held).next() == nil)
    }

    @Test func `a connection that was queued survives SIGKILL of the service`() throws {
        _ = try exchange("xcallback:///ping")
        // The unit lets it start fifty times a minute.
        for round in 1...Scale.count(8, upTo: 40) {
            let pid = try session.stopService()
            let waiting = try queue(round)
            try session.perform(["kill", "-KILL", pid])
            for (number, connection) in zip(1..., waiting) {
                #expect(try connection.reply()["output"]?["result"]?.text == "hi \(round).\(number)")
            }
        }
    }

    @Test func `a restart answers every connection in the queue`() throws {
        _ = try exchange("xcallback:///ping")
        for round in 1...Scale.count(3, upTo: 30) {
            let pid = try session.stopService()
            let waiting = try queue(round)
            try session.perform(["systemctl", "--user", "restart", "--no-block", "xcallbackd.service"])
            try session.perform(["kill", "-CONT", pid])
            for connection in waiting {
                let reply = try connection.reply()
                // The daemon that stops refuses the connections that it has already accepted.
                #expect(reply["outcome"]?.text == "success" || reply["error"]?["code"]?.json == "503")
            }
        }
    }
}
