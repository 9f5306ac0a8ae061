import DispatcherMessages
import DispatcherRequests
import Glibc
import NIOPosix

/// The displays that a caller of the desktop socket may name.
enum DisplaySockets {
    /// The accepted variables of a caller, without a display whose socket is not the user's or root's.
    static func accepted(
        _ given: [String: String], door: Door, under environment: ChildEnvironment
    ) async -> [String: String] {
        var accepted = ChildEnvironment.accepted(given, door: door)
        guard door == .desktop else { return accepted }
        for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
            guard let value = accepted[name], let path = environment.socket(ofDisplay: value, named: name) else {
                continue
            }
            // A name in XDG_RUNTIME_DIR may be a file system that answers slowly, which a cooperative thread must not wait for.
            let isOurs = try? await NIOThreadPool.singleton.runIfActive { isTrusted(path) }
            if isOurs != true { accepted[name] = nil }
        }
        return accepted
    }

    private static func isTrusted(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
            && (status.st_uid == geteuid() || status.st_uid == 0)
    }
}
