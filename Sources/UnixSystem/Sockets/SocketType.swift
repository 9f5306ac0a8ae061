import Glibc

/// The types of sockets as numbers for the system calls.
package enum SocketType {
    package static let stream = CInt(SOCK_STREAM.rawValue)
    package static let datagram = CInt(SOCK_DGRAM.rawValue)
    /// Whole messages over a connection.
    package static let messages = CInt(SOCK_SEQPACKET.rawValue)
    package static let nonblocking = CInt(SOCK_NONBLOCK.rawValue)
    package static let closeOnExec = CInt(SOCK_CLOEXEC.rawValue)
}
