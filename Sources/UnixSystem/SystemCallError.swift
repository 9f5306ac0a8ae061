import Glibc

/// A system call that failed: the attempt, its object and errno.
public struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The verb, as in `write` or `make the directory`.
    package let attempt: String
    /// The file or program; empty if the error has no object.
    package let path: String
    /// The value of errno.
    package let number: Int32

    package init(_ attempt: String, _ path: String = "", number: Int32 = errno) {
        self.attempt = attempt
        self.path = path
        self.number = number
    }

    /// Returns the text for a value of errno.
    package static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// The attempt, its object and the reason: `cannot write '/etc/notes': Permission denied`.
    public var description: String {
        "cannot \(attempt)\(path.isEmpty ? "" : " '\(path)'"): \(Self.reason(number))"
    }
}
