import DispatcherMessages
import DispatcherRequests
import Glibc
import NIOPosix

/// The variables that a caller brings, among them the displays, of which the desktop socket may name only those whose
/// sockets are the user's or root's.
struct DisplaySockets: Sendable {
    /// The accepted variables, before the sockets were looked at.
    let variables: [String: String]
    /// The sockets that have to be looked at, by the names of their variables.
    private let sockets: [(name: String, path: String)]

    init(_ given: [String: String], door: Door, under environment: ChildEnvironment) {
        let accepted = ChildEnvironment.accepted(given, door: door)
        variables = accepted
        guard door == .desktop else {
            sockets = []
            return
        }
        sockets = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { name in
            accepted[name].flatMap { environment.socket(ofDisplay: $0, named: name) }.map { (name, $0) }
        }
    }

    /// Whether no socket has to be looked at.
    var isKnown: Bool { sockets.isEmpty }

    /// The accepted variables without a display that is not trusted.
    var trusted: [String: String] {
        get async {
            var variables = variables
            for (name, path) in sockets {
                // A name in XDG_RUNTIME_DIR may be a file system that answers slowly, which a cooperative thread must not
                // wait for.
                let isOurs = try? await NIOThreadPool.singleton.runIfActive { Self.isTrusted(path) }
                if isOurs != true { variables[name] = nil }
            }
            return variables
        }
    }

    private static func isTrusted(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
            && (status.st_uid == geteuid() || status.st_uid == 0)
    }
}
