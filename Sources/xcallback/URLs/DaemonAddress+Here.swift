import DispatcherClient
import DispatcherMessages

extension DaemonAddress {
    /// The daemon of the local sockets, as the environment names them.
    static var here: DaemonAddress {
        get throws(SocketDirectoryError) { try DaemonAddress(variable: Shell.variable) }
    }
}
