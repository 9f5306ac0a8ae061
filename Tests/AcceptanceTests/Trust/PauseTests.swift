import Glibc
import QueryCoding
import RequestRecord
import Testing
import UnixSystem

/// `xcallback pause` and `resume`.
@Suite(.timeLimit(.minutes(1)))
struct PauseTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox("schemes: [t]\ndesktop: allow\nroutes: [{name: r, path: /r, run: [\"true\"]}]\n")
    }

    private var file: String { "\(sandbox.path)/state/xcallbackd/pause.json" }

    private func code(_ daemon: RunningDaemon) throws -> QueryValue? {
        try daemon.reply(to: "t:///r", door: .desktop)["error"]?["code"]
    }

    @Test func `a pause lasts over a restart, and resume ends it`() throws {
        let first = try RunningDaemon(sandbox)
        #expect(try code(first) == nil)
        for words in [["10"], ["agents", "10"]] {
            let ended = try first.xcallback(["pause"] + words)
            #expect(ended.status == 64 && ended.errors.contains("'10' has no unit: write 10s or 10m"), "\(ended)")
        }
        #expect(try first.xcallback(["pause", "agents", "inf"]).errors.contains("'inf' is not a number of seconds"))
        let line = "clicks are paused; 'xcallback resume' ends the pause\n"
        #expect(try first.xcallback(["pause"]) == Ended(status: 0, output: line, errors: ""))
        #expect(try code(first) == 503)
        #expect(try first.reply(to: "t:///r")["outcome"] == "success")
        #expect(File.permissions(of: file) == 0o600)
        #expect(try first.xcallback(["status"]).output.contains("paused     \(line)"))
        first.kill()
        let second = try RunningDaemon(sandbox)
        #expect(try code(second) == 503)
        #expect(
            try second.xcallback(["resume"])
                == Ended(status: 0, output: "clicks are not paused, and their questions are asked\n", errors: ""))
        #expect(try code(second) == nil)
        #expect(access(file, F_OK) != 0)
        #expect(second.stop() == 0)
        #expect(try code(RunningDaemon(sandbox)) == nil)
    }

    @Test func `a pause with an end shows it, and is over after a restart past it`() throws {
        let first = try RunningDaemon(sandbox)
        let said = try first.xcallback(["pause", "2h"]).output
        // The local time of day, after the date if that is tomorrow.
        let form =
            /clicks are paused until (\d{4}-\d\d-\d\d \d\d:\d\d|\d\d:\d\d:\d\d); 'xcallback resume' ends the pause\n/
        #expect(said.wholeMatch(of: form) != nil, "\(said)")
        #expect(try first.xcallback(["status"]).output.contains("paused     \(said)"))
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

    /// The pipes of a command that runs alone, until the test ends it.
    private func serveQueue() throws -> (begun: NamedPipe, ending: NamedPipe) {
        let begun = try NamedPipe("\(sandbox.path)/begun")
        let ending = try NamedPipe("\(sandbox.path)/ending")
        try sandbox.routes(
            """
            schemes: [q]
            desktop: allow
            concurrency: 1
            routes: [{name: r, path: /r, run: [sh, -c, 'echo run > \(begun.path); head -n1 \(ending.path)']}]
            """, "q")
        return (begun, ending)
    }

    /// Clicks without waiting for the outcome. An accepted request that cannot run yet has its place in the queue.
    private func click(_ daemon: RunningDaemon) throws -> String {
        let answer = try daemon.answer("dispatch", ["url": "q:///r", "wait": false], door: .desktop)
        return try #require(answer["result"]?["id"]?.string, "\(answer.json)")
    }

    @Test func `a pause ends the requests that a restart has recovered`() throws {
        let (begun, ending) = try serveQueue()
        let first = try RunningDaemon(sandbox)
        let ids = try (1...4).map { _ in try click(first) }
        #expect(begun.line() == "run")
        first.kill()
        ending.write("go")
        let second = try RunningDaemon(sandbox)
        #expect(begun.line() == "run")
        #expect(try second.xcallback(["pause"]).status == 0)
        ending.write("go")
        // The next daemon may have ended the first command before it read its line, so that two of the three have run.
        let errors = try ids.dropFirst().compactMap { try second.ended($0)["error"]?["code"] }
        #expect((1...2).contains(errors.count) && errors.allSatisfy { $0 == 503 }, "\(errors)")
    }

    @Test func `a pause of agents closes the open question, and opens no other`() throws {
        let prompt = try ScriptedPrompt(sandbox, "exec sleep 600")
        try sandbox.settings(prompt.setting)
        try sandbox.routes("schemes: [a]\nroutes: [{name: r, path: /r, agent: ask, run: [touch, ran]}]\n", "a")
        let daemon = try RunningDaemon(sandbox)
        let agent = Connection(try daemon.connect(.agent))
        for id in 1...3 { try agent.begin("run", ["route": "a.r"], id: .integer(id)) }
        let dialog = try #require(prompt.opened.line().flatMap { pid_t($0) })
        try wait(for: "the other questions") { try daemon.call("status")["requests"]?["asking"] == 3 }
        let line = "agents are paused; 3 waiting requests were stopped; 'xcallback resume agents' ends the pause\n"
        #expect(try daemon.xcallback(["pause", "agents"]) == Ended(status: 0, output: line, errors: ""))
        for _ in 1...3 { #expect(try agent.reply()["result"]?["error"]?["code"] == 503) }
        #expect(kill(dialog, 0) != 0)
        #expect(try prompt.questions.count == 1)
        #expect(!daemon.hasTouched("ran"))
    }

    @Test(arguments: [
        (["pause", "clicks", "soon"], 64, "'soon' is not a number of seconds"),
        (["pause", "soon"], 1, "no file 'soon' of routes"),
        (["pause", "agentss"], 1, "no file 'agentss'; did you mean 'agents'?"),
    ])
    func `a word that is no socket, file or time pauses nothing`(
        words: [String], status: Int32, error: String
    ) throws {
        let daemon = try RunningDaemon(sandbox)
        let ended = try daemon.xcallback(words)
        #expect(ended.status == status && ended.errors.contains(error), "\(ended)")
        #expect(try code(daemon) == nil)
    }
}
