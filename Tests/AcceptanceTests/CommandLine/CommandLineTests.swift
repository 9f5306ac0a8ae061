import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// `xcallback`: the output of its commands, their errors and their exit statuses.
struct CommandLineTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("t:///say/hi", 0, ""),
            ("xcallback:///ping", 0, ""),
            ("t:///fail", 1, "xcallback: error 3: no such note\n"),
            ("t:///cancel", 2, "xcallback: cancelled\n"),
            ("t:///fial", 1, "xcallback: error 404: no route for t:///fial; did you mean /fail?\n"),
            ("xcallback:///ping\n", 1, nil),  // as an argument the newline is part of the URL
            ("", 1, nil),
        ] as [(String, Int32, String?)])
    func `open prints nothing on success, and the reason otherwise`(url: String, status: Int32, errors: String?) throws
    {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let ended = try daemon.xcallback(["open", url])
        #expect(ended.status == status)
        #expect(ended.output == "")
        if let errors {
            #expect(ended.errors == errors)
        } else {
            #expect(ended.errors.hasPrefix("xcallback: error 400: "))
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ["open", "t:x"], ["send", "t:x"], ["explain", "t:x"], ["routes"], ["link", "t.say"], ["status"],
            ["run", "t.say"], ["run", "t:x"], ["pause", "t"], ["resume"], ["token", "t.say"],
            ["reload"],
        ])
    func `every command exits with 69 without a daemon, and prints what to do`(arguments: [String]) throws {
        let sandbox = try Sandbox()
        let ended = try run("\(Products.folder)/xcallback", arguments, sandbox.environment)
        let hint =
            "xcallback: no daemon at \(sandbox.path)/run/xcallbackd/control.sock: No such file or directory; start it "
            + "with "
        #expect(ended == Ended(status: 69, output: "", errors: hint + "'xcallbackd &'\n"))
        // Where the user manager listens.
        try sandbox.write("", to: "run/systemd/private")
        let other = try run("\(Products.folder)/xcallback", arguments, sandbox.environment)
        #expect(other.errors == hint + "'systemctl --user start xcallbackd' or 'xcallbackd &'\n")
    }

    @Test(.needs(programs: "journalctl"), .timeLimit(.minutes(1)))
    func `logs says where a daemon without a user manager writes`() throws {
        let ended = try run("\(Products.folder)/xcallback", ["logs"], Sandbox().environment)
        #expect(
            ended.errors.contains("no user manager answers; a daemon that you started yourself writes to"), "\(ended)")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ["nonsense"], ["open"], ["open", "a:b", "c:d"], ["open", "--from", "web", "--", "a:b"],
            ["open", "--url", "a:b"],
            ["send"], ["send", "--parallel", "0", "a:b"], ["send", "--parallel", "x", "a:b"], ["explain"],
            ["explain", "--door", "back", "a:b"], ["routes", "notes", "more"], ["status", "--xml"],
            ["open", "-c", "/tmp/evil.conf"], ["run", "t:x", "a=b"],
        ])
    func `a wrong command line exits with 64, with the reason on stderr`(arguments: [String]) throws {
        let ended = try run("\(Products.folder)/xcallback", arguments, Sandbox().environment)
        #expect(ended.status == 64)
        #expect(ended.output == "")
        #expect(ended.errors.contains("Usage: xcallback"))
    }

    private static let otherMachine =
        "run 'ssh HOST xcallback …', or let ssh forward the control socket, as the manual's page OtherMachines shows"

    /// What an earlier version had.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["bridge", "--greet"], "there is no command 'bridge'; \(otherMachine)"),
            (
                ["browser-policy", "notes", "https://example.org"],
                "there is no command 'browser-policy'; the manual's page Recipes has the policies of the browsers"
            ),
            (
                ["page", "--script-commands", "/tmp"],
                "there is no option '--script-commands'; a script runs a route by 'xcallback run', and 'xcallback pick' is a menu"
            ),
            (["-H", "box", "status"], "there is no option '-H'; \(otherMachine)"),
            (["send", "--host=box", "a:b"], "there is no option '--host'; \(otherMachine)"),
            (
                ["run", "--text", "t.say"],
                "there is no option '--text'; 'run' prints the text of a text route everywhere, and JSON with '--json'"
            ),
        ])
    func `a command or an option that is gone is named, with what does its work`(
        arguments: [String], message: String
    ) throws {
        let ended = try run("\(Products.folder)/xcallback", arguments, Sandbox().environment)
        #expect(ended.status == 64 && ended.output == "", "\(ended)")
        #expect(ended.errors.hasPrefix("xcallback: \(message)\nUsage: xcallback"), "\(ended)")
        let other = try run(
            "\(Products.folder)/xcallback", ["serve", "a", "--bogus", "--", "curl", "-H", "x"], Sandbox().environment)
        #expect(other.status == 64 && !other.errors.contains("'-H'"), "\(other)")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["histroy"], "there is no command 'histroy'; did you mean 'xcallback history'?"),
            (["stauts", "--json"], "there is no command 'stauts'; did you mean 'xcallback status'?"),
            (
                ["history", "shwo", "last"],
                "there is no command 'history shwo'; did you mean 'xcallback history show'?"
            ),
            (["hlep"], "there is no command 'hlep'; did you mean 'xcallback help'?"),
            (["-V"], "there is no option '-V'; did you mean 'xcallback --version'?"),
            (["notes:///create"], "there is no command 'notes:///create'; a URL is run by 'xcallback run URL'"),
            (["notes.create"], "there is no command 'notes.create'; a route is run by 'xcallback run ROUTE'"),
            (["help", "nosuch"], "there is no command 'nosuch'; see 'xcallback help'"),
            // The words of earlier versions.
            (["enable", "notes"], "there is no command 'enable'; did you mean 'xcallback resume FILE'?"),
            (["disable", "notes"], "there is no command 'disable'; did you mean 'xcallback pause FILE'?"),
            (["token", "new", "t.say"], "'xcallback token new' is 'xcallback token ROUTE' now"),
            (["help", "histroy"], "there is no command 'histroy'; did you mean 'xcallback history'?"),
            // What other programs call it; the nearest name would be 'link'.
            (["list"], "there is no command 'list'; did you mean 'xcallback routes'?"),
            (["rm", "hello.greet"], "there is no command 'rm'; did you mean 'xcallback remove'?"),
            (["version"], "there is no command 'version'; did you mean 'xcallback --version'?"),
            (
                ["help", "history", "shwo"],
                "there is no command 'history shwo'; did you mean 'xcallback history show'?"
            ),
            (["grants", "nonsense"], "there is no command 'grants nonsense'; the commands are list, revoke"),
        ])
    func `an unknown command is named, with the nearest`(arguments: [String], message: String) throws {
        let ended = try run("\(Products.folder)/xcallback", arguments, Sandbox().environment)
        #expect(ended.status == 64 && ended.output == "", "\(ended)")
        let start = message.hasSuffix(", ") ? "xcallback: \(message)" : "xcallback: \(message)\nUsage: xcallback"
        #expect(ended.errors.hasPrefix(start), "\(ended)")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["send", "--paralel", "3", "a:b"], "'--paralel'. Did you mean '--parallel'?"),
            (["history", "--limt", "3"], "'--limt'. Did you mean '--limit'?"),
            (["send", "--json", "a:b"], "'--json'"), (["send", "-x", "a:b"], "'-x'"),
        ])
    func `an unknown option gets the hint of the parser`(arguments: [String], message: String) throws {
        let ended = try run("\(Products.folder)/xcallback", arguments, Sandbox().environment)
        #expect(ended.status == 64 && ended.output == "", "\(ended)")
        #expect(ended.errors.hasPrefix("xcallback: Unknown option \(message)\nUsage: xcallback"), "\(ended)")
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["history", "grants"])
    func `the usage of a command with a default subcommand is aligned`(command: String) throws {
        let ended = try run("\(Products.folder)/xcallback", ["help", command], Sandbox().environment)
        let usage = "USAGE: xcallback \(command) [<options>]\n       xcallback \(command) <subcommand>\n"
        #expect(ended.output.contains(usage), "\(ended.output)")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (
                "otherapp://foo",
                "no route answers 'otherapp:'; 'xdg-open URL' opens it in its app, 'xcallback call URL' also waits for the "
                    + "app's answer"
            ),
            ("https://example.org/a", "no route answers this link; 'xdg-open URL' opens it in its app"),
            ("t:///nothing", nil),
            ("closed:///nothing", nil),  // not registered with the desktop
            ("xcallback:///nothing", nil),
        ] as [(String, String?)])
    func `a URL of another app is answered with what opens it`(url: String, hint: String?) throws {
        let sandbox = try Sandbox(RunningDaemon.plainRoutes)
        try sandbox.routes("schemes: [closed]\ndesktop: never\nroutes: [{name: r, path: /r, run: [true]}]\n", "closed")
        let daemon = try RunningDaemon(sandbox)
        let error = "xcallback: error 404: no route for \(url)\n"
        let reported = hint.map { "xcallback: \($0)\n" } ?? ""
        #expect(try daemon.xcallback(["open", url]) == Ended(status: 1, output: "", errors: error + reported))
        #expect(try daemon.xcallback(["run", url]) == Ended(status: 1, output: "", errors: error + reported))
        #expect(try daemon.xcallback(["send", url]).errors == reported)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a wrong command line that the daemon finds exits with 64, and what it does not know with 1`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        for wrong in [["--outcome", "failed"], ["--since", "soon"]] {
            let ended = try daemon.xcallback(["history"] + wrong)
            #expect(
                ended.status == 64 && ended.output == "" && ended.errors.contains(wrong[0].dropFirst(2)),
                "\(ended)")
        }
        let hint = "xcallback: no route 'sya'; did you mean 't.say'?\n"
        for command in ["run", "link"] {
            #expect(try daemon.xcallback([command, "sya"]) == Ended(status: 1, output: "", errors: hint))
        }
        #expect(try daemon.xcallback(["token", "sya"]) == Ended(status: 1, output: "", errors: hint))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a misspelt route is named by history, and one in place of a URL by explain`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let history = try daemon.xcallback(["history", "--route", "sya"])
        #expect(history.status == 0 && history.errors.hasPrefix("xcallback: no route 'sya'; did you mean 't.say'?\n"))
        let explain = try daemon.xcallback(["explain", "t.say"])
        #expect(
            explain.errors.contains("'t.say' is the name of a route; 'xcallback link t.say' prints the URL"),
            "\(explain)")
        #expect(try daemon.xcallback(["explain", "t:///say/a"]).errors == "")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["help", "history"], ["\n  -n", "\n  --running", "\n  --route", "\n  list (default)", "\n  show "]),
            (["history", "--help"], ["\n  --route"]), (["history", "-h"], ["\n  --route"]),
            (["help", "grants"], ["\n  --json", "\n  revoke "]), (["help"], ["\n  history "]),
            (["help", "--all"], ["\n  cancel "]),
            (["help", "history", "show"], ["USAGE: xcallback history show "]),
        ])
    func `help shows the options of the default subcommand`(arguments: [String], parts: [String]) throws {
        let ended = try run("\(Products.folder)/xcallback", arguments, Sandbox().environment)
        #expect(ended.status == 0 && ended.errors == "", "\(ended)")
        for part in parts { #expect(ended.output.contains(part), "\(ended)") }
        if arguments.count == 2, !arguments.contains("--all") {
            #expect(
                ended.output.contains(
                    "\nUSAGE: xcallback \(arguments.first { !["help", "--help", "-h"].contains($0) } ?? "") [<options>]\n"
                ))
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [[], ["help"], ["--help"], ["-h"]])
    func `help is one screen with the first steps and the commands to begin with`(arguments: [String]) throws {
        let ended = try run("\(Products.folder)/xcallback", arguments, Sandbox().environment)
        #expect(ended.status == 0 && ended.errors == "")
        let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(ended.output)")
        let words = lines.drop { $0 != "Commands:" }.compactMap { $0.firstMatch(of: /^  (\w+) +[A-Z]/)?.1 }
        #expect(
            words == [
                "new", "edit", "remove", "routes", "run", "call", "explain", "history", "doctor", "install", "mcp",
            ])
        #expect(lines[2...3] == ["First steps:", "  xcallback install"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `help lists every subcommand, and each has an example`() throws {
        let ended = try run("\(Products.folder)/xcallback", ["help", "--all"], Sandbox().environment)
        #expect(ended.status == 0 && ended.errors == "")
        let commands = [
            "open", "send", "call", "run", "cancel", "serve", "explain", "routes", "link", "history", "status",
            "pause", "resume", "token", "reload", "check", "install", "uninstall", "new", "edit", "remove", "logs",
            "doctor", "mcp",
            "page",
        ]
        for command in commands { #expect(ended.output.contains("\n  \(command) ")) }
        #expect(!ended.output.contains("\n  man "))
        let groups = ended.output.matches(of: /\n(.*) SUBCOMMANDS:\n/).map { String($0.1) }
        #expect(groups == ["TO BEGIN WITH", "MORE"])
        let parts = ["list", "show", "run", "clear"].map { ["history", $0] }
        for words in commands.map({ [$0] }) + parts {
            let help = try run("\(Products.folder)/xcallback", words + ["--help"], Sandbox().environment)
            #expect(help.status == 0)
            #expect(help.output.contains("\nExample:\n  "), "\(words)")
        }
    }
}
