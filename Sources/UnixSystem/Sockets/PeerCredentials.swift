import CLinux
package import Glibc

/// The process at the other end of a Unix domain socket (SO_PEERCRED, unix(7)).
package struct PeerCredentials: Sendable, Hashable {
    package let pid: pid_t
    package let uid: uid_t
    package let gid: gid_t

    /// Reads the credentials of the process that connected, or that listens; nil if the descriptor is not a connected
    /// socket.
    package init?(of descriptor: CInt) {
        var peer = clinux_peer()
        guard clinux_peer_of(descriptor, &peer) == 0 else { return nil }
        pid = peer.pid
        uid = peer.uid
        gid = peer.gid
    }
}
