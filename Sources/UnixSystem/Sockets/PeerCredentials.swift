package import Glibc

/// The process at the other end of a Unix domain socket (SO_PEERCRED, unix(7)).
package struct PeerCredentials: Sendable, Hashable {
    package let pid: pid_t
    package let uid: uid_t

    /// Reads the credentials of the process that connected, or that listens; nil if the descriptor is not a connected
    /// socket.
    package init?(of descriptor: CInt) {
        // The struct ucred, which the module Glibc lacks.
        var credentials: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        (pid, uid) = (credentials.pid, credentials.uid)
    }
}
