package import Glibc

/// The address of a Unix domain socket, unix(7): a path, or a name of the abstract namespace, written with a leading
/// `@`.
package struct UnixAddress {
    /// The maximum number of bytes in a path: `sun_path` has 108, and the NUL needs one of them.
    package static let maximumPathLength = 107

    private var address = sockaddr_un()
    private let length: socklen_t

    /// Makes the address of a path; nil for a path that is empty or longer than ``maximumPathLength``.
    package init?(_ path: String) {
        var path = path
        let isAbstract = path.utf8.first == UInt8(ascii: "@") || path.utf8.first == 0
        let count = path.utf8.count
        guard count > 0, count <= Self.maximumPathLength else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            path.withUTF8 { bytes.copyMemory(from: UnsafeRawBufferPointer($0)) }
            if isAbstract { bytes[0] = 0 }
        }
        // A path ends with a NUL. An abstract name ends where the address ends.
        length = socklen_t(MemoryLayout<sa_family_t>.size + count + (isAbstract ? 0 : 1))
    }

    /// Calls bind(2), connect(2) or sendto(2) with the address.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
