#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The types of sockets as numbers, which the C libraries spell differently.
package enum SocketType {
    #if canImport(Glibc)
        package static let stream = CInt(SOCK_STREAM.rawValue)
        package static let datagram = CInt(SOCK_DGRAM.rawValue)
        package static let nonblocking = CInt(SOCK_NONBLOCK.rawValue)
        package static let closeOnExec = CInt(SOCK_CLOEXEC.rawValue)
    #else
        package static let stream = CInt(SOCK_STREAM)
        package static let datagram = CInt(SOCK_DGRAM)
        package static let nonblocking = CInt(SOCK_NONBLOCK)
        package static let closeOnExec = CInt(SOCK_CLOEXEC)
    #endif
}
