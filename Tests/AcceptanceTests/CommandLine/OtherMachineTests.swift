import Glibc
import QueryCoding
import Testing

/// The daemon of another machine, whose control socket a real ssh forwards: the recipes of the manual, and what a command
/// does with such a socket.
@Suite(.needs(RemoteMachine.absence), .timeLimit(.minutes(1)))
struct OtherMachineTests {
    private let machine: RemoteMachine
    private let daemon: RunningDaemon

    init() throws {
        let sandbox = try Sandbox(try #require(try Sample.texts("yaml", in: "README.md").first), as: "hello")
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: say, path: "/say/{text}", input: {text: string}, output: text, run: [printf, --, "%s", $text]}
              - {name: fail, path: /fail, run: [sh, -c, "echo no such note >&2; exit 3"]}
              - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
              - {name: display, path: /display, run: [sh, -c, 'printf %s "$$DISPLAY"'], output: text}
              - {name: hold, path: "/hold/{begun}/{held}", run: [sh, -c, 'echo begun >"$$0"; exec cat "$$1"', $begun, $held]}
            """, "t")
        machine = try RemoteMachine(sandbox)
        daemon = try RunningDaemon(sandbox)
    }

    /// Runs the n-th recipe of the page as it is written.
    private func recipe(_ index: Int) throws -> Ended {
        let samples = try Sample.texts("sh", in: "OtherMachines.md")
        return try run("/bin/sh", ["-e", "-c", samples[index]], machine.environment)
    }

    /// Forwards the control socket by the page's recipe, and returns the variables of a process that uses the socket.
    private func forwarded() throws -> [String: String] {
        let ended = try recipe(1)
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.contains(#""output":{"result":"Hello Ada, 1 times"}"#), "\(ended)")
        var environment = machine.environment
        environment["XCALLBACK_SOCKET_DIRECTORY"] = "\(machine.near.path)/home/.xcallback-box"
        return environment
    }

    private func xcallback(_ arguments: [String], _ environment: [String: String]) throws -> Ended {
        try run("\(Products.folder)/xcallback", arguments, environment)
    }

    @Test func `the recipe that runs xcallback by ssh does what is written`() throws {
        let ended = try recipe(0)
        #expect(ended.status == 0 && ended.output.contains(#""output":{"result":"Hello Ada, 1 times"}"#), "\(ended)")
    }

    @Test func `a command prints and exits as it does on the other machine`() throws {
        let environment = try forwarded()
        defer { machine.killLogin() }
        // The age of the daemon grows from one to the next, and the apps of another machine are not known.
        func ageless(_ ended: Ended) -> Ended {
            Ended(
                status: ended.status,
                output: ended.output.replacing(/, \d+ \w+ ago/, with: "").replacing(/but .*\n/, with: ""),
                errors: ended.errors)
        }
        for command in [
            ["explain", "t:///say/a%1Fb?Text=x"], ["explain", "nope:x"], ["routes"], ["status"],
            ["link", "t.say", "text=a b"], ["link", "t.say"],  // refused
            ["pause", "t"], ["resume", "t"], ["reload"],
            ["open", "t:///say/hi"], ["open", "t:///fail"], ["open", "t:///cancel"],
            ["call", "t:///say/hi"], ["call", "t:///fail"],
        ] {
            let there = ageless(try daemon.xcallback(command))
            #expect(ageless(try xcallback(command, environment)) == there, "\(command)")
        }
    }

    @Test func `commands of the other machine get its display, not ours`() throws {
        let environment = try forwarded()
        defer { machine.killLogin() }
        #expect(environment["DISPLAY"] == ":66")
        #expect(try xcallback(["call", "t:///display", "--get", "result"], environment).output == ":5005\n")
    }

    @Test func `Ctrl-C cancels what runs on the other machine`() throws {
        let environment = try forwarded()
        defer { machine.killLogin() }
        let begun = try NamedPipe("\(daemon.sandbox.path)/begun")
        let held = try NamedPipe("\(daemon.sandbox.path)/held")
        let url = "t:///hold/\(begun.parameter)/\(held.parameter)"
        let child = try Child("\(Products.folder)/xcallback", ["send", url], environment)
        #expect(begun.line() == "begun")
        child.signal(SIGINT)
        #expect(child.wait() == 128 + SIGINT)
        #expect(try daemon.history().contains { $0["outcome"] == "cancel" })
    }

    @Test func `a login that ends while a request runs is 75, and prints the id`() throws {
        let environment = try forwarded()
        let begun = try NamedPipe("\(daemon.sandbox.path)/begun")
        let held = try NamedPipe("\(daemon.sandbox.path)/held")
        let errors = try ChildPipe()
        let child = try Child(
            "\(Products.folder)/xcallback", ["send", "t:///hold/\(begun.parameter)/\(held.parameter)"], environment,
            errors: errors.writing)
        errors.closeWriting()
        #expect(begun.line() == "begun")
        machine.killLogin()
        #expect(child.wait() == 75)
        let said = errors.read()
        #expect(said.contains("xcallback: the request has the id "), "\(said)")
        #expect(said.contains("xcallback: the connection to the daemon was lost: "), "\(said)")
    }
}
