import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A pipe for what a command writes to standard error: read as it comes, so that the command never waits for us, and
/// only its end is kept.
final class ErrorStream: Sendable {
    /// The command's end. Ours too until ``close()``: a command that ended is known by other means.
    let writing: FileDescriptor
    private let reading: CInt
    private let tail = Mutex<[UInt8]>([])
    private let source: DispatchSource?

    init() throws {
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        writing = ends.writeEnd
        reading = ends.readEnd.rawValue
        guard fcntl(reading, F_SETFL, O_NONBLOCK) == 0 else {
            let failure = Errno(rawValue: errno)
            for end in [ends.readEnd, ends.writeEnd] { try? end.close() }
            throw failure
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: reading)
        self.source = source as? DispatchSource
        source.setEventHandler { [weak self] in self?.read() }
        source.setCancelHandler { [reading] in Glibc.close(reading) }
        source.activate()
    }

    /// The last line that is not empty, of all that was written so far.
    var lastLine: String {
        read()
        let lines = tail.withLock { $0 }.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Lets go of both ends, whoever may still write.
    func close() {
        try? writing.close()
        source?.cancel()
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
