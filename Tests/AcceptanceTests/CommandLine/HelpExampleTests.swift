import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The commands under "Example:" or "Examples:" in each help, run as they are written, in the order of the help.
struct HelpExampleTests {
    /// The examples of a program and its commands.
    private static func examples(_ program: String) throws -> [String] {
        let help = try run("\(Products.folder)/\(program)", ["--experimental-dump-help"], Sandbox().environment).output
        func examples(_ command: QueryValue) throws -> [String] {
            guard command["commandName"] != "help" else { return [] }
            let text = command["discussion"]?.string?.replacing("Examples:", with: "Example:")
            let parts = text?.components(separatedBy: "Example:\n") ?? []
            let lines = try #require(parts.count == 2 ? parts.last : nil, "\(command["commandName"]?.string ?? "")")
            return try lines.split(separator: "\n").map { String($0.dropFirst(2)) }
                + (command["subcommands"]?.elements ?? []).flatMap(examples)
        }
        return try examples(JSONParser.parse(Array(help.utf8), depthLimit: 64)["command"] ?? .null)
    }

    /// The statuses that are not 0.
    private static let statuses = [
        // The desktop runs it, and here no program is adopted before.
        "xcallback adopted cursor -- cursor://open": 1 as Int32,
        // The stand-in chooses nothing.
        "xcallback pick": 2,
        "xcallback pick notes.create -- fuzzel --dmenu --prompt '{} '": 2,
        // A daemon runs that was started by hand.
        "xcallback uninstall --purge": 1,
    ]

    /// A home with the samples, the files that the examples name, and an app that answers calls.
    private func prepare() throws -> CallTester {
        let tester = try CallTester(settings: "prompt: [sh, -c, 'case $1 in Always*) exit 0;; esac; exit 10', sh]\n")
        let sandbox = tester.sandbox
        let files = FileManager.default
        for (file, name) in [("config/routes.d/notes.yaml", "notes"), ("Tests/Apps/bear.yaml", "bear")] {
            try sandbox.write(Repository.text(file), to: "\(sandbox.routesFolder)/\(name).yaml")
        }
        try files.copyItem(atPath: Repository.root + "/config/bin", toPath: "\(sandbox.path)/config/xcallbackd/bin")
        try sandbox.routes("schemes: [slow]\nroutes: [{name: a, path: /a, run: [sleep, '1000']}]\n", "slow")
        try files.createSymbolicLink(
            atPath: "\(sandbox.path)/home/.config", withDestinationPath: "\(sandbox.path)/config")
        try sandbox.write("notes:///create?title=a\nnotes:///create?title=b\n", to: "home/urls.txt")
        try sandbox.write("two bottles\n", to: "home/todo.txt")
        try sandbox.registerApp(
            scheme: "obsidian",
            #"""
            #!/bin/bash
            success=${1#*x-success=}
            exec xdg-open "$(printf %b "$(printf %s "${success%%&*}" | sed 's/%/\\x/g')")?result-body=a"
            """#)
        // Stand-ins for what an example opens or only needs to be there.
        try files.createDirectory(atPath: "\(sandbox.path)/stand-ins/open", withIntermediateDirectories: true)
        for program in ["zenity", "notify-send", "editor", "firefox", "fuzzel", "rofi"] {
            try sandbox.write("#!/bin/sh\n", to: "stand-ins/\(program)", executable: true)
        }
        try files.createDirectory(atPath: "\(sandbox.path)/home/Apps", withIntermediateDirectories: true)
        try sandbox.write("#!/bin/sh\n", to: "home/Apps/Cursor-1.0.AppImage", executable: true)
        for command in [["reload"], ["install"]] { _ = try tester.daemon.xcallback(command) }
        return tester
    }

    /// For people a feature is a file, and a door is where a request is from: see the manual's page Words.
    @Test(arguments: ["xcallback", "xcallbackd"])
    func `the help has one word for a thing`(program: String) throws {
        let help = try run("\(Products.folder)/\(program)", ["--experimental-dump-help"], Sandbox().environment).output
        for match in help.matches(of: /"(?:abstract|discussion)"\s*:\s*"([^"]*)"/) {
            #expect(match.1.firstMatch(of: /(?i)\b(features?|doors?|journals?)\b/) == nil, "\(match.1)")
        }
    }

    @Test(.needs(programs: "xdg-open", "update-desktop-database", "man"), .timeLimit(.minutes(2)))
    func `each example of the command line does what is written`() throws {
        let tester = try prepare()
        let daemon = tester.daemon
        var environment = daemon.sandbox.environment
        environment["PATH"] = "\(daemon.sandbox.path)/stand-ins:\(environment["PATH"] ?? "")"
        environment["EDITOR"] = "editor"
        let examples = try Self.examples("xcallback")
        #expect(examples.count > 30)
        for example in examples {
            #expect(example.utf8.count <= 78, "the help would break the line '\(example)'")
            var command = "cd && \(example)"
            var variables = environment
            switch example {
            case _ where example.contains("history --follow"):
                let output = "\(daemon.sandbox.path)/followed"
                let child = try Child("/bin/sh", ["-c", "cd; exec \(example) >'\(output)'"], environment)
                try wait(for: "a line of '\(example)'") {
                    _ = try daemon.reply(to: "xcallback:///ping")
                    // The shell may not have made the file yet.
                    return (try? String(contentsOfFile: output, encoding: .utf8))?.isEmpty == false
                }
                child.signal(SIGKILL)
                continue
            case _ where example.contains("xcallback serve "):
                let child = try Child("/bin/sh", ["-c", "cd; exec \(example)"], environment)
                try daemon.waitForWorkerRoutes(["clock.now"])
                #expect(try daemon.reply(to: "clock:///")["outcome"] == "success")
                child.signal(SIGTERM)
                continue
            case _ where example.contains("page --open"):
                try daemon.sandbox.write("#!/bin/sh\n", to: "stand-ins/open/xdg-open", executable: true)
                variables["PATH"] = "\(daemon.sandbox.path)/stand-ins/open:\(variables["PATH"] ?? "")"
            case _ where example.contains("xcallback cancel "): _ = try daemon.accept("slow:///a")
            case _ where example.contains("history run "):
                #expect(try daemon.reply(to: "notes:///create?title=a")["outcome"] == "success")
            case _ where example.contains("grants revoke "):
                _ = try daemon.call("feature", ["name": "notes", "enabled": true])
                #expect(try daemon.reply(to: "notes:///create?title=a", door: .desktop)["outcome"] == "success")
                let grants = try daemon.call("grants")["grants"]?.items ?? []
                let id = try #require(grants.first?["id"]?.string)
                // The id in the help is made up.
                command = command.replacing(/[0-9A-Z]{26}/, with: id)
            default: break
            }
            let ended = try run("/bin/sh", ["-c", command], variables)
            #expect(ended.status == Self.statuses[example] ?? 0, "\(example)\n\(ended.output)\(ended.errors)")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `the example of the daemon starts it`() throws {
        for example in try Self.examples("xcallbackd") {
            #expect(try RunningDaemon(Sandbox(), launcher: ["/bin/sh", "-c", "exec \(example)"]).stop() == 0)
        }
    }
}
