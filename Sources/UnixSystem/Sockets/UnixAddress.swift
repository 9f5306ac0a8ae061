#if canImport(Glibc)
    package import Glibc
#else
    package import Musl
#endif

/// The address of a Unix domain socket, unix(7): a path, or a name of the abstract namespace, written with a leading
/// `@`.
package struct UnixAddress {
    /// The most bytes of a path: `sun_path` has 108, one of them for the NUL.
    package static let maximumPathLength = 107

    private var address = sockaddr_un()
    private let length: socklen_t

    /// Nil for a path that is empty or longer than ``maximumPathLength``.
    package init?(_ path: String) {
        var bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.maximumPathLength else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // A path ends with a NUL. An abstract name ends where the address ends.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (bytes[0] == 0 ? 0 : 1))
    }

    /// Calls bind(2), connect(2) or sendto(2) with the address.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
