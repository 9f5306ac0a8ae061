import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import RequestRecord
import UnixSystem

/// The daemon of the local sockets, for the commands that install and remove it.
enum LocalDaemon {
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

    /// Asks the daemon's program about a configuration, so that only one program reads configurations. Throws the exit status
    /// after printing an error.
    static func lines(_ option: String, _ config: String?) throws -> [String] {
        let options = config.map { ["--config", $0] } ?? []
        guard let lines = ChildOutput.lines(of: [Shell.daemonExecutable, option] + options) else {
            throw Shell.failure("cannot ask '\(Shell.daemonExecutable)' for the configuration", .configuration)
        }
        return lines
    }

    /// The status of the daemon; nil if no daemon answers.
    static var status: StatusReply? {
        guard var client = try? DaemonClient(to: .here, door: .control) else { return nil }
        return try? client.call(StatusMethod.self, milliseconds: 5000).reply
    }

    /// The process of a daemon that answers and that the user manager did not start; nil if there is no such daemon.
    static var startedByHand: Int32? {
        guard let status else { return nil }
        let group = (try? FileContents.read("/proc/\(status.pid)/cgroup")) ?? []
        return String(decoding: group, as: UTF8.self).contains("/xcallbackd.service") ? nil : status.pid
    }
}
