import DispatcherMessages
import Glibc
import RequestRecord
import UnixSystem

/// Listening sockets that a service manager passed on (sd_listen_fds_with_names(3)), without its library.
enum SocketActivation {
    /// The first descriptor that the manager passes on.
    private static let firstDescriptor: CInt = 3

    /// Takes the daemon's sockets by their names, and closes every other descriptor that was passed on. Call it once,
    /// before the first child process starts.
    static func inherited(environment: [String: String]) -> [Door: CInt] {
        defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
        guard environment["LISTEN_PID"] == "\(getpid())", let count = Int32(environment["LISTEN_FDS"] ?? ""),
            (1...1024).contains(count)
        else { return [:] }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        var sockets: [Door: CInt] = [:]
        for index in 0..<count {
            let descriptor = firstDescriptor + index
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let name = Int(index) < names.count ? String(names[Int(index)]) : ""
            if let door = Door(rawValue: name), sockets[door] == nil, isListening(descriptor) {
                sockets[door] = descriptor
            } else {
                close(descriptor)
            }
        }
        return sockets
    }

    /// Whether the descriptor is a listening stream socket of the Unix domain.
    private static func isListening(_ descriptor: CInt) -> Bool {
        func option(_ name: CInt) -> CInt? {
            var (value, length): (CInt, socklen_t) = (0, socklen_t(MemoryLayout<CInt>.size))
            return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
        }
        return option(SO_ACCEPTCONN) == 1 && option(SO_DOMAIN) == AF_UNIX && option(SO_TYPE) == SocketType.stream
    }
}
