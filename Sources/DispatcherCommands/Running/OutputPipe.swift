import Glibc
import Synchronization
import UnixSystem

/// A pipe for the output of a command, of which a limited part is kept.
final class OutputPipe: Sendable {
    enum Part: Sendable {
        case first(Int)
        case last(Int)
    }

    private struct Content {
        var bytes: [UInt8] = []
        var isCut = false

        mutating func append(_ chunk: ArraySlice<UInt8>, keeping part: Part) {
            switch part {
            case .first(let limit):
                let room = limit - bytes.count
                bytes += chunk.prefix(room)
                if chunk.count > room { isCut = true }
            case .last(let limit):
                bytes += chunk
                if bytes.count > 2 * limit {
                    bytes.removeFirst(bytes.count - limit)
                    isCut = true
                }
            }
        }
    }

    /// The command's end stays open while the command runs: its end is learnt by other means.
    private let pipe: Pipe
    private let part: Part
    private let content = Mutex(Content())

    init(keeping part: Part) throws(SystemCallError) {
        self.part = part
        pipe = try Pipe()
        guard fcntl(pipe.readingNumber, F_SETFL, O_NONBLOCK) == 0 else {
            throw SystemCallError("make a pipe nonblocking")
        }
    }

    /// The command's end.
    var writingNumber: CInt { pipe.writingNumber }
    var readingNumber: CInt { pipe.readingNumber }

    /// The bytes that were read and kept so far.
    var bytes: [UInt8] { content.withLock { $0.bytes } }

    /// Whether more was read than was kept.
    var isCut: Bool { content.withLock { $0.isCut } }

    /// Both at one time.
    var kept: (bytes: [UInt8], isCut: Bool) { content.withLock { ($0.bytes, $0.isCut) } }

    /// Reads what is there, up to the capacity of a pipe: a command that writes faster than we read must not hold us here.
    func read() {
        content.withLock { content in
            var chunk = [UInt8](repeating: 0, count: 16_384)
            var room = Self.capacity
            while room > 0 {
                let count = chunk.withUnsafeMutableBytes { readRetrying(readingNumber, into: $0) }
                guard count > 0 else { return }
                content.append(chunk[..<count], keeping: part)
                room -= count
            }
        }
    }

    /// The greatest size of a pipe (/proc/sys/fs/pipe-max-size).
    private static let capacity = 1 << 20
}
