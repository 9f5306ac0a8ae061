import Glibc
import QueryCoding
import Testing
import UnixSystem

/// The files that decide what the daemon does, when someone else may change them.
@Suite(.timeLimit(.minutes(1)))
struct FileTrustTests {
    private func daemon(_ sandbox: Sandbox) throws -> Ended {
        try run("timeout", ["20", "\(Products.folder)/xcallbackd"], sandbox.environment)
    }

    private let route = "schemes: [n]\nroutes: [{name: r, path: /r, run: [\"true\"]}]\n"

    @Test func `config.yaml or state that others may write is 78, and the message has the command`() throws {
        let sandbox = try Sandbox()
        try sandbox.settings("journal: on\n")
        let state = "\(sandbox.path)/state/xcallbackd"
        #expect(try RunningDaemon(sandbox).stop() == 0)
        for (path, prefix) in [
            ("\(sandbox.path)/config/xcallbackd/config.yaml", "config.yaml:1:1: "),
            (state, "the state folder is not used: "),
            ("\(state)/journal.sqlite", "the state folder is not used: "),
        ] {
            let mode = try #require(File.permissions(of: path))
            chmod(path, 0o777)
            let ended = try daemon(sandbox)
            let reason = "others may write '\(path)'; run: chmod o-w '\(path)'"
            #expect(ended == Ended(status: 78, output: "", errors: "xcallbackd: \(prefix)\(reason)\n"))
            chmod(path, mode)
        }
        #expect(try RunningDaemon(sandbox).stop() == 0)
    }

    @Test(arguments: ["state", "run"])
    func `a place where others may replace the daemon's folder is refused at the first start`(name: String) throws {
        let sandbox = try Sandbox()
        let place = "\(sandbox.path)/\(name)"
        func errors() throws -> String {
            let ended = try daemon(sandbox)
            #expect(ended.status == 78 && ended.output.isEmpty)
            return ended.errors
        }
        #expect(chmod(place, 0o777) == 0)
        let folder = "xcallbackd: the \(name == "run" ? "socket" : name) folder is not used: "
        #expect(try errors() == "\(folder)others may write '\(place)'; run: chmod o-w '\(place)'\n")
        // In a sticky folder, as /tmp is, only the owner of a file may replace the file.
        #expect(chmod(place, 0o1777) == 0)
        #expect(try RunningDaemon(sandbox).stop() == 0)
        guard geteuid() == 0 else { return }
        #expect(chown(place, 65_534, 0) == 0)
        #expect(try errors().hasPrefix("\(folder)'\(place)' belongs to the account 65534, not to root; run: chown 0 "))
    }

    /// The mode then shows 0660, as of a file for the user's private group.
    @Test(.needs(programs: "setfacl"))
    func `what others may change by an access list is refused, and the message has the command`() throws {
        let sandbox = try Sandbox(
            "schemes: [n]\nroutes: [{name: r, path: /r, run: [\"true\"], token: {file: token, required: true}}]\n",
            as: "notes", settings: "journal: on\n")
        let (config, state) = ("\(sandbox.path)/config/xcallbackd", "\(sandbox.path)/state/xcallbackd")
        let token = "\(sandbox.routesFolder)/token"
        try sandbox.write("secret\n", to: token)
        chmod(token, 0o600)
        func setList(_ words: String...) throws {
            #expect(try run("setfacl", words, sandbox.environment).status == 0)
        }
        func reason(_ path: String) -> String {
            "others may write '\(path)' by its access list; run: setfacl -b '\(path)'"
        }
        let running = try RunningDaemon(sandbox)
        #expect(try running.reply(to: "n:///r?x-token=secret")["outcome"] == "success")
        // The token is read for each request.
        try setList("-m", "u:nobody:rw", token)
        let refused = try running.reply(to: "n:///r?x-token=secret")["error"]
        #expect(refused?["code"] == 401 && refused?["detail"]?.string == reason(token), "\(refused?.json ?? "")")
        try setList("-b", token)
        #expect(try running.reply(to: "n:///r?x-token=secret")["outcome"] == "success")
        for (path, place) in [
            ("\(sandbox.routesFolder)/notes.yaml", "routes.d/notes.yaml"), (sandbox.routesFolder, "routes.d"),
            ("\(config)/config.yaml", "config.yaml"),
        ] {
            try setList("-m", "u:nobody:rwx", path)
            let checked = try running.xcallback(["check"])
            #expect(checked.status == 78 && checked.output.contains("\(place):1:1: \(reason(path))\n"), "\(checked)")
            #expect(try running.xcallback(["reload"]).output.contains(reason(path)))
            try setList("-b", path)
            #expect(try running.xcallback(["check"]).status == 0)
        }
        #expect(running.stop() == 0)
        for path in [state, "\(state)/journal.sqlite"] {
            try setList("-m", "g:nogroup:rwx", path)
            let ended = try daemon(sandbox)
            #expect(ended.status == 78 && ended.errors.contains(reason(path)), "\(ended)")
            try setList("-b", path)
        }
        // Grants that others may change grant nothing.
        let grants = "\(state)/grants.json"
        try sandbox.write("{\"grants\": []}\n", to: grants)
        try setList("-m", "u:nobody:rw", grants)
        let next = try RunningDaemon(sandbox)
        #expect(try next.reply(to: "n:///r?x-token=secret")["outcome"] == "success")
        try next.waitForLog("by its access list; run: setfacl -b ")
    }

    /// The umask belongs to a whole process, so that only a daemon of its own can show this.
    @Test func `the state is the user's alone, whatever the umask`() throws {
        let sandbox = try Sandbox()
        let launcher = ["/bin/sh", "-c", "umask 0; exec \"$0\" \"$@\"", "\(Products.folder)/xcallbackd"]
        let daemon = try RunningDaemon(sandbox, launcher: launcher)
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        let state = "\(sandbox.path)/state/xcallbackd"
        #expect(File.permissions(of: state) == 0o700)
        for name in ["journal.sqlite", "journal.sqlite-wal", "journal.open"] {
            #expect(File.permissions(of: "\(state)/\(name)") == 0o600, "\(name)")
        }
    }

    @Test func `a program that others may write is not started`() throws {
        let sandbox = try Sandbox()
        let bin = "\(sandbox.path)/config/xcallbackd/bin"
        for name in ["tool", "first", "opener"] {
            try sandbox.write("#!/bin/sh\necho \(name) >> \"$HOME/ran\"\n", to: "\(bin)/\(name)", executable: true)
        }
        try sandbox.settings("opener: [\(bin)/opener]\ncallbacks: {allow: [app]}\n")
        try sandbox.routes(
            """
            schemes: [n]
            routes:
              - {name: run, path: /run, run: [../bin/tool]}
              - {name: first, path: /first, present: [../bin/first], run: ["true"]}
              - {name: script, path: /script, interpreter: [../bin/tool], script: x}
              - {name: open, path: /open, open: "app:///x"}
            """)
        let running = try RunningDaemon(sandbox)
        #expect(try running.xcallback(["check"]).output == "")
        for path in ["run", "first", "script"] {
            #expect(try running.reply(to: "n:///\(path)")["outcome"] == "success")
        }
        for name in ["tool", "first", "opener"] { chmod("\(bin)/\(name)", 0o777) }
        let before = try sandbox.contents("home/ran")
        for path in ["run", "first", "script"] {
            let error = try running.reply(to: "n:///\(path)")["error"]
            let program = "\(bin)/\(path == "first" ? "first" : "tool")"
            let reason = "others may write '\(program)'; run: chmod o-w '\(program)'"
            #expect(error?["code"] == 403 && error?["message"]?.string?.contains(reason) == true, "\(error ?? .null)")
        }
        #expect(try running.reply(to: "n:///open")["outcome"] == "error")
        #expect(try sandbox.contents("home/ran") == before)
        let checked = try running.xcallback(["check"])
        #expect(checked.status == 0)
        for name in ["tool", "first"] {
            #expect(checked.output.contains("others may write '\(bin)/\(name)'"), "\(checked)")
        }
    }

    @Test func `check, reload and status show a routes file that others may write`() throws {
        let sandbox = try Sandbox(route, as: "notes")
        let running = try RunningDaemon(sandbox)
        let path = "\(sandbox.routesFolder)/notes.yaml"
        chmod(path, 0o666)
        let mistake = "routes.d/notes.yaml:1:1: others may write '\(path)'; run: chmod o-w '\(path)'"
        let checked = try running.xcallback(["check"])
        #expect(checked == Ended(status: 78, output: "\(mistake)\n", errors: "1 file, 1 mistake\n"))
        #expect(try running.xcallback(["reload"]).output.contains(mistake))
        // The routes that were loaded before go on.
        #expect(try running.reply(to: "n:///r")["outcome"] == "success")
        #expect(running.stop() == 0)
        let next = try RunningDaemon(sandbox)
        #expect(try next.xcallback(["status"]).output.contains(mistake))
        #expect(try next.reply(to: "n:///r")["error"]?["code"] == 404)
    }

    @Test(.enabled(if: geteuid() == 0 && has("setpriv"), "needs root and setpriv"))
    func `an ordinary user's files may be open to a group of that user alone`() throws {
        let account = try #require(getpwnam("mail")).pointee
        let (user, group) = (account.pw_uid, account.pw_gid)
        let sandbox = try Sandbox(route, as: "notes")
        let folder = "\(sandbox.path)/config/xcallbackd"
        let files = [
            sandbox.path, "\(sandbox.path)/config", folder, "\(folder)/routes.d", "\(folder)/routes.d/notes.yaml",
        ]
        for file in files {
            chown(file, user, group)
            chmod(file, 0o775)
        }
        func check() throws -> Ended {
            let words = ["--reuid=\(user)", "--regid=\(group)", "--clear-groups", "\(Products.folder)/xcallbackd"]
            return try run("setpriv", words + ["--check"], sandbox.environment)
        }
        #expect(try check().errors.hasSuffix("1 file, 0 mistakes\n"))
        chown(folder, user, 12_345)
        let reason = "others may write '\(folder)'; run: chmod g-w '\(folder)'"
        #expect(try check().output.contains("routes.d:1:1: \(reason)\n"))
        chown(folder, 0, group)
        #expect(try check().errors.hasSuffix("1 file, 0 mistakes\n"))
        chown(folder, 54_321, group)
        let foreign = "belongs to the account 54321, not to you or root; run: sudo chown \(user) '\(folder)'"
        #expect(try check().output.contains("routes.d:1:1: '\(folder)' \(foreign)\n"))
    }
}
