import Glibc

/// A program that ran to its end, with its output.
package struct CompletedProcess: Sendable {
    /// The exit status, or 128 plus the signal that ended the program.
    package let status: CInt
    /// The standard output: at most ``limit`` bytes and the rest of the read that exceeded the limit.
    package let output: String
    /// The standard error, with the same limit as the output.
    package let errors: String

    /// The number of bytes after which further output is discarded.
    package static let limit = 65_536

    /// Runs a program in its own process group, with an empty standard input and no blocked or ignored signals. The
    /// calling thread blocks until the program ends. Programs that it leaves in the background are not waited for.
    ///
    /// - Parameters:
    ///   - path: The file of the program.
    ///   - arguments: The arguments, of which the first is the name of the program for itself.
    ///   - environment: All variables of the program.
    /// - Returns: nil if the program was still running after the seconds; then the whole group is killed.
    package static func run(
        path: String, arguments: [String], environment: [String: String], seconds: Int
    ) throws(SystemCallError) -> CompletedProcess? {
        let outputPipe = try Pipe()
        let errorPipe = try Pipe()
        let child = try ChildProcess(
            arguments, path: path, environment: environment, input: .empty,
            output: .descriptor(outputPipe.writingNumber), errors: .descriptor(errorPipe.writingNumber),
            signals: .reset, group: .own)
        var output = try Capture(outputPipe.readingEnd())
        var errors = try Capture(errorPipe.readingEnd())
        let end = (try? child.openDescriptor())?.release() ?? -1
        defer { if end >= 0 { close(end) } }
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
            var events = [output.event, errors.event, pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
            // Without a descriptor for the end of the child (at the limit of descriptors), the loop checks repeatedly.
            poll(&events, nfds_t(events.count), CInt(clamping: end < 0 ? min(left, 5) : left))
        }
    }

    /// The reading end of a pipe, and the first part of its content.
    private struct Capture: ~Copyable {
        private let descriptor: Descriptor
        private var bytes: [UInt8] = []
        private var hasEnded = false

        init(_ descriptor: consuming Descriptor) throws(SystemCallError) {
            try descriptor.setNonblocking()
            self.descriptor = descriptor
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The event to poll for. A pipe at its end would always be readable, so it is left out.
        var event: pollfd { pollfd(fd: hasEnded ? -1 : descriptor.number, events: Int16(POLLIN), revents: 0) }

        /// Reads all available bytes. Reading continues after the limit, so that the program does not block.
        mutating func read() {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = buffer.withUnsafeMutableBytes { readRetrying(descriptor.number, into: $0) }
                if count == 0 { hasEnded = true }
                guard count > 0 else { return }
                if bytes.count < CompletedProcess.limit { bytes += buffer[..<count] }
            }
        }
    }
}
