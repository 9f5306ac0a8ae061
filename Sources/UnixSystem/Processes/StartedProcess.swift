import Glibc

/// A program that runs apart from this process, with an empty standard input, until its end is waited for.
package struct StartedProcess: ~Copyable {
    private var output: OutputPipe
    private var errors: OutputPipe
    private let child: ChildProcess

    /// - Parameters:
    ///   - path: The file of the program.
    ///   - arguments: The arguments, of which the first is the name of the program for itself.
    ///   - environment: All variables of the program.
    package init(path: String, arguments: [String], environment: [String: String]) throws(SystemCallError) {
        let output = try OutputPipe(keeping: .first(CompletedProcess.limit))
        let errors = try OutputPipe(keeping: .first(CompletedProcess.limit))
        child = try ChildProcess(
            arguments, path: path, environment: environment, input: .empty,
            output: .descriptor(output.writingNumber), errors: .descriptor(errors.writingNumber), isApart: true)
        self.output = output
        self.errors = errors
    }

    /// Blocks the calling thread until the program ends. Programs that it leaves in the background are not waited for.
    /// - Parameter deadline: The time on the monotonic clock, in milliseconds.
    /// - Returns: nil if the program was still running at the deadline; then its whole group is killed.
    package mutating func wait(until deadline: Int) -> CompletedProcess? {
        let end = (try? child.openDescriptor())?.release() ?? -1
        defer { if end >= 0 { close(end) } }
        var places = [output.readingNumber, errors.readingNumber, end].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
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
