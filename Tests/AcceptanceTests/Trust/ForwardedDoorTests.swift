import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import Testing

/// The desktop's socket alone, in another place: forwarded by ssh, mounted into a container.
@Suite(.timeLimit(.minutes(1)))
struct ForwardedDoorTests {
    private let daemon: RunningDaemon
    /// A folder for the socket, on the other machine or in the container.
    private let elsewhere: Sandbox

    init() throws {
        daemon = try RunningDaemon(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: display, path: /display, run: [sh, -c, 'printf %s "$$DISPLAY"'], output: text}
              - {name: never, path: /never, desktop: never, run: ["true"]}
            """)
        elsewhere = try Sandbox()
    }

    private var socket: String { daemon.directory.socket(.desktop) }

    /// The variables of a process there, which has its own display.
    private var environment: [String: String] {
        var environment = elsewhere.environment
        environment["DISPLAY"] = ":77"
        environment["XCALLBACK_SOCKET_DIRECTORY"] = "\(elsewhere.path)/run"
        return environment
    }

    /// Each command there, its exit status and its message.
    private static let commands: [([String], Int32, String)] = [
        (["open", "t:///display"], 0, ""),
        (["open", "--from", "desktop", "--", "t:///display"], 0, ""),
        (["send", "t:///display"], 0, #""output":{"result":":5005"}"#),  // the daemon's display, not ours
        (["open", "t:///never"], 1, "error 403: route 't.never' is not open to the desktop"),
        (["open", "xcallback:///ping"], 1, "error 403"),
        (["status"], 77, "only the desktop socket is at "),
        (["explain", "t:///display"], 77, "only the desktop socket is at "),
        (["pause", "t"], 77, "only the desktop socket is at "),
    ]

    @Test(.needs(RemoteMachine.absence), arguments: commands)
    func `a URL reaches the desktop through a socket that ssh forwards`(
        command: [String], status: Int32, said: String
    ) throws {
        let machine = try RemoteMachine(elsewhere)
        let ended = try machine.ssh(
            [
                "-o", "ExitOnForwardFailure=yes", "-R", "\(elsewhere.path)/run/desktop.sock:\(socket)", "box",
                "XCALLBACK_SOCKET_DIRECTORY=\(elsewhere.path)/run", "DISPLAY=:77", "xcallback",
            ] + command.map { "'\($0.replacing("'", with: #"'\''"#))'" })
        expect(ended, status, said)
    }

    private func expect(_ ended: Ended, _ status: Int32, _ said: String) {
        #expect(ended.status == status, "\(ended)")
        #expect((ended.output + ended.errors).contains(said) || said.isEmpty && ended.output + ended.errors == "")
    }

    @Test func `--socket-directory names the folder, as its variable does`() throws {
        #expect(symlink(socket, "\(elsewhere.path)/run/desktop.sock") == 0)
        for command in [["open", "t:///display"], ["send", "t:///display"]] {
            let arguments = [command[0], "--socket-directory", "\(elsewhere.path)/run", command[1]]
            let ended = try run("\(Products.folder)/xcallback", arguments, elsewhere.environment)
            #expect(ended.status == 0 && ended.errors == "")
        }
    }

    /// Whether this process may make namespaces and mount in them.
    private static let mounts =
        geteuid() == 0 && has("unshare")
        && (try? run("unshare", ["--mount", "true"], ["PATH": "/usr/bin:/bin"]))?.status == 0

    @Test(.enabled(if: mounts, "needs root and unshare"), arguments: commands)
    func `a URL reaches the desktop from a container that has the desktop socket`(
        command: [String], status: Int32, said: String
    ) throws {
        try elsewhere.write("", to: "run/desktop.sock")
        let script = "mount --bind \"$0\" \"$1\" && shift && exec \"$@\""
        let container = ["--mount", "sh", "-c", script, socket, "\(elsewhere.path)/run/desktop.sock"]
        let ended = try run("unshare", container + ["xcallback"] + command, environment)
        expect(ended, status, said)
    }

    @Test(.enabled(if: geteuid() == 0 && has("setpriv") && has("socat"), "needs root, setpriv and socat"))
    func `a daemon of another user is 77, and nothing is sent to it`() throws {
        let folder = "\(elsewhere.path)/run"
        chown(folder, 12_345, 12_345)
        chmod(elsewhere.path, 0o755)
        let output = try ChildPipe()
        // It takes one connection, prints its input, and ends.
        let socat = ["socat", "-u", "UNIX-LISTEN:\(folder)/desktop.sock,mode=666", "STDOUT"]
        let listener = try Child(
            find("setpriv", environment), ["--reuid=12345", "--regid=12345", "--clear-groups"] + socat, environment,
            output: output.writing)
        output.closeWriting()
        try wait(for: "socat") { access("\(folder)/desktop.sock", F_OK) == 0 || !listener.isRunning }
        let ended = try run("\(Products.folder)/xcallback", ["open", "t:///display"], environment)
        let reason =
            "xcallback: the daemon at \(folder)/desktop.sock runs as uid 12345 and this process as uid 0; run as that user, in a "
            + "container with 'podman run --userns=keep-id' or 'docker run --user 12345'\n"
        #expect(ended == Ended(status: 77, output: "", errors: reason))
        #expect(output.read() == "")
        #expect(listener.wait() == 0)
    }
}
