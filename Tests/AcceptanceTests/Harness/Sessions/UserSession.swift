import Foundation

/// A session with its own service manager, systemd --user, and its own bus, in its own namespaces: nothing of the machine's
/// changes, and no service of a person's session is started. It needs root, and is ended with the test.
final class UserSession: Sendable {
    let sandbox: Sandbox
    private let namespaces: Child
    private let group: String
    /// The process that holds the namespaces, as this process sees it.
    private let holder: pid_t
    /// Whether everything in it belongs to ``OrdinaryUser``.
    private let isOrdinary: Bool

    /// The reason why this machine cannot have one; nil if it can.
    static let absence: String? = {
        guard geteuid() == 0 else { return "a user manager of the test's own needs root" }
        guard access(manager, X_OK) == 0 else { return "no \(manager)" }
        if let lack = lack(of: ["unshare", "nsenter", "systemctl", "systemd-run"]) { return lack }
        let isPossible = succeeds(
            "unshare", "--mount", "--pid", "--fork", "--mount-proc", "mount", "-t", "cgroup2", "none", "/sys/fs/cgroup")
        return isPossible ? nil : "no namespaces or no control groups can be made here"
    }()

    private static let manager = "/lib/systemd/systemd"

    /// The manager wants a booted systemd, which a folder imitates, and moves every process of its control group: it
    /// gets its own group first. It must not be the first process of its namespace.
    private static let script = """
        set -eu
        mount --make-rprivate /
        mount -t tmpfs tmpfs /run/systemd
        mkdir /run/systemd/system
        # The units and the variables that this machine adds to each person's session.
        for folder in /etc/systemd/user /usr/lib/systemd/user-environment-generators; do
            [ ! -d $folder ] || mount -t tmpfs tmpfs $folder
        done
        mount -t cgroup2 none /sys/fs/cgroup
        mkdir "/sys/fs/cgroup/$1"
        echo 0 > "/sys/fs/cgroup/$1/cgroup.procs"
        if [ -n "$2" ]; then
            chown -R "$2" "/sys/fs/cgroup/$1"
            { cat /etc/passwd; echo "ordinary:x:$2:$HOME:/bin/sh"; } > "$HOME/passwd"
            mount --bind "$HOME/passwd" /etc/passwd
        fi
        shift 2
        env "$@" &
        wait
        """

    /// - Parameters:
    ///   - unset: The names of variables that the manager does not get.
    ///   - isOrdinary: Whether it is a session of ``OrdinaryUser``, who owns the sandbox then. The account exists in it alone.
    init(_ sandbox: Sandbox, without unset: [String] = [], isOrdinary: Bool = false) throws {
        self.sandbox = sandbox
        self.isOrdinary = isOrdinary
        let unit = "\(sandbox.path)/run/systemd/user/dbus.service.d"
        let bus = "dbus-daemon --config-file=\(try sandbox.writeBusConfiguration()) --address=systemd:"
        try sandbox.write(
            "[Service]\nExecStart=\nExecStart=\(bus) --nofork --nopidfile --systemd-activation --syslog-only\n",
            to: "\(unit)/test.conf")
        if isOrdinary { try OrdinaryUser.own(sandbox) }
        let account = isOrdinary ? "\(OrdinaryUser.id):\(OrdinaryUser.id)" : ""
        let command = [Self.manager, "--user"]
        // An app is known by the unit below the manager's, which has such a name.
        group = "user@\(sandbox.path.split(separator: "/").last ?? "xcallback").service"
        let log = open("\(sandbox.path)/manager.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        let shell = ["sh", "-c", Self.script, "sh", group, account] + unset.map { "--unset=\($0)" }
        namespaces = try Child(
            find("unshare", sandbox.environment),
            ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"] + shell
                + (isOrdinary ? OrdinaryUser.command(command) : command), sandbox.environment, errors: log)
        holder = try Self.child(of: namespaces)
        try wait(for: "the user manager") {
            try perform(["systemctl", "--user", "is-system-running"]).output.hasPrefix("running")
        }
    }

    deinit {
        kill(namespaces.pid, SIGKILL)
        _ = namespaces.wait()
        // The first process of the namespace takes all others with it, which takes a moment.
        let removal = """
            mount -t cgroup2 none /sys/fs/cgroup && cd "/sys/fs/cgroup/$0"
            while grep -q '^populated 1' cgroup.events; do sleep 0.05; done
            cd / && find "/sys/fs/cgroup/$0" -depth -type d -exec rmdir {} +
            """
        _ = try? run("timeout", ["10", "unshare", "--mount", "sh", "-c", removal, group], sandbox.environment)
    }

    /// Runs a command inside the session.
    /// - Parameter variables: The variables of the command, besides the variables of the sandbox.
    @discardableResult
    func perform(_ command: [String], _ variables: [String: String] = [:]) throws -> Ended {
        try run(entering(command), sandbox.environment.merging(variables) { $1 })
    }

    /// Returns the command that runs another command inside the session, as the session's user.
    func entering(_ command: [String]) -> [String] {
        ["nsenter", "--target", "\(holder)", "--mount", "--pid", "--"]
            + (isOrdinary ? OrdinaryUser.command(command) : command)
    }

    /// Gives variables to all that the manager starts from now on, as a desktop does when it starts.
    func setEnvironment(_ variables: [String: String]) throws {
        let assignments = variables.map { "\($0.key)=\($0.value)" }
        try perform(["systemctl", "--user", "set-environment"] + assignments).succeeded()
    }

    /// A property of a unit, by default of the service, as its manager reports it.
    func property(_ name: String, of unit: String = "xcallbackd.service") throws -> String {
        try perform(["systemctl", "--user", "show", "--property=\(name)", "--value", unit]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Adds settings to the service's unit.
    func changeUnit(_ settings: String) throws {
        try sandbox.write(settings, to: "config/systemd/user/xcallbackd.service.d/test.conf")
        try perform(["systemctl", "--user", "daemon-reload"])
    }

    /// Stops the process of the service, which then accepts nothing.
    /// - Returns: Its id within the session.
    func stopService() throws -> String {
        let pid = try awaited("the service to run") {
            let pid = try property("MainPID")
            return try pid != "0" && property("ActiveState") == "active" ? pid : nil
        }
        try perform(["kill", "-STOP", pid])
        // The threads stop one after the other; until then, one may accept a connection.
        try wait(for: "its threads to stop") {
            try perform(["sh", "-c", "grep -L '^State:.T' /proc/$0/task/*/status", pid]).output.isEmpty
        }
        return pid
    }

    private static func child(of parent: Child) throws -> pid_t {
        try awaited("the namespaces") {
            let children = try? String(
                contentsOfFile: "/proc/\(parent.pid)/task/\(parent.pid)/children", encoding: .utf8)
            return children?.split(separator: " ").first.flatMap { pid_t($0) }
        }
    }
}
