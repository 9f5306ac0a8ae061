import DispatcherMessages
import Glibc
import UnixSystem

/// The user's service manager, systemd --user. A process that the manager starts is not a child of the daemon: an app
/// that a callback opens survives a restart of the service, and is not bound by the service's limits.
struct UserManager: Sendable {
    /// systemd-run(1).
    let program: String
    /// systemctl(1).
    private let controller: String
    /// The XDG_RUNTIME_DIR of the session, in which the manager listens.
    let runtimeFolder: String
    /// Whether the user's message bus exists. Without it, systemd-run cannot wait for the end of a unit.
    let hasBus: Bool
    /// Whether the daemon itself is a unit of the manager.
    let isOurs: Bool

    /// Nil if no manager answers: with another init system, in a container, in a session without XDG_RUNTIME_DIR.
    init?(environment: [String: String]) {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            Self.listens(at: "\(folder)/systemd/private"),
            let program = ProgramSearch.find("systemd-run", in: environment),
            let controller = ProgramSearch.find("systemctl", in: environment)
        else { return nil }
        self.program = program
        self.controller = controller
        runtimeFolder = folder
        hasBus = Self.listens(at: "\(folder)/bus")
        isOurs = environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
    }

    /// Returns the command that runs another command in a unit, on the same streams, and that ends with the other
    /// command's exit status.
    ///
    /// systemd-run reads the variables from its own environment: in its arguments, other users could read them.
    /// - Parameter inherited: The names of the variables that the manager passes to its units.
    func command(
        for command: CommandRunner.Command, in unit: CommandUnit, unsetting inherited: Set<String>
    ) -> CommandRunner.Command {
        let names = command.environment.keys.sorted()
        let unset = inherited.union(Self.unitVariables).subtracting(names).sorted()
        var wrapped = command
        wrapped.environment["XDG_RUNTIME_DIR"] = runtimeFolder
        wrapped.directory = "/"
        wrapped.arguments =
            starting(unit) + ["--working-directory=\(command.directory)"]
            + ["--property=UnsetEnvironment=\(unset.joined(separator: " "))"] + names.map { "--setenv=\($0)" }
            + (["--", "/bin/sh", "-c", Self.reporting, "sh"] + command.arguments.map(Self.quoted))
        return wrapped
    }

    /// Returns the words that start a program in a unit, on the streams of systemd-run, without the program's own words.
    func starting(_ unit: CommandUnit) -> [String] {
        [
            program, "--user", "--pipe", "--wait", "--collect", "--quiet", "--slice=app.slice", "--unit=\(unit.name)",
            "--description=Run by xcallbackd",
        ] + unit.assignments(boundTo: isOurs ? Self.ownUnit : nil).map { "--property=\($0)" }
    }

    /// A shell command that runs its arguments, and ends with their exit status. For a signal, the status is 128 plus
    /// the signal's number: systemd-run would report an end by SIGTERM as success. No argument is read as code. The
    /// shell's own message about the signal is discarded.
    private static let reporting = quoted(
        #"exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit "$?""#)

    /// The variables that the manager itself sets for each unit.
    private static let unitVariables = ["INVOCATION_ID", "MANAGERPID", "PWD", "SYSTEMD_EXEC_PID"]

    /// The daemon's own unit.
    private static var ownUnit: String? { ControlGroup(of: getpid())?.units.last.map(String.init) }

    func stopping(_ units: [String], within timeout: Duration) -> CommandRunner.Command {
        control(["stop", "--"] + units, outputLimit: 4096, timeout: timeout)
    }

    private func control(_ words: [String], outputLimit: Int, timeout: Duration) -> CommandRunner.Command {
        CommandRunner.Command(
            arguments: [controller, "--user"] + words, environment: environment, directory: "/",
            outputLimit: outputLimit, timeout: timeout)
    }

    /// The environment of systemd-run and systemctl themselves.
    var environment: [String: String] { ["XDG_RUNTIME_DIR": runtimeFolder] }

    /// Returns the session variables that the manager passes to the processes that it starts. The desktop session that
    /// the variables describe may have begun after the daemon.
    func sessionVariables(_ commands: any CommandRunning) async -> [String: String] {
        // A manager that does not answer has no variables for the daemon.
        let variables = (try? await variables(commands, within: .seconds(5))) ?? [:]
        return variables.filter { name, value in
            // A value in quotes, `$'…'`, has characters that neither a display nor an address contains.
            SessionVariables.names.contains(name) && !SessionVariables.activationNames.contains(name)
                && !value.hasPrefix("$'")
        }
    }

    /// Returns the variables that the manager passes to the processes that it starts. Throws ``UserManagerError`` if the
    /// manager does not list them in time.
    func variables(
        _ commands: any CommandRunning, within timeout: Duration
    ) async throws -> [String: String] {
        let completion = try await commands.run(control(["show-environment"], outputLimit: 1 << 20, timeout: timeout))
        guard completion.end == .exited(0) else {
            let reason = Printable.shown(completion.lastErrorLine, limit: 500)
            throw UserManagerError(description: "the user manager does not list its variables: \(reason)")
        }
        let variables = completion.output.split(separator: UInt8(ascii: "\n")).compactMap { line in
            line.firstIndex(of: UInt8(ascii: "=")).map { sign in
                (String(decoding: line[..<sign], as: UTF8.self), String(decoding: line[(sign + 1)...], as: UTF8.self))
            }
        }
        return Dictionary(variables) { $1 }
    }

    /// Returns the argument in a form that systemd-run passes on unchanged: systemd-run replaces `$NAME`.
    static func quoted(_ argument: String) -> String {
        String(decoding: argument.utf8.flatMap { $0 == UInt8(ascii: "$") ? [$0, $0] : [$0] }, as: UTF8.self)
    }

    /// Whether a process listens on the socket. A socket file may be stale, so this function connects to it.
    private static func listens(at path: String) -> Bool {
        guard let address = UnixAddress(path) else { return false }
        guard let socket = try? Descriptor(unixSocket: SocketType.stream | SocketType.nonblocking) else { return false }
        return address.withPointer { connect(socket.number, $0, $1) } == 0
    }
}

/// The reason why the user manager cannot run a command.
struct UserManagerError: Error, CustomStringConvertible {
    let description: String
}
