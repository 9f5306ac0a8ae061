import Glibc
import UnixSystem

/// A pipe for the output of a command. Only a limited part of the output is kept.
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

    /// The pipe. The writing end stays open while the command runs: other code detects the command's end.
    private let pipe: Pipe
    private let part: Part
    private let content = Lock(Content())

    init(keeping part: Part) throws(SystemCallError) {
        self.part = part
        pipe = try Pipe()
        guard fcntl(pipe.readingNumber, F_SETFL, O_NONBLOCK) == 0 else {
            throw SystemCallError("make a pipe nonblocking")
        }
    }

    /// The descriptor of the writing end, for the command.
    var writingNumber: CInt { pipe.writingNumber }
    var readingNumber: CInt { pipe.readingNumber }

    /// The bytes that were read and kept so far.
    var bytes: [UInt8] { content.withLock { $0.bytes } }

    /// Whether more bytes were read than kept.
    var isCut: Bool { content.withLock { $0.isCut } }

    /// The last line that is not empty. Empty if the beginning of the line was not kept: the rest
    /// could be the end of a secret, and redaction would not recognize it.
    var lastLine: String {
        let (bytes, isCut) = content.withLock { ($0.bytes, $0.isCut) }
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let last = lines.last, !isCut || last.startIndex > 0 else { return "" }
        return String(decoding: last, as: UTF8.self)
    }

    /// Reads the available bytes, at most about the capacity of a pipe in one call: otherwise a command that writes
    /// faster than the daemon reads would keep the thread here.
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

    /// The maximum size of a pipe (/proc/sys/fs/pipe-max-size).
    private static let capacity = 1 << 20
}
