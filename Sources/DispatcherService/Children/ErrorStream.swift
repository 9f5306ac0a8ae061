import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A pipe for what a command writes to standard error: read as it comes, so that the command never waits for us, and
/// only its end is kept.
///
/// A thread reads it for as long as the command runs. On Linux a read source of Dispatch may be told of a pipe that it has
/// let go of, and a pipe of NIO must be watched or it traps: either would end the daemon.
final class ErrorStream: Sendable {
    /// The command's end. Ours too until ``close()``: a command that ended is known by other means.
    let writing: FileDescriptor
    private let reading: CInt
    private let isClosed = Atomic(false)
    private let tail = Mutex<[UInt8]>([])

    init() throws {
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        writing = ends.writeEnd
        reading = ends.readEnd.rawValue
        guard fcntl(reading, F_SETFL, O_NONBLOCK) == 0 else {
            let failure = Errno(rawValue: errno)
            for end in [ends.readEnd, ends.writeEnd] { try? end.close() }
            throw failure
        }
        // A queue of its own has a thread of its own, where global ones share a few with all that runs.
        DispatchQueue(label: "xcallbackd.stderr").async { self.readUntilClosed() }
    }

    /// The last line that is not empty, of all that was written so far.
    var lastLine: String {
        read()
        let lines = tail.withLock { $0 }.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Lets go of both ends, whoever may still write.
    func close() {
        isClosed.store(true, ordering: .releasing)
        // A byte of our own wakes the thread. It needs no waking where there is no room for one.
        var end = pollfd(fd: writing.rawValue, events: Int16(POLLOUT), revents: 0)
        if poll(&end, 1, 0) > 0 { write(writing.rawValue, [0], 1) }
        try? writing.close()
    }

    private func readUntilClosed() {
        var end = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        while !isClosed.load(ordering: .acquiring) {
            poll(&end, 1, -1)
            read()
        }
        Glibc.close(reading)
    }

    /// Takes what is there.
    private func read() {
        tail.withLock { tail in
            var chunk = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = Glibc.read(reading, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                tail += chunk[..<count]
                if tail.count > 8192 { tail.removeFirst(tail.count - 4096) }
            }
        }
    }
}
