#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A call to the system that failed: what was tried, on which file or program, and why.
package struct SystemCallError: Error, Sendable, Hashable {
    /// The verb and its object, as in `write /home/kim/.config/mimeapps.list`.
    package let attempt: String
    /// The number of errno.
    package let number: Int32

    init(_ attempt: String, number: Int32 = errno) {
        self.attempt = attempt
        self.number = number
    }
}

extension SystemCallError: CustomStringConvertible {
    package var description: String { "could not \(attempt): \(String(cString: strerror(number)))" }
}
