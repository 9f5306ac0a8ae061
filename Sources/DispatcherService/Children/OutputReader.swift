import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Reads what a command writes as it comes, so that the command never waits for us.
///
/// A thread reads it for as long as the command runs, for want of a library that can: a read source of Dispatch may be told
/// of a pipe that it has let go of, NIO traps over a pipe that cannot be watched, and swift-subprocess 1.0.2 keeps something
/// of each command for ever.
final class OutputReader: Sendable {
    let output: OutputPipe
    let errors: OutputPipe
    private let isClosed = Atomic(false)

    /// - Parameters:
    ///   - limit: The most bytes of standard output that are kept.
    ///   - whenFlooded: Called once there were more.
    init(limit: Int, whenFlooded: @escaping @Sendable () -> Void) throws {
        output = try OutputPipe(keeping: .first(limit))
        do {
            errors = try OutputPipe(keeping: .last(4096))
        } catch {
            output.close()
            throw error
        }
        // A queue of its own has a thread of its own, where global ones share a few with all that runs.
        DispatchQueue(label: "xcallbackd.output").async { self.readUntilClosed(whenFlooded) }
    }

    /// Takes what a command that has ended wrote last.
    func finish() {
        output.read()
        errors.read()
    }

    /// The last line on standard error that is not empty.
    var lastErrorLine: String {
        let lines = errors.bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Lets go of all ends, whoever may still write.
    func close() {
        isClosed.store(true, ordering: .releasing)
        // A byte of our own wakes the thread. It needs no waking where there is no room for one.
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
