import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The commands of desktop requests under a real user manager: each in a unit of its own.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct CommandUnitTests {
    private let sandbox: Sandbox
    private let service: InstalledService

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write(
            "#!/bin/sh\nprintf 'out\\n'; cat; printf 'first\\nlast\\n' >&2; [ $1 = x ] || kill -$1 $$; exit ${2:-0}\n",
            to: "home/ending", executable: true)
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            agent: allow
            rate: 1000
            routes:
              - {name: end, path: "/end/{signal}/{status}", run: [home/ending, $signal, $status], stdin: json, output: text, errors: stderr}
              - name: env
                path: /env
                input: {text: string}
                environment: [ALLOWED]
                output: text
                script: |
                  env | grep -v -e ^XCALLBACK_ID= -e ^XCALLBACK_DOOR= -e ^PWD= -e ^_= | sort; pwd; printf %s "$text" | od -c
              - {name: words, path: /words, input: {a: [string]}, run: [printf, "<%s>", --, $a], output: text}
              - {name: hold, path: /hold, run: [sh, -c, 'echo $$$$ > "$$HOME/held"; exec sleep 600'], timeout: 600s}
              - {name: stray, path: /stray, run: [sh, -c, 'setsid sleep 600 & echo $$!'], output: text}
              - {name: stubborn, path: /stubborn, run: [sh, -c, 'trap "" TERM; echo $$$$ > "$$HOME/held"; while :; do sleep 1; done'], timeout: 1s}
              - {name: privileges, path: /privileges, run: [grep, NoNewPrivs, /proc/self/status], output: text}
              - {name: short, path: /short, run: [sleep, 600], timeout: 600s, sandbox: {RuntimeMaxSec: 1s}}
              - {name: open, path: /open, run: [sh, -c, 'env -u XCALLBACK_DOOR PROGRAM "$$@" 2>&1; echo $$?', sh, routes], output: text}
              - {name: send, path: /send, run: [sh, -c, 'unset XCALLBACK_DOOR; echo xcallback:///ping | PROGRAM send - 2>&1; echo $$?'], output: text}
              - {name: none, path: /none, desktop: never, run: ["true"]}
            """.replacingOccurrences(of: "home/ending", with: "\(sandbox.path)/home/ending")
                .replacingOccurrences(of: "PROGRAM", with: "\(Products.folder)/xcallback"), "t")
        try sandbox.settings("callbacks: {allow: [otherapp]}\n")
        service = try InstalledService(sandbox)
    }

    /// The same request by both sockets.
    private func both(_ url: String) throws -> (desktop: QueryValue, control: QueryValue) {
        (try service.exchange(url, .desktop), try service.exchange(url, .control))
    }

    @Test(arguments: [
        ("t:///end/x/0", "success"), ("t:///end/x/3", "3 last"), ("t:///end/x/130", "cancel"),
        ("t:///end/x/255", "255 last"), ("t:///end/TERM/0", "143 last"), ("t:///end/KILL/0", "137 last"),
        ("t:///words?a=a%24HOME&a=%24%7BHOME%7D&a=%25n&a=&a=%20b%0D%0A%09&a=%22%27%5C%C3%A9&a=%24%24", "success"),
        ("t:///env?text=a%0D%0Ab%24HOME", "success"),
    ])
    func `a command in a unit has the streams, words, variables and end of any other`(url: String, end: String) throws {
        let (desktop, control) = try both(url)
        for reply in [desktop, control] {
            let error = reply["error"].map { "\($0["code"]?.json ?? "") \($0["message"]?.text ?? "")" }
            #expect((error ?? reply["outcome"]?.text) == end)
        }
        #expect(desktop["output"] == control["output"])
    }

    @Test func `the manager shows the unit, its limits and its tie to the daemon`() throws {
        let connection = try service.connect(.desktop)
        try connection.send("t:///hold")
        let held = try service.held()
        let unit = try #require(service.group(of: held).split(separator: "/").last.map(String.init))
        #expect(unit.hasPrefix("xcallback-command-") && unit.hasSuffix(".service"))
        let names = "NoNewPrivileges,TasksMax,MemoryMax,RuntimeMaxUSec,TimeoutStopUSec,BindsTo,Type"
        let shown = try service.session.perform(["systemctl", "--user", "show", "-p", names, unit]).output
        #expect(
            Set(shown.split(separator: "\n")) == [
                "NoNewPrivileges=yes", "TasksMax=512", "MemoryMax=2147483648", "RuntimeMaxUSec=infinity",
                "TimeoutStopUSec=2s", "BindsTo=xcallbackd.service", "Type=exec",
            ])
        #expect(try service.session.perform(["systemctl", "--user", "stop", "xcallbackd.service"]).status == 0)
        try service.waitForEnd(of: held)
    }

    @Test func `status reports the isolation`() throws {
        let status = try service.session.perform(["\(Products.folder)/xcallback", "status", "--json"])
        #expect(try status.json["isolation"]?.text == "units")
    }

    @Test func `a process in a session of its own ends with the unit`() throws {
        let stray = try #require(try service.exchange("t:///stray", .desktop)["output"]?["result"]?.text)
        try service.waitForEnd(of: stray)
    }

    @Test func `a unit ends at the deadline, though its command ignores SIGTERM`() throws {
        let reply = try service.exchange("t:///stubborn", .desktop)
        #expect(reply["error"]?["code"]?.json == "408")
        try service.waitForEnd(of: service.held())
    }

    @Test func `a command gains no privileges, and a property of the route replaces ours`() throws {
        let (desktop, control) = try both("t:///privileges")
        #expect(desktop["output"]?["result"]?.text == "NoNewPrivs:\t1")
        #expect(control["output"]?["result"]?.text == "NoNewPrivs:\t0")
        #expect(try service.exchange("t:///short", .desktop)["outcome"]?.text == "error")
    }

    @Test(arguments: ["t:///open", "t:///send"])
    func `the control socket refuses a command of the desktop socket that hides its origin`(url: String) throws {
        let (desktop, control) = try both(url)
        let said = try #require(desktop["output"]?["result"]?.text)
        #expect(said.contains("may not use the control socket"))
        #expect(url != "t:///open" || said.hasSuffix("\n77"))
        #expect(try !#require(control["output"]?["result"]?.text).contains("may not use"))
    }

    @Test(arguments: ["t.open", "t.send"])
    func `the control socket refuses a command of an agent that hides its origin`(route: String) throws {
        let reply = try service.connect(.agent).call("run", ["route": .string(route)])
        let said = try #require(reply["result"]?["output"]?["result"]?.text, "\(reply.json)")
        #expect(said.contains("may not use the control socket"))
    }

    @Test func `the next daemon ends a command whose daemon was killed`() throws {
        for door in [Door.desktop, .control] {
            let connection = try service.connect(door)
            try connection.send("t:///hold")
            let held = try service.held()
            let pid = try service.session.property("MainPID")
            try service.session.perform(["kill", "-KILL", pid])
            #expect(try service.exchange("xcallback:///ping")["outcome"]?.text == "success")
            try service.waitForEnd(of: held)
            try FileManager.default.removeItem(atPath: "\(sandbox.path)/home/held")
        }
    }

    @Test func `an app that is opened for the desktop socket knows where the request came from`() throws {
        let app = try ReceivingApp(sandbox, scheme: "otherapp", thenWaits: true)
        for (door, expected) in [(Door.desktop, "desktop"), (.control, nil)] {
            _ = try service.exchange("t:///privileges?x-success=otherapp%3A%2F%2Fdone", door)
            try #require(app.next() != nil)
            let pid = try #require(app.next())
            let environment = try service.session.perform(["cat", "/proc/\(pid)/environ"]).output
            let variables = environment.split(separator: "\0").filter { $0.hasPrefix("XCALLBACK_") }
            #expect(variables.contains("XCALLBACK_DOOR=desktop") == (expected != nil))
            #expect(variables.contains("XCALLBACK_DEPTH=1") == (expected != nil))
        }
    }
}
