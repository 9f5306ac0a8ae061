import Glibc

/// A program that ran to its end, with its output.
package struct CompletedProcess: Sendable {
    /// The exit status, or 128 plus the signal that ended the program.
    package let status: CInt
    /// The first ``limit`` bytes of the standard output.
    package let output: String
    /// The first ``limit`` bytes of the standard error.
    package let errors: String

    /// The number of bytes after which further output is discarded.
    package static let limit = 65_536

    /// Runs a program apart from this process, with an empty standard input. The calling thread blocks until the program
    /// ends. Programs that it leaves in the background are not waited for.
    ///
    /// - Parameters:
    ///   - path: The file of the program.
    ///   - arguments: The arguments, of which the first is the name of the program for itself.
    ///   - environment: All variables of the program.
    /// - Returns: nil if the program was still running after the seconds; then the whole group is killed.
    package static func run(
        path: String, arguments: [String], environment: [String: String], seconds: Int
    ) throws(SystemCallError) -> CompletedProcess? {
        var output = try OutputPipe(keeping: .first(limit))
        var errors = try OutputPipe(keeping: .first(limit))
        let child = try ChildProcess(
            arguments, path: path, environment: environment, input: .empty,
            output: .descriptor(output.writingNumber), errors: .descriptor(errors.writingNumber), isApart: true)
        let end = (try? child.openDescriptor())?.release() ?? -1
        defer { if end >= 0 { close(end) } }
        var places = [output.readingNumber, errors.readingNumber, end].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let deadline = SystemClock.monotonic.milliseconds + seconds * 1000
        while true {
            let status = child.endIfEnded()?.status
            output.read()
            errors.read()
            if let status { return CompletedProcess(status: status, output: output.text, errors: errors.text) }
            let left = deadline - SystemClock.monotonic.milliseconds
            guard left > 0 else {
                child.sendToGroup(SIGKILL)
                _ = child.wait()
                return nil
            }
            // Without a descriptor for the end of the child (at the limit of descriptors), the loop checks repeatedly.
            poll(&places, nfds_t(places.count), CInt(clamping: end < 0 ? min(left, 5) : left))
        }
    }
}
