import DispatcherMessages
import Glibc
import UnixSystem

/// The user's service manager, systemd --user. What it starts is not our child: an app that a callback opens outlives a
/// restart of the service, and is not bound by the service's limits.
struct UserManager: Sendable {
    /// systemd-run(1).
    private let program: String
    /// The XDG_RUNTIME_DIR of the session, where the manager listens.
    private let runtimeFolder: String
    /// Whether we are one of its units ourselves.
    private let isOurs: Bool

    /// Nil if none answers: another init system, a container, a session without XDG_RUNTIME_DIR.
    init?(environment: [String: String]) {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            Self.listens(at: "\(folder)/systemd/private"),
            let program = ProgramSearch.find("systemd-run", in: environment)
        else { return nil }
        self.program = program
        runtimeFolder = folder
        isOurs = environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
    }

    /// The command that runs a command as a transient unit, which the manager forgets once it has ended.
    /// - Parameters:
    ///   - own: The variables that a child of ours would get. If we are a unit of the manager, it uses its own instead: we
    ///     were started before the desktop had a display.
    ///   - requested: The variables of the request itself, which always apply.
    func command(for arguments: [String], own: [String: String], requested: [String: String]) -> [String] {
        let variables = (isOurs ? requested : own).sorted { $0.key < $1.key }
        return [
            program, "--user", "--collect", "--quiet", "--slice=app.slice",
            "--unit=app-xcallback-\(String(UInt64.random(in: .min ... .max), radix: 16)).service",
            "--description=Opened by xcallbackd",
            // Reports whether the program could be executed; a simple unit counts as started once it was forked.
            "--property=Type=exec",
            "--property=UnsetEnvironment=BROWSER LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT",
        ] + variables.map { "--setenv=\($0.key)=\($0.value)" } + ["--"] + arguments.map(Self.quoted)
    }

    /// The environment of systemd-run itself.
    var environment: [String: String] { ["XDG_RUNTIME_DIR": runtimeFolder] }

    /// systemd-run replaces `$NAME` in what it starts.
    private static func quoted(_ argument: String) -> String {
        var bytes: [UInt8] = []
        for byte in argument.utf8 {
            if byte == UInt8(ascii: "$") { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A socket file may be left over, so this connects to it.
    private static func listens(at path: String) -> Bool {
        guard let address = UnixAddress(path) else { return false }
        guard let socket = try? Descriptor(unixSocket: SocketType.stream | SocketType.nonblocking) else { return false }
        return address.withPointer { connect(socket.number, $0, $1) } == 0
    }
}
