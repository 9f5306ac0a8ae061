import DispatcherClient
import DispatcherMessages
import Glibc

/// The daemon of the local sockets, for the commands that install and remove it.
enum LocalDaemon {
    /// Whether a daemon may be there: only a socket that nobody listens on, or none, says that there is none.
    static var isServing: Bool {
        do {
            _ = try DaemonClient(to: .here, door: .control)
            return true
        } catch ClientError.unreachable(_, ENOENT), ClientError.unreachable(_, ECONNREFUSED) {
            return false
        } catch is SocketDirectoryError {
            return false
        } catch {
            return true
        }
    }
}
