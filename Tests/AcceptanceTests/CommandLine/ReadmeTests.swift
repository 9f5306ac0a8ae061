import Foundation
import QueryCoding
import TestSupport
import Testing

/// The README's samples, taken from the README and run.
struct ReadmeTests {
    /// The fenced samples of one language, in order.
    private func samples(_ language: String) throws -> [String] {
        let text = try Repository.text("README.md")
        return text.components(separatedBy: "\n```\(language)\n").dropFirst().map { part in
            part.components(separatedBy: "\n```")[0] + "\n"
        }
    }

    private func daemonWithRoute() throws -> RunningDaemon {
        let sandbox = try Sandbox()
        let route = try #require(try samples("yaml").first)
        try sandbox.routes(route, "hello")
        return try RunningDaemon(sandbox)
    }

    @Test(.timeLimit(.minutes(1)))
    func `every routes file is without a mistake`() throws {
        for (index, sample) in try samples("yaml").enumerated() {
            let sandbox = try Sandbox()
            try sandbox.routes(sample, "sample-\(index)")
            let ended = try run("\(Products.folder)/xcallbackd", ["--check"], sandbox.environment)
            #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        }
    }

    /// Words of the samples that other tests run: they build, install, call an app, serve, or need another machine.
    private static let elsewhere = [
        "bash .ci/", "xcallback install", "xcallbackd &", "obsidian:", "-H box", "ssh -R", "podman", "xcallback serve",
    ]

    /// The samples that speak to a running daemon alone.
    private func shellSamples() throws -> [String] {
        try samples("sh").filter { sample in !Self.elsewhere.contains { sample.contains($0) } }
    }

    @Test(.enabled(if: has("socat"), "needs socat"), .timeLimit(.minutes(1)))
    func `the shell samples do what is written`() throws {
        let daemon = try daemonWithRoute()
        let samples = try shellSamples()
        #expect(samples.count == 5)
        for sample in samples {
            let ended = try run("/bin/sh", ["-e", "-c", sample], daemon.sandbox.environment)
            #expect(ended.status == 0, "\(sample)\(ended.output)\(ended.errors)")
            if sample.contains("send") { #expect(ended.output.contains(#""output":{"result":"Hello Ada, 3 times"}"#)) }
            if sample.contains("xargs") {
                #expect(ended.output == #"{"result":"Hello Hello Ada, 1 times, 1 times"}"# + "\n")
            }
            if sample.contains("socat") { #expect(ended.output.contains("Hello Ada, 1 times")) }
        }
    }

    /// The blocks of the sections from one heading to another, with their languages.
    private func blocks(from first: String, to last: String) throws -> [(language: Substring, text: String)] {
        let text = try Repository.text("README.md")
        let start = try #require(text.range(of: "\n## \(first)\n")).upperBound
        let end = try #require(text.range(of: "\n## \(last)\n")).lowerBound
        let parts = text[start..<end].components(separatedBy: "\n```")
        return stride(from: 1, to: parts.count, by: 2).map { index in
            let lines = parts[index].split(separator: "\n", maxSplits: 1)
            return (lines[0], lines.count > 1 ? "\(lines[1])\n" : "")
        }
    }

    /// A stranger in a clone, from the installation to a click by the real xdg-open, in one shell. The build alone is left
    /// out: the programs are in its folder already.
    @Test(.enabled(if: has("xdg-open") && has("update-desktop-database"), "needs xdg-utils"), .timeLimit(.minutes(1)))
    func `the steps up to the click work in the order in which they are written`() throws {
        let sandbox = try Sandbox()
        let build = "\(sandbox.path)/clone/.build/release"
        try FileManager.default.createDirectory(atPath: build, withIntermediateDirectories: true)
        for program in ["xcallback", "xcallbackd"] {
            try FileManager.default.copyItem(atPath: "\(Products.folder)/\(program)", toPath: "\(build)/\(program)")
        }
        try sandbox.write("#!/bin/sh\nexit 0\n", to: "swift", executable: true)
        var environment = sandbox.environment
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] { environment[name] = nil }
        environment["PATH"] = "\(sandbox.path):/usr/bin:/bin"

        var script = "cd '\(sandbox.path)/clone'\n"
        for block in try blocks(from: "Install", to: "Commands and scripts") {
            switch block.language {
            case "sh":
                script += block.text.replacing(
                    "xcallbackd &", with: "xcallbackd >'\(sandbox.path)/log' 2>&1 &\ndaemon=$!\n")
                if block.text.contains("xcallbackd &") {
                    script += "until xcallback status >/dev/null 2>&1; do :; done\n"
                }
            case "yaml":
                script += "mkdir -p ~/.config/xcallbackd/routes.d\n"
                script += "cat >~/.config/xcallbackd/routes.d/hello.yaml <<'END'\n\(block.text)END\n"
            default: break
            }
        }
        // The click has been accepted; the route may still be running.
        script +=
            "until xcallback history --json | grep -q '\"door\":\"desktop\".*Ada, 1 times'; do :; done\nkill $daemon\n"
        let ended = try run("/bin/sh", ["-e", "-c", script], environment)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains(#""output":{"result":"Hello Ada, 3 times"}"#))
        let entry = try String(
            contentsOfFile: "\(sandbox.path)/home/.local/share/applications/xcallback-hello.desktop", encoding: .utf8)
        #expect(entry.contains("Exec=\(sandbox.path)/home/.local/bin/xcallback open"))
    }

    @Test(.enabled(if: has("xdg-open") && has("update-desktop-database"), "needs xdg-utils"), .timeLimit(.minutes(1)))
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
        let sample = try #require(try samples("sh").first { $0.contains("obsidian:") })
        let ended = try run("/bin/sh", ["-e", "-c", sample], tester.sandbox.environment)
        #expect(ended == Ended(status: 0, output: "body\nof To do.md\n", errors: ""))
    }

    @Test(
        .enabled(if: RemoteMachine.absence == nil, "\(RemoteMachine.absence ?? "")"), .timeLimit(.minutes(1)))
    func `the sample for another machine does what is written`() throws {
        let daemon = try daemonWithRoute()
        let machine = try RemoteMachine(daemon.sandbox)
        let sample = try #require(try samples("sh").first { $0.contains("-H box") })
        let ended = try run("/bin/sh", ["-e", "-c", sample], machine.environment)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains(#""output":{"result":"Hello Ada, 1 times"}"#))
    }

    @Test(.enabled(if: has("python3"), "needs python3"), .timeLimit(.minutes(1)))
    func `the Python sample prints the answer`() throws {
        let daemon = try daemonWithRoute()
        let sample = try #require(try samples("python").first)
        let ended = try run("python3", ["-c", sample], daemon.sandbox.environment)
        #expect(ended.output == "Hello Ada, 1 times\n", "\(ended.errors)")
    }

    @Test(.enabled(if: has("python3"), "needs python3"), .timeLimit(.minutes(1)))
    func `the Python worker serves what is written`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let sample = try #require(try samples("python").last)
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
        let sample = try #require(try samples("sh").first { $0.contains("xcallback serve") })
        let worker = try Child("/bin/sh", ["-c", "exec \(sample)"], daemon.sandbox.environment)
        try daemon.waitForWorkerRoutes(["clock.now"])
        let seconds = try daemon.reply(to: "clock:///now")["output"]?["result"]?.text.flatMap { Int($0) }
        #expect(try #require(seconds) > 1_700_000_000)
        #expect(worker.isRunning)
    }

    @Test(.timeLimit(.minutes(3)))
    func `the Swift sample compiles against the library, and prints the callback`() throws {
        let sandbox = try Sandbox()
        let sample = try #require(try samples("swift").first)
        try sandbox.write(sample, to: "main.swift")
        let objects = try ["QueryCoding", "XCallbackURL", "URLSchemeRouter"].flatMap { module in
            // An object without a source is left over from an earlier build.
            let sources = "\(Repository.root)/Sources/\(module)"
            return try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
                .map { "\(Products.build)/\(module).build/\(URL(fileURLWithPath: $0).lastPathComponent).o" }
        }
        let environment = ProcessInfo.processInfo.environment
        let compiled = try run(
            "swiftc",
            ["-swift-version", "6", "-I", "\(Products.build)/Modules", "\(sandbox.path)/main.swift"] + objects
                + ["-o", "\(sandbox.path)/sample"], environment)
        #expect(compiled.status == 0, "\(compiled.errors)")
        let ended = try run("\(sandbox.path)/sample", [], environment)
        #expect(ended.output == "open otherapp://done?a=1&id=2\n")
    }
}
