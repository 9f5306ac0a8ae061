import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// `xcallback -H`: the daemon of another machine, through a real ssh.
@Suite(.enabled(if: RemoteMachine.absence == nil, "\(RemoteMachine.absence ?? "")"), .timeLimit(.minutes(1)))
struct RemoteCommandTests {
    private let machine: RemoteMachine
    private let daemon: RunningDaemon
    /// The URLs that the far desktop opened.
    private let opened: NamedPipe

    init() throws {
        let sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: say, path: "/say/{text}", input: {text: string}, output: text, run: [printf, --, "%s", $text]}
              - {name: fail, path: /fail, run: [sh, -c, "echo no such note >&2; exit 3"]}
              - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
              - {name: count, path: /count, input: {body: string}, run: [wc, -c], stdin: $body, output: text}
              - {name: display, path: /display, run: [sh, -c, 'printf %s "$$DISPLAY"'], output: text}
              - {name: hold, path: "/hold/{begun}/{held}", run: [sh, -c, 'echo begun >"$$0"; exec cat "$$1"', $begun, $held]}
            """, "t")
        opened = try NamedPipe("\(sandbox.path)/opened")
        try sandbox.write("#!/bin/sh\necho \"$1\" >'\(opened.path)'\n", to: "opener", executable: true)
        try sandbox.settings("opener: [\(sandbox.path)/opener]\n")
        machine = try RemoteMachine(sandbox)
        daemon = try RunningDaemon(sandbox)
    }

    /// The lines of an output without the parts that differ each time.
    private func outcomes(_ output: String) throws -> [QueryValue] {
        try output.split(separator: "\n").map { line in
            guard case .object(let members) = try JSONParser.parse(Array(line.utf8), depthLimit: 64) else {
                throw Failure("no object: \(line)")
            }
            return .object(members.filter { $0.name != "id" })
        }
    }

    @Test(arguments: [
        ["explain", "t:///say/a%1Fb?Text=x"],
        ["explain", "--json", "--door", "desktop", "t:///say/hi"],
        ["explain", "nope:x"],
        ["routes"],
        ["routes", "--json"],
        ["status"],
        ["status", "--json"],
        ["link", "t.say", "text=a b"],
        ["link", "t.say"],  // refused
        ["disable", "t"],
        ["enable", "--json", "t"],
        ["enable", "nothing"],  // refused
        ["reload"],
        ["open", "t:///say/hi"],
        ["open", "t:///fail"],
        ["open", "t:///cancel"],
        ["open", "--from", "desktop", "--", "t:///say/hi"],
    ])
    func `a command prints and exits as it does on the remote machine`(command: [String]) throws {
        // The age of the daemon grows from one to the next, and the apps of another machine are not known.
        func ageless(_ ended: Ended) -> Ended {
            Ended(
                status: ended.status,
                output: ended.output.replacing(/, \d+ \w+ ago/, with: "").replacing(/(not yours|but) .*\n/, with: ""),
                errors: ended.errors)
        }
        let there = ageless(try daemon.xcallback(command))
        #expect(ageless(try machine.xcallback([command[0], "-H", "box"] + command.dropFirst())) == there)
        #expect(ageless(try machine.xcallback(["-H", "box"] + command)) == there)
        #expect(ageless(try machine.xcallback(["--host=box"] + command)) == there)
    }

    @Test func `send prints the remote outcomes, and exits with the first status that is not 0`() throws {
        let urls = ["t:///say/hi", "t:///cancel", "t:///fail", "t:///nowhere"]
        let here = try machine.xcallback(["-H", "box", "send"] + urls)
        let there = try daemon.xcallback(["send"] + urls)
        #expect(try outcomes(here.output) == outcomes(there.output))
        #expect(here.status == 2 && there.status == 2 && here.errors == "")
    }

    @Test(arguments: [1, 4])
    func `send prints a reply for each of a hundred lines`(parallel: Int) throws {
        let input = (0..<100).map { "t:///say/\($0)\n" }.joined()
        let ended = try machine.xcallback(["-H", "box", "send", "--parallel", "\(parallel)", "-"], input: input)
        let results = try outcomes(ended.output).compactMap { $0["output"]?["result"]?.string }
        let expected = (0..<100).map { "\($0)" }
        #expect(parallel == 1 ? results == expected : results.sorted() == expected.sorted())
        #expect(ended.status == 0 && ended.errors == "")
    }

    @Test func `a line of almost 1 MiB comes through whole`() throws {
        let body = String(repeating: "a", count: 1_048_000)
        let ended = try machine.xcallback(["-H", "box", "send", "-"], input: "t:///count?body=\(body)\n")
        #expect(try outcomes(ended.output).first?["output"] == ["result": "1048000"])
    }

    @Test func `remote programs get the remote display, not ours`() throws {
        let ended = try machine.xcallback(["-H", "box", "send", "t:///display"])
        #expect(try outcomes(ended.output).first?["output"] == ["result": ":5005"])
    }

    @Test func `the desktop of the remote machine opens the callback`() throws {
        let url = "t:///say/hi?x-success=otherapp%3A%2F%2Fdone"
        #expect(try machine.xcallback(["-H", "box", "open", url]) == Ended(status: 0, output: "", errors: ""))
        #expect(opened.line() == "otherapp://done?result=hi")
    }

    @Test func `a command that runs for a web page stays on the desktop socket of a remote machine too`() throws {
        var environment = machine.environment
        environment["XCALLBACK_DOOR"] = "desktop"
        let ended = try run("\(Products.folder)/xcallback", ["-H", "box", "open", "xcallback:///ping"], environment)
        #expect(ended.status == 1 && ended.errors.contains("error 403"))
    }

    @Test(arguments: ["Welcome", "Welcome\\n", "One\\nTwo\\n"])
    func `the greeting of the remote shell is not read as a reply`(words: String) throws {
        try daemon.sandbox.write(
            "#!/bin/sh\nprintf '\(words)'\nPATH='\(Products.folder)' exec xcallback \"$@\"\n", to: "home/xcallback",
            executable: true)
        let greeting = try RemoteMachine(daemon.sandbox, path: "\(daemon.sandbox.path)/home:/usr/bin:/bin")
        let ended = try greeting.xcallback(["-H", "box", "link", "t.say", "text=a"])
        #expect(ended == Ended(status: 0, output: "t:///say/a\n", errors: ""))
    }

    @Test(arguments: [["send", "URL"], ["call", "URL"]])
    func `Ctrl-C cancels what runs on the remote machine, though it ends our ssh too`(words: [String]) throws {
        let begun = try NamedPipe("\(daemon.sandbox.path)/begun")
        let held = try NamedPipe("\(daemon.sandbox.path)/held")
        let url = "t:///hold/\(begun.parameter)/\(held.parameter)"
        // A terminal sends Ctrl-C to the whole group.
        let child = try Child(
            "/usr/bin/setsid",
            ["\(Products.folder)/xcallback", "-H", "box"] + words.map { $0 == "URL" ? url : $0 }, machine.environment)
        #expect(begun.line() == "begun")
        #expect(kill(-child.pid, SIGINT) == 0)
        #expect(child.wait() == 128 + SIGINT)
        #expect(try daemon.history().map { $0["outcome"] } == ["cancel"])
    }

    private enum Loss: CaseIterable { case login, daemon }

    @Test(arguments: Loss.allCases)
    private func `a connection that breaks after sending exits with 75, and prints the id`(loss: Loss) throws {
        let begun = try NamedPipe("\(daemon.sandbox.path)/begun")
        let held = try NamedPipe("\(daemon.sandbox.path)/held")
        let errors = try ChildPipe()
        let child = try Child(
            "\(Products.folder)/xcallback",
            ["-H", "box", "send", "t:///hold/\(begun.parameter)/\(held.parameter)"], machine.environment,
            errors: errors.writing)
        errors.closeWriting()
        #expect(begun.line() == "begun")
        switch loss {
        case .login: try machine.killLogin()
        case .daemon: daemon.signal(SIGKILL)
        }
        #expect(child.wait() == 75)
        let said = errors.read()
        #expect(said.contains("xcallback: the request has the id "))
        #expect(said.contains("xcallback: the connection to the daemon was lost: "))
    }
}
