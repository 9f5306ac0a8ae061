import QueryCoding
import TestSupport
import Testing

/// The samples of the daemon's manual, taken from its pages and run.
struct ManualTests {
    /// The route of the README, which the samples use.
    private func daemonWithRoute() throws -> RunningDaemon {
        return try RunningDaemon(try #require(try Sample.texts("yaml", in: "README.md").first), as: "hello")
    }

    @Test(.timeLimit(.minutes(1)), arguments: Repository.pages + ["README.md"])
    func `every routes file is without a mistake`(page: String) throws {
        for (index, sample) in try Sample.texts("yaml", in: page).enumerated() {
            let sandbox = try Sandbox(sample, as: "sample-\(index)")
            let ended = try run("\(Products.folder)/xcallbackd", ["--check"], sandbox.environment)
            #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        }
    }

    @Test(.needs(programs: "socat"), .timeLimit(.minutes(1)))
    func `the shell samples do what is written`() throws {
        let daemon = try daemonWithRoute()
        func runs(_ sample: String) throws -> String {
            let ended = try run("/bin/sh", ["-e", "-c", sample], daemon.sandbox.environment)
            #expect(ended.status == 0, "\(sample)\(ended.output)\(ended.errors)")
            return ended.output
        }
        let socat = try #require(try Sample.texts("sh", in: "Scripts.md").first)
        #expect(try runs(socat).contains("Hello Ada, 1 times"))
        let chain = try #require(try Sample.texts("sh", in: "CallingApps.md").last)
        #expect(try runs(chain) == #"{"result":"Hello Hello Ada, 1 times, 1 times"}"# + "\n")
        let history = try #require(try Sample.texts("sh", in: "History.md").first)
        #expect(try runs(history).contains("hello:///greet?name=Ada"))
    }

    @Test(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
    func `the sample that calls an app prints what it answers`() throws {
        let tester = try CallTester()
        try tester.sandbox.registerApp(
            scheme: "obsidian",
            #"""
            #!/bin/bash
            success=${1#*x-success=} file=${1#*file=}
            success=$(printf %b "$(printf %s "${success%%&*}" | sed 's/%/\\x/g')")
            exec xdg-open "$success?result-body=body%0Aof%20${file%%&*}"
            """#)
        let sample = try #require(try Sample.texts("sh", in: "CallingApps.md").first)
        #expect(try Repository.text("README.md").contains("`\(sample.dropLast())`"))
        let ended = try run("/bin/sh", ["-e", "-c", sample], tester.sandbox.environment)
        #expect(ended == Ended(status: 0, output: "body\nof To do.md\n", errors: ""))
    }

    @Test(.needs(programs: "python3"), .timeLimit(.minutes(1)))
    func `the Python sample prints the answer`() throws {
        let daemon = try daemonWithRoute()
        let sample = try #require(try Sample.texts("python", in: "Scripts.md").first)
        let ended = try run("python3", ["-c", sample], daemon.sandbox.environment)
        #expect(ended.output == "Hello Ada, 1 times\n", "\(ended.errors)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `the methods have the optional parameters of their table`() throws {
        let daemon = try daemonWithRoute()
        let page = try Repository.text("Sources/DispatcherService/DispatcherService.docc/Scripts.md")
        let lines = page.matches(of: /\n\| `(\w+)`[^|]*\|([^|]*)\|/)
        #expect(lines.count > 10)
        for line in lines {
            for parameter in line.2.matches(of: /`([a-z-]+)\?`/) {
                let reply = try Connection(daemon.connect()).call(String(line.1), [String(parameter.1): .null])
                let message = try #require(reply["error"]?["message"]?.string)
                #expect(!message.contains("unknown"), "\(line.1): \(message)")
            }
        }
    }

    @Test(.needs(programs: "python3"), .timeLimit(.minutes(1)))
    func `the Python worker serves what is written`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let sample = try #require(try Sample.texts("python", in: "Workers.md").first)
        #expect(sample.split(separator: "\n").count <= 20)
        let environment = daemon.sandbox.environment
        let worker = try Child(find("python3", environment), ["-c", sample], environment)
        try daemon.waitForWorkerRoutes(["count.words"])
        let ended = try daemon.xcallback(["send", "count:///words?text=to%20be"])
        #expect(ended.output.contains(#""output":{"words":2}"#))
        // Another one is refused with the reason.
        let second = try run("python3", ["-c", sample], environment)
        #expect(second.status == 1 && second.errors.contains("route 'count.words' is served by worker pid"))
        #expect(worker.isRunning)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the shell worker serves what is written`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let sample = try #require(try Sample.texts("sh", in: "Workers.md").first)
        let worker = try Child("/bin/sh", ["-c", "exec \(sample)"], daemon.sandbox.environment)
        try daemon.waitForWorkerRoutes(["clock.now"])
        let seconds = try daemon.reply(to: "clock:///now")["output"]?["result"]?.text.flatMap { Int($0) }
        #expect(try #require(seconds) > 1_700_000_000)
        #expect(worker.isRunning)
    }
}
