import Foundation

/// Another machine, `box`: a sandbox with the test's own real sshd. Each ssh starts its sshd as a ProxyCommand, so
/// there is no port that another test could have.
final class RemoteMachine: Sendable {
    /// The folder of the machine.
    let far: Sandbox
    /// Our own side: no daemon runs here.
    let near: Sandbox

    /// The reason why this machine cannot have one; nil if it can.
    static let absence: String? = {
        let missing = ["ssh", "ssh-keygen"].filter { !has($0) } + (sshd == nil ? ["sshd"] : [])
        guard missing.isEmpty else { return "needs \(missing.joined(separator: ", "))" }
        do {
            let machine = try RemoteMachine(Sandbox())
            let ended = try machine.ssh(["box", "true"])
            return ended.status == 0 ? nil : "nobody can log in by ssh here: \(ended.errors)\(machine.sshdLog)"
        } catch {
            return "\(error)"
        }
    }()

    /// It runs itself again, so its path must be absolute.
    private static let sshd: String? = ["/usr/sbin/sshd", "/usr/local/sbin/sshd"].first { (path: String) in
        access(path, X_OK) == 0
    }

    init(_ far: Sandbox) throws {
        self.far = far
        near = try Sandbox()
        for key in ["\(near.path)/key", "\(far.path)/host-key"] {
            try run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", key], near.environment)
        }
        try far.write(near.contents("key.pub"), to: "authorized-keys")
        var variables = far.environment
        variables["DISPLAY"] = ":99"
        try far.write(
            """
            HostKey \(far.path)/host-key
            AuthorizedKeysFile \(far.path)/authorized-keys
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PidFile none
            SetEnv \(variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))

            """, to: "sshd-config")
        try far.program(
            """
            echo $$ > '\(far.path)/sshd.pid'
            exec \(Self.sshd ?? "sshd") -i -f '\(far.path)/sshd-config' -E '\(far.path)/sshd.log' 2>>'\(far.path)/sshd.log'
            """, to: "sshd")
        try near.write("box \(far.contents("host-key.pub"))", to: "known-hosts")
        try near.write(
            """
            Host box
                HostKeyAlias box
                ProxyCommand \(far.path)/sshd
            Host *
                IdentityFile \(near.path)/key
                IdentitiesOnly yes
                IdentityAgent none
                UserKnownHostsFile \(near.path)/known-hosts
                GlobalKnownHostsFile /dev/null
                StrictHostKeyChecking yes
                BatchMode yes
                # The standard one, with lattices, takes a tenth of a second of processor time.
                KexAlgorithms curve25519-sha256

            """, to: "ssh-config")
        try near.program("exec \(find("ssh", near.environment)) -F '\(near.path)/ssh-config' \"$@\"", to: "ssh")
        // The service of sshd makes this folder; a container without services lacks it.
        if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
    }

    /// The variables of a process here, with a display that is not the one there, and an ssh that knows the machine.
    var environment: [String: String] {
        var environment = near.environment
        environment["PATH"] = "\(near.path):\(environment["PATH"] ?? "")"
        environment["DISPLAY"] = ":66"
        return environment
    }

    func ssh(_ arguments: [String], input: String? = nil) throws -> Ended {
        try run("\(near.path)/ssh", arguments, environment, input: input)
    }

    /// Ends the sshd of the latest login.
    func killLogin() {
        let text = try? far.contents("sshd.pid").trimmingCharacters(in: .whitespacesAndNewlines)
        if let pid = text.flatMap({ pid_t($0) }) { kill(pid, SIGKILL) }
    }

    private var sshdLog: String { (try? far.contents("sshd.log")) ?? "" }
}
