import Glibc
import UnixSystem

/// The log lines that wait to be written. One thread writes the lines, so that a reader that stops delays no other
/// work.
///
/// At most 1000 lines wait; further lines are dropped and counted. As soon as the waiting lines are written, another
/// line reports the number of dropped lines.
package final class LogQueue: Sendable {
    private struct Contents {
        var lines: [String] = []
        var isWriting = false
        var dropped = 0
        /// The number of dropped lines that need no further report.
        var reported = 0
    }

    private let contents = Lock(Contents())
    private let thread = WorkThread("log")
    private let descriptor: CInt
    private let report: @Sendable (Int) -> String

    /// The maximum number of lines that wait.
    package static let capacity = 1000

    /// - Parameters:
    ///   - descriptor: The descriptor to which the lines are written.
    ///   - report: Makes the line that reports a number of dropped lines.
    package init(descriptor: CInt = STDERR_FILENO, report: @escaping @Sendable (Int) -> String) {
        self.descriptor = descriptor
        self.report = report
    }

    /// The number of lines that were dropped, or could not be written.
    package var dropped: Int { contents.withLock { $0.dropped } }

    /// Adds a line, without its line feed. Never waits.
    package func add(_ line: String) {
        let mustStart = contents.withLock { contents in
            guard contents.lines.count < Self.capacity else {
                contents.dropped += 1
                return false
            }
            contents.lines.append(line)
            defer { contents.isWriting = true }
            return !contents.isWriting
        }
        if mustStart { thread.run { self.writeAll() } }
    }

    /// Waits until every line that was added is written. Blocks the calling thread.
    /// - Returns: Whether all lines were written within this many milliseconds.
    @discardableResult
    package func flush(milliseconds: Int) -> Bool {
        let isWritten = Lock(false)
        thread.run {
            isWritten.withLock { $0 = true }
            isWritten.wake()
        }
        let end = SystemClock.monotonic.nanoseconds + Int64(milliseconds) * 1_000_000
        return isWritten.wait { isWritten, until in
            until = end
            return isWritten || SystemClock.monotonic.nanoseconds >= end ? isWritten : nil
        }
    }

    private func writeAll() {
        while let lines = take() {
            guard !write(Array((lines.joined(separator: "\n") + "\n").utf8)) else { continue }
            // No line can report this loss, because that line could not be written either.
            contents.withLock { contents in
                contents.dropped += lines.count
                contents.reported = contents.dropped
            }
        }
    }

    private func take() -> [String]? {
        let (lines, dropped) = contents.withLock { contents in
            defer { contents.lines = [] }
            guard contents.lines.isEmpty else { return (contents.lines, 0) }
            let dropped = contents.dropped - contents.reported
            contents.reported = contents.dropped
            contents.isWriting = dropped > 0
            return ([], dropped)
        }
        if dropped > 0 { return [report(dropped)] }
        return lines.isEmpty ? nil : lines
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
            } else if errno == EAGAIN {
                // Another process that shares the pipe or terminal has made it non-blocking.
                var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&state, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
