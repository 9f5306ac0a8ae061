import DispatcherMessages
import Glibc

/// The user's service manager, systemd --user. What it starts is no child of ours: an app that a callback opens outlives
/// the restart of the service, and is not held to its limits.
struct UserManager: Sendable {
    /// systemd-run(1).
    private let program: String
    /// Where the manager of this session is found.
    private let runtimeFolder: String
    /// Whether we are one of its units ourselves.
    private let isOurs: Bool

    /// Nil where none answers: another init system, a container, a session that has no XDG_RUNTIME_DIR.
    init?(environment: [String: String]) {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            Self.listens(at: "\(folder)/systemd/private"),
            let program = ProgramSearch.find("systemd-run", in: environment)
        else { return nil }
        self.program = program
        runtimeFolder = folder
        isOurs = environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
    }

    /// The command that has a command run as a transient unit, which is gone from the manager's memory when it has ended.
    /// - Parameters:
    ///   - own: The variables that a child of ours would get. The manager knows the session better than a unit of its
    ///     own does, which was started before the desktop had a display.
    ///   - requested: The variables of the request itself, which hold in any case.
    func command(for arguments: [String], own: [String: String], requested: [String: String]) -> [String] {
        let variables = (isOurs ? requested : own).sorted { $0.key < $1.key }
        return [
            program, "--user", "--collect", "--quiet", "--slice=app.slice",
            "--unit=app-xcallback-\(String(UInt64.random(in: .min ... .max), radix: 16)).service",
            "--description=Opened by xcallbackd",
            // Says whether the program could be executed; a simple unit has started once it was forked.
            "--property=Type=exec",
            "--property=UnsetEnvironment=BROWSER LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT",
        ] + variables.map { "--setenv=\($0.key)=\($0.value)" } + ["--"] + arguments.map(Self.quoted)
    }

    /// What systemd-run itself needs to know.
    var environment: [String: String] { ["XDG_RUNTIME_DIR": runtimeFolder] }

    /// It replaces `$NAME` in what it starts.
    private static func quoted(_ argument: String) -> String {
        var bytes: [UInt8] = []
        for byte in argument.utf8 {
            if byte == UInt8(ascii: "$") { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A socket file may be left over; somebody must be behind it.
    private static func listens(at path: String) -> Bool {
        guard let address = UnixAddress(path) else { return false }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return address.withPointer { connect(descriptor, $0, $1) } == 0
    }
}
