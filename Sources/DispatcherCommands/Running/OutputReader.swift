import Glibc
import Synchronization
import SystemPackage
import UnixSystem

/// Reads the output of a command as it comes, so that the command never waits for us.
///
/// A separate thread reads while the command runs, because no library can: a read source of Dispatch may report on a
/// pipe after it was cancelled, NIO traps if a pipe cannot be watched, and swift-subprocess 1.0.2 keeps memory for each
/// command whose output it read.
final class OutputReader: Sendable {
    let output: OutputPipe
    let errors: OutputPipe
    private let isClosed = Atomic(false)
    private let mark: Mutex<CommandRunner.ErrorMark?>

    /// - Parameters:
    ///   - limit: The most bytes of standard output that are kept.
    ///   - mark: Called once its text has been read.
    ///   - whenFlooded: Called once when there were more.
    init(limit: Int, mark: CommandRunner.ErrorMark? = nil, whenFlooded: @escaping @Sendable () -> Void) throws {
        self.mark = Mutex(mark)
        output = try OutputPipe(keeping: .first(limit))
        do {
            errors = try OutputPipe(keeping: .last(4096))
        } catch {
            output.close()
            throw error
        }
        WorkThread("output").run { self.readUntilClosed(whenFlooded) }
    }

    /// Reads what a command wrote last before it ended.
    func finish() {
        output.read()
        errors.read()
        let found = mark.withLock { mark in
            guard let text = mark?.text, String(decoding: errors.bytes, as: UTF8.self).contains(text) else {
                return CommandRunner.ErrorMark?.none
            }
            return mark.take()
        }
        found?.whenRead()
    }

    /// The last line on standard error that is not empty; empty if its beginning was not kept: the rest could be the end of
    /// a secret, which nothing would recognize.
    var lastErrorLine: String {
        let (bytes, isCut) = errors.kept
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let last = lines.last, !isCut || last.startIndex > 0 else { return "" }
        return String(decoding: last, as: UTF8.self)
    }

    /// Closes all ends, even if a process still writes.
    func close() {
        isClosed.store(true, ordering: .releasing)
        // A byte of ours wakes the thread. A pipe that has no room for it wakes the thread anyway.
        var end = pollfd(fd: errors.writing.rawValue, events: Int16(POLLOUT), revents: 0)
        if poll(&end, 1, 0) > 0 { write(end.fd, [0], 1) }
    }

    private func readUntilClosed(_ whenFlooded: () -> Void) {
        var isFlooded = false
        var ends = [output, errors].map { pollfd(fd: $0.reading.rawValue, events: Int16(POLLIN), revents: 0) }
        while !isClosed.load(ordering: .acquiring) {
            poll(&ends, nfds_t(ends.count), -1)
            finish()
            if output.isCut, !isFlooded {
                isFlooded = true
                whenFlooded()
            }
        }
        output.close()
        errors.close()
    }
}
