import DispatcherScenarios
import Foundation
import QueryCoding
import RequestRecord
import Testing
import UnixSystem

/// The daemon asks the user, by a program of the configuration.
@Suite(.timeLimit(.minutes(2)))
struct PromptTests {
    private static let routes = """
        schemes: [t]
        routes:
          - {name: ask, path: /ask, summary: Make a file, input: {a: string?}, run: [touch, ran]}
          - name: env
            path: /env
            run: [sh, -c, 'printf "%s" "$$XDG_ACTIVATION_TOKEN|$$DESKTOP_STARTUP_ID" > "$$HOME/env"']
          - {name: free, path: /free, desktop: allow, run: [printf, "1"], output: text}
        """

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Starts a daemon with a prompt that does as a script says; by default it waits until the test answers with a status.
    private func start(
        _ script: String = "read -r status < \"$answer\"; exit \"$status\"", routes: String = routes
    ) throws -> (ScriptedPrompt, RunningDaemon) {
        let prompt = try ScriptedPrompt(sandbox, script)
        let settings = prompt.setting + "callbacks: {allow: [app]}\n"
        return (prompt, try RunningDaemon.start(Fixture(routes, settings: settings), in: sandbox))
    }

    /// Clicks a link, and waits until its question is open.
    /// - Returns: The connection, and the process of the prompt, which is its own group.
    private func open(
        _ url: String, _ prompt: ScriptedPrompt, _ daemon: RunningDaemon
    ) throws -> (client: Connection, group: pid_t) {
        let client = try daemon.begin(url, .desktop)
        return (client, try #require(prompt.opened.line().flatMap { pid_t($0) }))
    }

    @Test(
        arguments: [
            ("exit 0", "success", nil),
            ("exit 10", "success", nil),
            ("exit 1", "cancel", nil),
            ("exit 7", "error", "the prompt ended with status 7"),
            ("kill -9 $$", "error", "the prompt was killed by signal 9"),
        ] as [(String, String, String?)])
    func `a click runs only after a yes`(script: String, outcome: String, reason: String?) async throws {
        let (prompt, daemon) = try start(script)
        let reply = try await daemon.reply(to: "t:///ask?a=x%0Aruns%3A%20rm", door: .desktop)
        #expect(reply["outcome"] == .string(outcome))
        #expect(reply["error"]?["code"] == reason.map { _ in 403 })
        let recorded = try await daemon.recordedReason(of: reply)
        #expect(reason.map { recorded?.contains($0) == true } ?? (recorded == nil))
        #expect(daemon.hasTouched("ran") == (outcome == "success"))
        #expect(try prompt.questions == ["t.ask: Make a file\nruns: touch ran\na: x↵runs: rm"])
        #expect(try sandbox.contents("prompt-variables") == "1||\n")
    }

    @Test(arguments: ["\(#filePath).missing", "/dev/null"])
    func `a prompt that cannot start refuses`(program: String) throws {
        let daemon = try RunningDaemon.start(Fixture(Self.routes, settings: "prompt: [\"\(program)\"]\n"), in: sandbox)
        #expect(try daemon.reply(to: "t:///ask", door: .desktop)["error"]?["code"] == 403)
        #expect(!daemon.hasTouched("ran"))
    }

    /// The question names the file, and the user agrees to what the file holds then.
    @Test(arguments: [
        "PATH/save", "sh, PATH/save", "env, A=b, sh, -e, PATH/save", "\(Products.folder)/xcallback, start, PATH/save",
        "env, -C, /, PATH/save",
    ])
    func `a program that changes while the question is open does not run`(command: String) async throws {
        func write(_ command: String) throws {
            try sandbox.write("#!/bin/sh\n\(command)\n", to: "save")
            #expect(chmod("\(sandbox.path)/save", 0o755) == 0)
        }
        try write("touch \"$HOME/ran\"")
        let run = command.replacingOccurrences(of: "PATH", with: sandbox.path)
        let (prompt, daemon) = try start(
            routes: "schemes: [t]\nroutes: [{name: save, path: /save, run: [\(run)]}]\n")
        for changes in [true, false] {
            let client = try open("t:///save", prompt, daemon).client
            if changes { try write("touch \"$HOME/ran\" \"$HOME/other\"") }
            prompt.answer.write("0")
            let reply = try client.reply()
            #expect(reply["error"]?["code"] == (changes ? 403 : nil))
            let reason = try await daemon.recordedReason(of: reply)
            #expect(reason == (changes ? "a file in the command of 't.save' changed while you were asked" : nil))
            #expect(!changes || !daemon.hasTouched("ran"))
            // The program of 'xcallback start' goes on.
            if !changes { try wait(for: "the program") { daemon.hasTouched("ran") } }
        }
    }

    @Test func `a data file may change while the question is open`() throws {
        try sandbox.write("a", to: "list")
        let run = "sh, -c, 'cat \"$$1\"', sh, \(sandbox.path)/list"
        let (prompt, daemon) = try start(
            routes: "schemes: [t]\nroutes: [{name: show, path: /show, run: [\(run)], output: text}]\n")
        let client = try open("t:///show", prompt, daemon).client
        try sandbox.write("ab", to: "list")
        prompt.answer.write("0")
        #expect(try client.reply()["output"] == ["result": "ab"])
        withExtendedLifetime(daemon) {}
    }

    @Test func `a question whose request is cancelled is closed`() throws {
        let (prompt, daemon) = try start("sleep 1000 & wait")
        let (client, group) = try open("t:///ask", prompt, daemon)
        let id = try #require(try daemon.history(["running": true]).first?["id"]?.string)
        #expect(try daemon.xcallback(["cancel", id]).status == 0)
        #expect(try client.reply()["outcome"] == "cancel")
        #expect(kill(-group, 0) != 0, "the prompt has ended before the reply")
        #expect(!daemon.hasTouched("ran"))
    }

    @Test(arguments: ["journal: on\n", "journal: off\n"])
    func `the question of a daemon that was killed is closed by the next one`(journal: String) throws {
        // The second is another daemon of the user, whose question has nothing to do with the first.
        let daemons = try [(sandbox, journal), (Sandbox(), "")].map { sandbox, journal in
            let prompt = try ScriptedPrompt(sandbox, "sleep 1000 & wait")
            let fixture = Fixture(Self.routes, settings: prompt.setting + journal)
            let daemon = try RunningDaemon.start(fixture, in: sandbox)
            return (daemon, try open("t:///ask", prompt, daemon))
        }
        let (group, otherGroup) = (daemons[0].1.group, daemons[1].1.group)
        daemons[0].0.kill()
        #expect(kill(-group, 0) == 0)
        let next = try RunningDaemon(sandbox)
        try wait(for: "the end of the question") { kill(-group, 0) != 0 }
        #expect(kill(-otherGroup, 0) == 0)
        #expect(try next.reply(to: "t:///free", door: .desktop)["outcome"] == "success")
        withExtendedLifetime(daemons) {}
    }

    @Test func `a display of the requester's is not where the user is asked`() throws {
        let (prompt, daemon) = try start("printf %s \"$DISPLAY|$WAYLAND_DISPLAY\" > \"$HOME/display\"; exit 0")
        let parameters: QueryValue = [
            "url": "t:///ask", "environment": ["DISPLAY": ":7801", "WAYLAND_DISPLAY": "wayland-9"],
        ]
        let socket = try NotificationSocket("\(sandbox.path)/run/wayland-9")
        #expect(try daemon.answer("dispatch", parameters, door: .desktop)["result"]?["outcome"] == "success")
        #expect(try sandbox.contents("home/display") == ":5005|")
        withExtendedLifetime((prompt, socket)) {}
    }

    @Test func `the question says that no app opens the answer`() throws {
        let prompt = try ScriptedPrompt(sandbox, "exit 0")
        try sandbox.settings(prompt.setting)
        try sandbox.routes(Self.routes, "t")
        let app = try ReceivingApp(sandbox, scheme: "otherapp")
        let daemon = try RunningDaemon(sandbox)
        for scheme in ["otherapp", "nobody"] {
            let url = "t:///ask?x-success=\(scheme)%3Adone&x-error=\(scheme)%3Afailed"
            #expect(try daemon.reply(to: url, door: .desktop)["outcome"] == "success")
        }
        let last = try prompt.questions.map { $0.split(separator: "\n").last.map { String($0) } }
        #expect(
            last == ["answer goes to: otherapp:failed", "the answer will be lost: no app is registered for nobody:"])
        _ = app
    }

    @Test func `a request that waits for its question is in the history, and is the last one`() throws {
        let (prompt, daemon) = try start()
        let ended = try #require(try daemon.reply(to: "t:///free")["id"]?.string)
        let first = try open("t:///ask", prompt, daemon).client
        let id = try #require(try daemon.history(["running": true]).first?["id"]?.string)
        let listed = try daemon.xcallback(["history"])
        #expect(listed.output.contains(ended.suffix(6)) && !listed.output.contains(id.suffix(6)), "\(listed)")
        #expect(listed.errors == "xcallback: 1 request is asking you: xcallback history --running\n")
        #expect(try daemon.xcallback(["history", "--json"]).errors == "")
        #expect(try daemon.call("status")["requests"]?["asking"] == 1)
        let status = try daemon.xcallback(["status"]).output
        #expect(
            status.contains("requests   0 running, 1 asking you, 0 waiting, ") && status.contains(" since the start\n"),
            "\(status)")
        let running = try daemon.xcallback(["history", "--running"]).output
        #expect(running.contains("  desktop  asking   t.ask  -     \(id.suffix(6))  t:///ask\n"), "\(running)")
        let shown = try daemon.xcallback(["history", "show", "last"]).output
        #expect(shown.contains(id) && shown.contains("state         asking\n"), "\(shown)")
        prompt.answer.write("0")
        #expect(try first.reply()["outcome"] == "success")
        #expect(try daemon.xcallback(["history"]).errors == "")
        #expect(try daemon.call("status")["requests"]?["asking"] == nil)
        #expect(try daemon.xcallback(["history", "show", "last"]).output.contains("state         concluded\n"))
    }

    @Test func `a question waits until logind says that the screen is unlocked`() throws {
        try sandbox.write("yes\n", to: "locked")
        try sandbox.program(
            "echo \"$*\" >> '\(sandbox.path)/looks'\ncat '\(sandbox.path)/locked'", to: "bin/loginctl")
        let (prompt, daemon) = try start()
        let click = try daemon.begin("t:///ask", .desktop)
        try wait(for: "the lock") { try daemon.call("status")["requests"]?["locked"] == 1 }
        let status = try daemon.xcallback(["status"]).output
        #expect(status.contains("0 running, 1 waiting for the screen to be unlocked, 0 waiting, "), "\(status)")
        let running = try daemon.xcallback(["history", "--running"]).output
        #expect(running.contains("  desktop  screen locked  t.ask  "), "\(running)")
        let explained = try daemon.xcallback(["explain", "t:///ask"]).output
        #expect(explained.contains("the question waits for the screen to be unlocked\n"), "\(explained)")
        try wait(for: "another look") { sandbox.lines("looks").count > 2 }
        #expect(Set(sandbox.lines("looks")) == ["show-session auto --property=LockedHint --value"])
        #expect(try prompt.questions.isEmpty)
        try sandbox.write("no\n", to: "locked")
        #expect(prompt.opened.line() != nil)
        prompt.answer.write("0")
        #expect(try click.reply()["outcome"] == "success")
    }

    @Test func `a logind that does not answer locks nothing`() throws {
        try sandbox.program("sleep 100; echo yes", to: "bin/loginctl")
        let (prompt, daemon) = try start("exit 0")
        #expect(try daemon.reply(to: "t:///ask", door: .desktop)["outcome"] == "success")
        #expect(try prompt.questions.count == 1)
    }

    @Test func `history run of a click says that it may ask, and prints the whole reason`() throws {
        let (prompt, daemon) = try start("exit 7")
        let free = try #require(try daemon.reply(to: "t:///free")["id"]?.string)
        #expect(try daemon.xcallback(["history", "run", free]).errors == "")
        let id = try #require(try daemon.reply(to: "t:///ask", door: .desktop)["id"]?.string)
        let ended = try daemon.xcallback(["history", "run", id])
        #expect(ended.errors == "xcallback: you may be asked on the desktop\n")
        #expect(ended.status == 1 && ended.output.contains("the prompt ended with status 7"), "\(ended)")
        #expect(try prompt.questions.count == 2)
    }

    @Test func `a client that goes away takes no question back`() throws {
        let (prompt, daemon) = try start()
        _ = try open("t:///ask", prompt, daemon)
        // The end of that connection is handled before a later request.
        _ = try daemon.reply(to: "t:///free", door: .desktop)
        prompt.answer.write("0")
        try wait(for: "the command") { daemon.hasTouched("ran") }
    }

    @Test func `the end of the daemon ends the prompt with its group, and the request is 503`() throws {
        let (prompt, daemon) = try start("sleep 1000 & wait")
        let (client, group) = try open("t:///ask?x-error=app%3Afailed", prompt, daemon)
        daemon.signal(SIGTERM)
        let reply = try client.reply()
        #expect(reply["error"]?["code"] == 503 && reply["callback"]?["state"] == "opened")
        try wait(for: "the end of the prompt's group") { kill(-group, 0) != 0 }
        #expect(daemon.stop() == 0)
        #expect(!daemon.hasTouched("ran"))
    }

    @Test func `a request that the user was asked about is not asked about again after a kill`() throws {
        let (prompt, daemon) = try start("sleep 1000")
        let group = try open("t:///ask?x-error=app%3Afailed", prompt, daemon).group
        daemon.kill()
        kill(-group, SIGKILL)
        let next = try RunningDaemon(sandbox)
        try wait(for: "the callback") { try sandbox.contents("opened").hasPrefix("app:failed?errorCode=503&") }
        // It has ended once the result of its callback is recorded, which follows the opener's start.
        try wait(for: "its end") { try !next.history().isEmpty }
        #expect(try next.history().map { $0["error"]?["code"] } == [503])
        #expect(try prompt.questions.count == 1)
        #expect(!next.hasTouched("ran"))
    }

    @Test func `always outlives the daemon, until it is revoked or the route changes`() throws {
        let (prompt, first) = try start("exit 10")
        let url = "t:///ask?a=1&x-success=other%3Adone"
        func click(_ daemon: RunningDaemon) throws {
            let reply = try daemon.reply(to: url, door: .desktop)
            #expect(reply["outcome"] == "success" && reply["callback"]?["state"] == "opened")
        }
        try click(first)
        #expect(first.stop() == 0)
        #expect(File.permissions(of: "\(sandbox.path)/state/xcallbackd/grants.json") == 0o600)
        let daemon = try RunningDaemon(sandbox)
        try click(daemon)
        #expect(try prompt.questions.count == 1)
        let reason = ", because you allowed it always (xcallback grants)\n"
        #expect(try daemon.xcallback(["explain", url]).output.contains("\nclick       runs it unasked\(reason)"))
        let explained = try daemon.xcallback(["explain", "--door", "desktop", url]).output
        #expect(explained.contains("\nwould       run t.ask\(reason)"))
        let lines = try daemon.xcallback(["grants"]).output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.first == ["ID", "SINCE", "ROUTE", "PARAMETERS", "CALLBACKS"] && lines.count == 2, "\(lines)")
        #expect(lines.last?.dropFirst(2) == ["t.ask", "a", "other:"], "\(lines)")
        #expect(lines.last?[1].wholeMatch(of: /\d\d:\d\d:\d\d/) != nil, "\(lines)")
        let id = try #require(lines.last?.first.map { String($0) })
        #expect(
            try daemon.xcallback(["grants", "--json"]).output.hasPrefix(#"{"grants":[{"id":"\#(id)","route":"t.ask","#))
        let revoked = "revoked \(id); you are asked again\n"
        #expect(try daemon.xcallback(["grants", "revoke", id]) == Ended(status: 0, output: revoked, errors: ""))
        #expect(try daemon.xcallback(["grants", "revoke", id]).status == 1)
        #expect(try daemon.xcallback(["grants"]).output == "")
        try click(daemon)
        #expect(try prompt.questions.count == 2)
        try sandbox.routes(Self.routes.replacing("Make a file", with: "Make another file"), "t")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        try click(daemon)
        #expect(try prompt.questions.count == 3)
    }

    @Test func `grants are revoked by the end of an id, or by the route`() throws {
        let (prompt, daemon) = try start("exit 10")
        func click(_ urls: String...) throws -> [String] {
            for url in urls { #expect(try daemon.reply(to: url, door: .desktop)["outcome"] == "success") }
            return try daemon.call("grants")["grants"]?.items.compactMap { $0["id"]?.string } ?? []
        }
        let one = try #require(click("t:///ask").first)
        for wrong in ["t.other", "XXXX", String(one.suffix(3))] {
            let ended = try daemon.xcallback(["grants", "revoke", wrong])
            let reason = "xcallback: there is no grant '\(wrong)'; 'xcallback grants' lists them\n"
            #expect(ended == Ended(status: 1, output: "", errors: reason))
        }
        #expect(try daemon.xcallback(["grants", "revoke", one.suffix(6).lowercased()]).status == 0)
        #expect(try click() == [])
        #expect(try click("t:///ask", "t:///ask?a=1").count == 2)
        let ended = try daemon.xcallback(["grants", "revoke", "t.ask"])
        #expect(ended.status == 0 && ended.output.count { $0 == "\n" } == 2, "\(ended)")
        #expect(try click() == [])
        #expect(try prompt.questions.count == 3)
    }

    @Test func `the prompt has the activation token first, and may bring a newer one`() throws {
        let (prompt, daemon) = try start("cat \"$HOME/say\" 2>/dev/null; exit 0")
        func click() throws -> String {
            let variables: QueryValue = ["DESKTOP_STARTUP_ID": "token-of-the-page"]
            let click: QueryValue = ["url": "t:///env", "environment": variables]
            let reply = try daemon.answer("dispatch", click, door: .desktop)
            #expect(reply["result"]?["outcome"] == "success", "\(reply)")
            return try sandbox.contents("home/env")
        }
        #expect(try click() == "token-of-the-page|token-of-the-page")
        try sandbox.write("activation-token: newer-token\n", to: "home/say")
        #expect(try click() == "newer-token|newer-token")
        let both = "1|token-of-the-page|token-of-the-page\n"
        #expect(try prompt.questions.count == 2 && sandbox.contents("prompt-variables") == both + both)
        #expect(daemon.stop() == 0)
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/state/xcallbackd") {
            let bytes = try Data(contentsOf: URL(filePath: "\(sandbox.path)/state/xcallbackd/\(file)"))
            for token in ["token-of-the-page", "newer-token"] { #expect(bytes.range(of: Data(token.utf8)) == nil) }
        }
    }
}
