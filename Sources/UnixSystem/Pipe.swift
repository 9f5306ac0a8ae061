import CLinux
import Glibc

/// A pipe. Both ends are closed on exec. Both numbers are greater than the numbers of the three standard streams, so
/// that making one end a standard stream of a child does not overwrite the other end.
package struct Pipe: ~Copyable, Sendable {
    private let reading: Descriptor
    private let writing: Descriptor

    package init() throws(SystemCallError) {
        var ends: [CInt] = [-1, -1]
        guard clinux_pipe(&ends) == 0 else { throw SystemCallError("make a pipe") }
        let low = [ends[0], ends[1]]
        defer { for end in low { close(end) } }
        let reading = try Descriptor(fcntl(low[0], F_DUPFD_CLOEXEC, 3), attempt: "make a pipe")
        let writing = try Descriptor(fcntl(low[1], F_DUPFD_CLOEXEC, 3), attempt: "make a pipe")
        self.reading = reading
        self.writing = writing
    }

    /// The number of the end to read from.
    package var readingNumber: CInt { reading.number }
    /// The number of the end to write to.
    package var writingNumber: CInt { writing.number }

    /// Closes the end to write to, and returns the end to read from.
    package consuming func readingEnd() -> Descriptor { reading }
    /// Closes the end to read from, and returns the end to write to.
    package consuming func writingEnd() -> Descriptor { writing }
}
