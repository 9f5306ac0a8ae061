#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A system call that failed: the attempt with its file or program, and errno.
package struct SystemCallError: Error, Sendable, Hashable {
    /// The verb and its object, as in `write /home/kim/.config/mimeapps.list`.
    package let attempt: String
    /// The value of errno.
    package let number: Int32

    package init(_ attempt: String, number: Int32 = errno) {
        self.attempt = attempt
        self.number = number
    }
}

extension SystemCallError: CustomStringConvertible {
    package var description: String { "could not \(attempt): \(String(cString: strerror(number)))" }
}
