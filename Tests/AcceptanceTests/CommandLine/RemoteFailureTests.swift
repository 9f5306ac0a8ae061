import Foundation
import Glibc
import Testing

/// `xcallback -H` where there is no daemon to be had.
@Suite(.enabled(if: RemoteMachine.absence == nil, "\(RemoteMachine.absence ?? "")"), .timeLimit(.minutes(1)))
struct RemoteFailureTests {
    private let machine: RemoteMachine

    init() throws { machine = try RemoteMachine(Sandbox()) }

    @Test(arguments: [["open", "t:x"], ["send", "t:x"], ["explain", "t:x"], ["routes"], ["status"], ["reload"]])
    func `a remote machine without a daemon is 69, with the name of the machine`(command: [String]) throws {
        let ended = try machine.xcallback(["-H", "box"] + command)
        let hint =
            "xcallback: no daemon at \(machine.far.path)/run/xcallbackd/control.sock: No such file or directory; start "
            + "it with 'xcallbackd &'\nxcallback: no daemon answers on box\n"
        #expect(ended == Ended(status: 69, output: "", errors: hint))
    }

    @Test(arguments: [
        ("stranger", "Permission denied (publickey"),
        ("no.such.host.invalid", "Could not resolve hostname no.such.host.invalid"),
    ])
    func `an ssh that fails is 69, with its message`(host: String, reason: String) throws {
        let ended = try machine.xcallback(["-H", host, "status"])
        #expect(ended.status == 69 && ended.output == "")
        #expect(ended.errors.contains(reason))
        #expect(ended.errors.hasSuffix("xcallback: cannot reach \(host) by ssh\n"))
    }

    @Test func `a machine whose host key has changed is 69`() throws {
        try machine.near.write(
            "box ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
            to: "known-hosts")
        let ended = try machine.xcallback(["-H", "box", "status"])
        #expect(ended.status == 69)
        #expect(ended.errors.contains("Host key verification failed."))
    }

    @Test func `a machine without xcallback is 69, and the message names it`() throws {
        let bare = try RemoteMachine(Sandbox(), path: "/usr/bin:/bin")
        let ended = try bare.xcallback(["-H", "box", "status"])
        #expect(ended.status == 69)
        #expect(
            ended.errors.hasSuffix(
                "xcallback: there is no 'xcallback' on box on the PATH that ssh gives to commands; install it there, "
                    + "for example in /usr/local/bin\n"))
    }

    @Test func `another program named xcallback on the machine is 69`() throws {
        try machine.far.write("#!/bin/sh\nexit 9\n", to: "home/xcallback", executable: true)
        let other = try RemoteMachine(machine.far, path: "\(machine.far.path)/home:/usr/bin:/bin")
        let ended = try other.xcallback(["-H", "box", "status"])
        #expect(ended.status == 69)
        #expect(ended.errors.contains("'xcallback bridge' on box ended with status 9 before it was connected"))
    }

    @Test func `a missing ssh is 69`() throws {
        var environment = machine.environment
        environment["XCALLBACK_SSH"] = "no-such-ssh"
        let ended = try run("\(Products.folder)/xcallback", ["-H", "box", "status"], environment)
        let reason = "xcallback: cannot start 'no-such-ssh': No such file or directory\n"
        #expect(ended == Ended(status: 69, output: "", errors: reason))
    }

    /// Of this line 64 MiB are read, and its last 12 MB are not.
    @Test func `a line without end is 1, and is not read to its end`() throws {
        try machine.near.write(
            "#!/bin/sh\necho 'xcallback bridge'\nexec head -c 80000000 /dev/zero 2> /dev/null\n",
            to: "endless", executable: true)
        var environment = machine.environment
        environment["XCALLBACK_SSH"] = "\(machine.near.path)/endless"
        let ended = try run("\(Products.folder)/xcallback", ["-H", "box", "status"], environment)
        let reason = "cannot read the daemon's reply: a line from another machine is longer than 64 MiB"
        #expect(ended == Ended(status: 1, output: "", errors: "xcallback: \(reason)\n"))
    }

    @Test(arguments: [
        ["status", "-H", "-oProxyCommand=touch evil"],
        ["status", "--host=-oProxyCommand=touch evil"],
        ["--host=-oProxyCommand=touch evil", "status"],
        ["-H", "-oProxyCommand=touch evil", "status"],
        ["status", "-H", ""],
        ["status", "-H"],
        ["-H", "box"],
        ["-H", "box", "check"],  // talks to no daemon
        ["-H", "box", "bridge"],
        ["-H", "box", "status", "--socket-directory", "/tmp"],
    ])
    func `a missing or malformed machine name is 64, and nothing is started`(arguments: [String]) throws {
        let ended = try machine.xcallback(arguments)
        #expect(ended.status == 64 && ended.output == "")
        #expect(!FileManager.default.fileExists(atPath: "\(machine.far.path)/sshd.pid"))
    }
}
