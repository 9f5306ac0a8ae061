import DispatcherMessages
import Foundation
import QueryCoding
import TestSupport
import Testing

/// Installing from source: `swift build -c release && .build/release/xcallback install`.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
struct InstallTests {
    private let sandbox: Sandbox
    private let source: String
    private var home: String { "\(sandbox.path)/home" }

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [notes]
            summary: Notes of mine
            routes:
              - {name: create, path: /create, desktop: allow, input: {title: line}, run: [echo, $title], output: text}
              - {name: show, path: /show, open: "otherapp://show"}
            """)
        try sandbox.settings("callbacks: {allow: [otherapp]}\n")
        source = "\(sandbox.path)/source/.build/release"
        try sandbox.copyPrograms(to: source)
    }

    private func perform(_ program: String, _ arguments: [String]) throws -> Ended {
        try run(program, arguments, sandbox.environment)
    }

    /// The files below a folder that are there after an installation, with their text.
    private func text(below folder: String) throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: "\(sandbox.path)/\(folder)")
        return Dictionary(uniqueKeysWithValues: names.map { ($0, (try? sandbox.contents("\(folder)/\($0)")) ?? "") })
    }

    @Test func `clicks work after the build folder is gone`() throws {
        let installed = try perform("\(source)/xcallback", ["install", "-v"])
        #expect(installed.status == 0, "\(installed)")
        #expect(installed.output.components(separatedBy: "user manager").count == 2, "once: \(installed)")
        let lines = installed.output.split(separator: "\n")
        #expect(lines.first == "done     copied \(source)/xcallback to \(home)/.local/bin/xcallback")
        // The table ends with what failed; the checks follow, which the exit status leaves out.
        let checks = lines.drop { !$0.hasPrefix("ok ") }
        #expect(
            checks.first == "ok     programs          \(source)/xcallback, version \(PackageVersion.text)",
            "\(installed)"
        )
        #expect(
            !checks.contains { $0.hasPrefix("FAULT") },
            "the table has said that nothing starts the daemon: \(installed)")
        #expect(
            checks.contains {
                $0.hasPrefix("ok     scheme notes      its links open with \(home)/.local/bin/xcallback")
            })
        let files = try text(below: "config").merging(text(below: "data")) { $1 }
        let entry = try #require(files["applications/xcallback-notes.desktop"])
        #expect(entry.contains("\nExec=\(home)/.local/bin/xcallback "))
        #expect(entry.contains("\nName=notes (xcallback)\nComment=Notes of mine\n"))
        #expect(entry.contains("\nStartupNotify=true\n"))
        let replies = try #require(files["applications/xcallback-xcallback.desktop"])
        #expect(replies.contains("\nName=xcallback\n") && replies.contains("\nStartupNotify=true\n"))
        #expect(files["systemd/user/xcallbackd.service"]?.contains("=\(home)/.local/bin/xcallbackd\n") == true)
        for (name, text) in files { #expect(!text.contains("/.build/"), "\(name)") }

        try FileManager.default.removeItem(atPath: "\(sandbox.path)/source")
        let daemon = try RunningDaemon(sandbox, launcher: ["\(home)/.local/bin/xcallbackd"])
        let app = try ReceivingApp(sandbox, scheme: "otherapp")
        let url = "notes:///create?title=Clicked&x-success=otherapp%3A%2F%2Fdone"
        #expect(try perform("xdg-open", [url]).status == 0)
        #expect(app.next() == "otherapp://done?result=Clicked")
        #expect(daemon.isRunning)
    }

    @Test func `a person reads what is left to do, and the next step`() throws {
        let installed = try perform("\(source)/xcallback", ["install"])
        let lines = installed.output.split(separator: "\n")
        #expect(installed.status == 0, "\(installed)")
        let first = "installed xcallback \(PackageVersion.text) and your schemes"
        #expect(lines.first == first[...] && !installed.output.contains("copied"), "\(installed)")
        #expect(!lines.contains { $0.hasPrefix("ok ") || $0.hasPrefix("done ") }, "\(installed)")
        #expect(!installed.output.contains("Next: "), "there are routes: \(installed)")
        try FileManager.default.removeItem(atPath: sandbox.routesFolder)
        let next = try perform("\(source)/xcallback", ["install"])
        #expect(next.output.hasSuffix("\nNext: xcallback new\n"), "\(next)")
        // No shell finds the program.
        let path = try sandbox.programs(without: ["xcallback", "xcallbackd"])
        let environment = sandbox.environment.merging(["PATH": path]) { $1 }
        let unfound = try run("\(home)/.local/bin/xcallback", ["install", "--no-check"], environment)
        #expect(unfound.output.hasSuffix("\nNext: \(home)/.local/bin/xcallback new\n"), "\(unfound)")
        let removed = try perform("\(source)/xcallback", ["uninstall"])
        #expect(removed.output.hasPrefix("removed what 'install' wrote\n"), "\(removed)")
        #expect(removed.output.contains("\nleft     ") && !removed.output.contains("\ndone "), "\(removed)")
    }

    @Test func `the manual, completions, schemas and the icon are written and removed`() throws {
        #expect(try perform("\(source)/xcallback", ["install"]).status == 0)
        for (file, words) in [
            ("man/man1/xcallback.1", ["xcallback", "man"]), ("man/man8/xcallbackd.8", ["xcallbackd", "--man"]),
            ("man/man5/xcallbackd.yaml.5", ["xcallback", "man", "xcallbackd.yaml"]),
            ("xcallbackd/routes.schema.json", ["xcallbackd", "--schema"]),
            ("xcallbackd/config.schema.json", ["xcallbackd", "--schema", "config"]),
        ]
            + ["xcallback", "xcallbackd"].flatMap({ name in
                [
                    ("bash-completion/completions/\(name)", [name, "--generate-completion-script", "bash"]),
                    ("zsh/site-functions/_\(name)", [name, "--generate-completion-script", "zsh"]),
                    ("fish/vendor_completions.d/\(name).fish", [name, "--generate-completion-script", "fish"]),
                ]
            })
        {
            let printed = try perform("\(source)/\(words[0])", Array(words.dropFirst()))
            #expect(try printed.status == 0 && printed.output == sandbox.contents("data/\(file)"), "\(file)")
        }
        let icon = try sandbox.contents("data/icons/hicolor/scalable/apps/xcallback.svg")
        #expect(try icon == Repository.text("config/xcallback.svg"))
        #expect(try sandbox.contents("data/xcallbackd/kdialogrc") == "[KDE]\nShowIconsOnPushButtons=false\n")
        #expect(try sandbox.contents("data/applications/xcallback-notes.desktop").contains("\nIcon=xcallback\n"))
        #expect(try perform("\(source)/xcallback", ["uninstall"]).status == 0)
        #expect(try text(below: "data").keys.filter { !$0.hasPrefix("applications") }.isEmpty)
    }

    @Test func `reload registers new schemes, but none that is declined or that another app opens`() throws {
        #expect(try perform("\(source)/xcallback", ["install", "--no-check"]).status == 0)
        let client = "\(home)/.local/bin/xcallback"
        let daemon = try RunningDaemon(sandbox, launcher: ["\(client)d"])
        func write(_ scheme: String) throws {
            try sandbox.routes("schemes: [\(scheme)]\nroutes: [{name: a, path: /a, run: [echo]}]\n", scheme)
        }
        try write("first")
        // Another program than the installed one registers nothing.
        #expect(
            try perform("\(source)/xcallback", ["reload"]).errors
                == "xcallback: the desktop does not open first: with xcallbackd; run 'xcallback install'\n")
        let registered = try perform(client, ["reload"])
        #expect(
            registered.status == 0 && registered.errors.contains("done: first: links open with xcallback\n"),
            "\(registered)")
        #expect(try perform(client, ["reload"]).errors == "")
        try sandbox.registerApp(scheme: "taken", "#!/bin/sh\n")
        try write("taken")
        let taken = try perform(client, ["reload"]).errors
        #expect(taken.contains("skipped: taken: ") && taken.contains("'xcallback install --force'"), "\(taken)")
        try write("other")
        #expect(
            try perform(client, ["reload", "--no-install"]).errors
                == ["other", "taken"].map {
                    "xcallback: \($0): is not registered; 'xcallback install \($0)' does it\n"
                }.joined())
        #expect(try perform(client, ["reload"]).errors == "")
        #expect(try !perform(client, ["check"]).errors.contains("does not open"))
        let chosen = "not registered, as you chose; 'xcallback install other' does it\n"
        let declined = "hint   scheme other      you declined it, so its links do not arrive here\n"
        for words in [["--no-round-trip"], ["other"]] {
            let found = try perform(client, ["doctor"] + words).output
            #expect(found.contains("\(declined)       → xcallback install other\n"), "\(found)")
        }
        #expect(try perform(client, ["status"]).output.contains("scheme     other: \(chosen)"))
        let skipped = "skipped  other: you declined it; 'xcallback install other' registers it\n"
        #expect(try perform(client, ["install", "--no-check"]).output.contains(skipped))
        let accepted = try perform(client, ["install", "-v", "--no-check", "other"])
        #expect(accepted.output.contains("other: links open with xcallback\n"), "\(accepted)")
        #expect(try perform(client, ["install", "nothing"]).status == 64)
        #expect(try sandbox.contents("state/xcallbackd/declined-schemes") == "taken\n")
        try FileManager.default.removeItem(atPath: "\(sandbox.routesFolder)/other.yaml")
        #expect(
            try perform(client, ["reload"]).errors
                == "xcallback: other: has no route any more; 'xcallback install' takes it from the desktop\n")
        for words in [[], ["other"]] {
            let found = try perform(client, ["doctor", "--no-round-trip"] + words).output
            #expect(found.contains("app of other      no file that is loaded has other:\n"), "\(found)")
        }
        #expect(try perform(client, ["install", "--no-check"]).status == 0)
        #expect(try perform(client, ["reload"]).errors == "")
        withExtendedLifetime(daemon) {}
    }

    @Test func `install replaces the program of a daemon that runs`() throws {
        let first = try perform("\(source)/xcallback", ["install", "-v"])
        #expect(first.status == 0 && first.output.contains("; start the daemon yourself: xcallbackd &\n"), "\(first)")
        let daemon = try RunningDaemon(sandbox, launcher: ["\(home)/.local/bin/xcallbackd"])
        let upgraded = try perform("\(source)/xcallback", ["install", "-v"])
        #expect(upgraded.status == 0, "\(upgraded)")
        #expect(upgraded.output.contains("; a daemon runs already\n") && !upgraded.output.contains("xcallbackd &"))
        #expect(upgraded.output.contains(" to \(home)/.local/bin/xcallbackd, replacing an older copy\n"))
        #expect(try daemon.reply(to: "notes:///create?title=x")["outcome"] == "success")
    }

    @Test func `install makes the folder of the routes, and uninstall removes it while it is empty`() throws {
        let folder = "\(sandbox.path)/config/xcallbackd"
        try FileManager.default.removeItem(atPath: folder)
        let installed = try perform("\(source)/xcallback", ["install", "-v"])
        #expect(installed.output.contains("\ndone     made \(folder)/routes.d, for your routes\n"), "\(installed)")
        let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/routes.d")[.posixPermissions]
        #expect(mode as? Int == 0o700)
        #expect(try !perform("\(source)/xcallback", ["install", "-v"]).output.contains("routes.d"))
        try sandbox.routes("schemes: [new]\nroutes: [{name: a, path: /a, run: [echo]}]\n", "new")
        #expect(try perform("\(source)/xcallbackd", ["--check"]).status == 0)
        try FileManager.default.removeItem(atPath: "\(folder)/routes.d/new.yaml")
        #expect(try perform("\(source)/xcallback", ["uninstall"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `uninstall run by the copy removes all that was written`() throws {
        func folders() throws -> [[String]] {
            try ["home", "config", "data", "state"].map { try text(below: $0).keys.sorted() }
        }
        let before = try folders()
        #expect(try perform("\(source)/xcallback", ["install"]).status == 0)
        #expect(try perform("\(home)/.local/bin/xcallback", ["uninstall"]).status == 0)
        #expect(try folders() == before)
    }

    @Test func `uninstall names what it leaves, and a purge must be agreed to`() throws {
        #expect(try perform("\(source)/xcallback", ["install", "--no-check"]).status == 0)
        let client = "\(source)/xcallback"
        let left = "config/xcallbackd, your routes and settings: 'rm -r \(sandbox.path)/config/xcallbackd' removes it\n"
        let daemon = try RunningDaemon(sandbox)
        // Before it asks.
        for words in [[], ["--yes"]] {
            let early = try perform(client, ["uninstall", "--purge"] + words)
            #expect(
                early.status == 1 && early.errors.contains("a daemon that was started by hand still runs"), "\(early)")
            #expect(early.errors.contains("; 'kill \(daemon.pid)' ends it, "), "\(early)")
            #expect(try text(below: "data").keys.contains("applications/xcallback-notes.desktop"))
        }
        let process = "warning  process \(daemon.pid) is a daemon that was started by hand"
        let plain = try perform(client, ["uninstall", "--verbose"])
        #expect(plain.output.contains("\n\(process); it runs until 'kill \(daemon.pid)' ends it\n"), "\(plain)")
        #expect(try perform(client, ["install", "--no-check"]).status == 0)
        // It may not ask this one whether it runs.
        let unsure = try perform("/usr/bin/env", ["XCALLBACK_DOOR=desktop", client, "uninstall", "--purge", "--yes"])
        #expect(
            unsure.status == 1 && unsure.errors.contains("a daemon that was started by hand still runs"), "\(unsure)")
        #expect(try daemon.reply(to: "notes:///create?title=x")["outcome"] == "success")
        #expect(daemon.stop() == 0)
        let refused = try perform(client, ["uninstall", "--purge"])
        #expect(refused.status == 64 && refused.errors.contains("'xcallback uninstall --purge --yes'"), "\(refused)")
        #expect(try text(below: "data").keys.contains("applications/xcallback-notes.desktop"))
        #expect(try perform(client, ["uninstall"]).output.contains(" \(sandbox.path)/\(left)"))
        #expect(try perform(client, ["install", "--no-check"]).status == 0)
        let purged = try perform(client, ["uninstall", "--purge", "--yes"])
        let removed = "removed  \(sandbox.path)/config/xcallbackd, your routes and settings\n"
        #expect(purged.status == 0 && purged.output.contains("\n\(removed)"), "\(purged)")
        #expect(purged.output.hasPrefix("removed what 'install' and 'adopt' wrote\n"), "\(purged)")
        try sandbox.settings("journal: off\n")
        let nothing = "skipped  nothing is installed: there is no \(sandbox.path)/state/xcallbackd/former-defaults\n"
        #expect(try perform(client, ["uninstall", "--purge", "--yes"]).output == nothing + removed)
        #expect(try ["config", "state", "run"].allSatisfy { try text(below: $0).isEmpty })
    }
}
