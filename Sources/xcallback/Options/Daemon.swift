import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import UnixSystem

/// The daemon, at the sockets that the environment or `--socket-directory` names.
enum Daemon {
    /// Calls a method.
    /// - Parameters:
    ///   - milliseconds: The longest wait, after which the daemon counts as hanging; nil for no limit.
    ///   - fill: Sets the parameters.
    static func call<M: Method>(
        _ method: M.Type, at door: Door = .control, milliseconds: Int32? = nil,
        _ fill: (inout M.Parameters) -> Void = { _ in }
    ) throws -> DaemonClient.Answer<M.Result> {
        var client = try DaemonClient(to: .here, door: door)
        return try client.call(method, milliseconds: milliseconds, fill)
    }

    /// The status of the daemon; nil if no daemon answers.
    static var status: StatusReply? { try? call(StatusMethod.self, milliseconds: 5000).reply }

    /// Whether a daemon may run. Only a missing socket, or a socket without a listener, means that no daemon runs.
    static var isServing: Bool {
        do {
            _ = try DaemonClient(to: .here, door: .control)
            return true
        } catch ClientError.unreachable(_, ENOENT), ClientError.unreachable(_, ECONNREFUSED), is SocketDirectoryError {
            return false
        } catch {
            return true
        }
    }

    /// The command that prints the log of the installed daemon.
    static let journal = ["journalctl", "--user-unit=xcallbackd.service"]

    /// Whether the user manager of systemd answers.
    static var hasUserManager: Bool {
        let reply = ChildOutput.run(["systemctl", "--user", "is-system-running"])
        return ["running", "degraded", "starting"].contains(reply?.lines.first ?? "")
    }

    /// The process of a daemon that answers and that the user manager did not start; nil if there is no such daemon.
    static var startedByHand: Int32? {
        guard let status else { return nil }
        // The whole text, because in a container the outermost unit of a process is not the service.
        let group = (try? FileContents.read("/proc/\(status.pid)/cgroup")) ?? []
        return String(decoding: group, as: UTF8.self).contains("/xcallbackd.service") ? nil : status.pid
    }
}
