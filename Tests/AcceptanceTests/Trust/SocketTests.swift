import DispatcherClient
import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import UnixSystem

/// The sockets themselves: their permissions, files in their place, and floods.
@Suite(.timeLimit(.minutes(1)))
struct SocketTests {
    /// Runs a daemon that must end by itself.
    private func refused(_ sandbox: Sandbox, _ arguments: [String] = [], without name: String? = nil) throws -> Ended {
        let environment = sandbox.environment.filter { $0.key != name }
        return try run("timeout", ["20", "\(Products.folder)/xcallbackd"] + arguments, environment)
    }

    private func expect(_ ended: Ended, _ reason: String) {
        #expect(ended.status == 78 && ended.errors.contains(reason), "\(ended)")
    }

    @Test func `the folder and the sockets are closed to others, and removed at the end`() throws {
        let daemon = try RunningDaemon(Sandbox())
        #expect(File.permissions(of: daemon.directory.path) == 0o700)
        for door in Door.allCases { #expect(File.permissions(of: daemon.directory.socket(door)) == 0o600) }
        #expect(daemon.stop() == 0)
        for door in Door.allCases { #expect(access(daemon.directory.socket(door), F_OK) != 0) }
    }

    @Test(.needs(programs: "flock"))
    func `a child of a killed daemon does not keep the next daemon from starting`() throws {
        let sandbox = try Sandbox()
        mkdir("\(sandbox.path)/run/xcallbackd", 0o700)
        let holding = try NamedPipe("\(sandbox.path)/holding")
        let script = "echo >'\(holding.path)'; sleep 0.2"
        let holder = try Child(
            find("flock", sandbox.environment), ["\(sandbox.path)/run/xcallbackd/lock", "sh", "-c", script],
            sandbox.environment)
        #expect(holding.line() == "")
        #expect(try RunningDaemon(sandbox).stop() == 0)
        #expect(holder.wait() == 0)
    }

    @Test func `a second daemon is refused, and the first serves on`() throws {
        let daemon = try RunningDaemon(Sandbox())
        let second = try refused(daemon.sandbox)
        let reason = "another daemon already serves '\(daemon.directory.path)'; 'xcallback status' tells its pid\n"
        #expect(second.status == 78 && second.errors == "xcallbackd: \(reason)", "\(second)")
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
    }

    @Test func `a daemon replaces the sockets of a killed one`() throws {
        let sandbox = try Sandbox()
        let first = try RunningDaemon(sandbox)
        first.kill()
        #expect(access(first.directory.socket(.control), F_OK) == 0)
        let second = try RunningDaemon(sandbox)
        #expect(try second.reply(to: "xcallback:///ping")["outcome"] == "success")
        #expect(try second.reply(to: "xcallback:///ping", door: .desktop)["error"]?["code"] == 403)
    }

    @Test(arguments: [("control.sock", false), ("desktop.sock", false), ("control.sock", true)])
    func `a file or a link in place of a socket is left alone`(name: String, isLink: Bool) throws {
        let sandbox = try Sandbox()
        let path = "\(sandbox.path)/run/xcallbackd/\(name)"
        try sandbox.makeFolder("run/xcallbackd")
        try sandbox.write("mine", to: isLink ? "target" : path)
        if isLink { symlink("\(sandbox.path)/target", path) }
        let ended = try refused(sandbox)
        let reason = "xcallbackd: '\(path)' is not a socket, so it is not used\n"
        #expect(ended == Ended(status: 78, output: "", errors: reason))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test func `a link in place of the folder is refused`() throws {
        let sandbox = try Sandbox()
        try sandbox.makeFolder("other")
        symlink("\(sandbox.path)/other", "\(sandbox.path)/run/xcallbackd")
        expect(try refused(sandbox), "is not a folder")
    }

    @Test func `a folder that others could enter is closed`() throws {
        let sandbox = try Sandbox()
        let folder = "\(sandbox.path)/run/xcallbackd"
        #expect(mkdir(folder, 0o777) == 0 && chmod(folder, 0o777) == 0)
        let daemon = try RunningDaemon(sandbox)
        #expect(File.permissions(of: daemon.directory.path) == 0o700)
    }

    @Test(.enabled(if: Directory.ofSessions == nil, "this machine has a folder of the user's sessions"))
    func `the daemon reports a missing runtime folder, and what to do`() throws {
        let ended = try refused(Sandbox(), without: "XDG_RUNTIME_DIR")
        expect(ended, "XDG_RUNTIME_DIR is not set to an absolute path, and \(Directory.sessions) is not a folder of ")
        expect(ended, "with --socket-directory ~/.cache/xcallbackd")
    }

    @Test func `a socket's path holds 107 bytes, and one of 108 is refused whole`() throws {
        let sandbox = try Sandbox()
        func folder(_ length: Int) -> String {
            let start = "\(sandbox.path)/"
            return start + String(repeating: "d", count: length - "/agent/agent.sock".utf8.count - start.utf8.count)
        }
        let ended = try refused(sandbox, ["--socket-directory", folder(108)])
        expect(ended, "is 108 bytes long; the limit of unix(7) is 107")
        let daemon = try RunningDaemon(sandbox, environment: ["XCALLBACK_SOCKET_DIRECTORY": folder(107)])
        #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `a folder that cannot be written is refused`() throws {
        let sandbox = try Sandbox()
        chmod("\(sandbox.path)/run", 0o500)
        expect(try refused(sandbox), "Permission denied")
    }

    @Test(.needs(programs: "systemd-socket-activate"))
    func `sockets of a service manager are taken by their names, and not removed`() throws {
        let sandbox = try Sandbox()
        let folder = "\(sandbox.path)/run/xcallbackd"
        #expect(mkdir(folder, 0o700) == 0 && mkdir("\(folder)/agent", 0o700) == 0)
        let errors = try ChildPipe()
        let listened = ["desktop.sock", "control.sock", "agent/agent.sock"].flatMap { ["-l", "\(folder)/\($0)"] }
        let variables = sandbox.environment.map { "--setenv=\($0.key)=\($0.value)" }
        let process = try Child(
            find("systemd-socket-activate", sandbox.environment),
            listened + ["--fdname=desktop:control:agent"] + variables + ["\(Products.folder)/xcallbackd"],
            sandbox.environment, errors: errors.writing)
        errors.closeWriting()
        // It logs a line for each socket on which it listens.
        var said = ""
        while said.components(separatedBy: "Listening on").count < 4 {
            let more = errors.read(line: true)
            if more.isEmpty { throw Failure(said) }
            said += more
        }
        let directory = try SocketDirectory(environment: sandbox.environment)
        for (door, outcome) in [(Door.control, "success"), (.desktop, "error")] {
            let connection = Connection(try DaemonConnection(to: directory, door: door))
            try connection.send("xcallback:///ping")
            #expect(try connection.reply()["outcome"] == .string(outcome))
        }
        process.signal(SIGTERM)
        #expect(process.wait() == 0)
        for door in Door.allCases { #expect(access(directory.socket(door), F_OK) == 0) }
    }
}
