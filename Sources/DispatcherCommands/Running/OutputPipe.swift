import Glibc
import Synchronization
import SystemPackage

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

    /// The command's end. We keep it open while the command runs, and learn of the command's end by other means.
    let writing: FileDescriptor
    let reading: FileDescriptor
    private let part: Part
    private let content = Mutex(Content())

    init(keeping part: Part) throws {
        self.part = part
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        (reading, writing) = (ends.readEnd, ends.writeEnd)
        guard fcntl(reading.rawValue, F_SETFL, O_NONBLOCK) == 0 else {
            let failure = Errno(rawValue: errno)
            close()
            throw failure
        }
    }

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
                let count = Glibc.read(reading.rawValue, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                content.append(chunk[..<count], keeping: part)
                room -= count
            }
        }
    }

    /// The greatest size of a pipe (/proc/sys/fs/pipe-max-size).
    private static let capacity = 1 << 20

    func close() {
        for end in [reading, writing] { try? end.close() }
    }
}
