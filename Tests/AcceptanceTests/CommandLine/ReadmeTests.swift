import DispatcherMessages
import Foundation
import RequestRecord
import TestSupport
import Testing

/// The README's blocks, taken from the README and run.
struct ReadmeTests {
    private static let page = "README.md"

    /// A command of a `console` block, and the output that the block shows.
    private struct Step {
        let command: String
        var output: [String] = []

        /// Whether an output is the one that is shown, but for ids, times and the width of columns. A line `…` is any lines.
        func shows(_ text: String) throws -> Bool {
            let parts = Self.plain(output.joined(separator: "\n")).components(separatedBy: "…")
            let pattern = parts.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "(?s:.*)")
            let plain = Self.plain(text)
            let range = NSRange(plain.startIndex..., in: plain)
            return try NSRegularExpression(pattern: "^\(pattern)\\z").firstMatch(in: plain, range: range) != nil
        }

        private static func plain(_ text: String) -> String {
            text.replacing(/[0-9A-HJKMNP-TV-Z]{26}/, with: "ID").replacing(
                /[0-9]+(\.[0-9]+)? m?s +[0-9A-Z]{6}/, with: "TOOK"
            )
            .replacing(/\d\d:\d\d:\d\d/, with: "TIME").replacing(/\ +/, with: " ")
            .trimmingCharacters(in: .newlines)
        }
    }

    private static func steps(_ block: Sample) -> [Step] {
        block.text.split(separator: "\n").reduce(into: []) { steps, line in
            if line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if !steps.isEmpty {
                steps[steps.count - 1].output.append(String(line))
            }
        }
    }

    @Test func `the README is short`() throws {
        #expect(try Repository.text(Self.page).count { $0 == "\n" } <= 160)
    }

    @Test func `the pages and pictures that the README names exist, and each is below 1 MiB`() throws {
        for link in try Repository.text(Self.page).matches(of: /\]\(([^:)]+)\)/) {
            let file = try #require(FileManager.default.contents(atPath: "\(Repository.root)/\(link.1)"), "\(link.1)")
            #expect(file.count < 1 << 20, "\(link.1)")
        }
    }

    @Test func `the README names the files of this version`() throws {
        let page = try Repository.text(Self.page)
        #expect(page.contains("xcallbackd_\(PackageVersion.text)-1_amd64.deb"))
        #expect(page.contains("xcallbackd-\(PackageVersion.text)-linux-x86_64/usr/bin/xcallback install"))
    }

    @Test func `the README names the packages that the Debian package recommends`() throws {
        let control = try Repository.text(".ci/debian/control")
        let page = try Repository.text(Self.page)
        let fields = control.split(separator: "\n").filter { $0.hasPrefix("Recommends:") || $0.hasPrefix("Suggests:") }
        let names = fields.flatMap { $0.drop { $0 != ":" }.split { ",|: ".contains($0) } }
        #expect(fields.count == 2 && names.count > 5)
        // Debian's systemd brings the session.
        for name in names where name != "libpam-systemd" { #expect(page.contains(name), "\(name)") }
    }

    /// A stranger in a clone, from the installation to clicks by the real xdg-open, in one shell. The build alone is left
    /// out: the programs are in its folder already.
    @Test(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
    func `the blocks print what they show, in the order in which they are written`() throws {
        let sandbox = try Sandbox()
        let build = "\(sandbox.path)/clone/.build/release"
        try sandbox.copyPrograms(to: build)
        try sandbox.write("#!/bin/sh\nexit 0\n", to: "swift", executable: true)
        var environment = sandbox.environment
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] { environment[name] = nil }
        environment["PATH"] = "\(sandbox.path):/usr/bin:/bin"

        let samples = try Sample.all(in: Self.page)
        let install = try #require(samples.first { $0.language == "sh" })
        let route = try #require(samples.first { $0.language == "yaml" })
        let steps = samples.filter { $0.language == "console" }.flatMap(Self.steps)
        #expect(steps.count == 7)
        // The prompt of a user who agrees.
        var script = """
            mkdir -p ~/.config/xcallbackd/routes.d
            echo 'prompt: ["true"]' >~/.config/xcallbackd/config.yaml
            cd '\(sandbox.path)/clone'
            \(install.text)
            xcallbackd >'\(sandbox.path)/log' 2>&1 &
            daemon=$!
            trap 'kill $daemon' EXIT
            until xcallback status >/dev/null 2>&1; do :; done

            """
        for (index, step) in steps.enumerated() {
            if step.command.hasPrefix("xcallback reload") {
                script += "cat >~/.config/xcallbackd/routes.d/hello.yaml <<'END'\n\(route.text)END\n"
            }
            script += "{ \(step.command)\n} >'\(sandbox.path)/\(index)'\n"
            guard step.command.hasPrefix("xdg-open ") else { continue }
            // The click has been accepted; its request may still be under way.
            script += "until xcallback history -n 1 --json | grep -q '\"door\":\"desktop\"'; do :; done\n"
        }
        let ended = try run("/bin/sh", ["-e", "-c", script], environment)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        for (index, step) in steps.enumerated() {
            let output = try String(contentsOfFile: "\(sandbox.path)/\(index)", encoding: .utf8)
            #expect(try step.shows(output), "\(step.command)\n\(output)")
        }
    }

    @Test(.needs(programs: "socat"), .timeLimit(.minutes(1)))
    func `the line for a script prints the outcome`() throws {
        let route = try #require(try Sample.all(in: Self.page).first { $0.language == "yaml" })
        let daemon = try RunningDaemon(route.text, as: "hello")
        let text = try Repository.text(Self.page).replacing("\n", with: " ")
        let line = try #require(text.firstMatch(of: /`(echo 'hello:[^`]*)`/)).1
        let ended = try run("/bin/sh", ["-c", String(line)], daemon.sandbox.environment)
        #expect(ended.output.contains(#""output":{"result":"Hello Ada, 1 times"}"#), "\(ended)")
    }

    @Test(.timeLimit(.minutes(3)))
    func `the Swift sample compiles against the library, and prints the callback`() throws {
        let sandbox = try Sandbox()
        // The first sample is Package.swift, which the check of the linkage builds.
        let sample = try #require(try Sample.texts("swift", in: Self.page).last)
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
