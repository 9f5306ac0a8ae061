import Glibc
import UnixSystem

/// The lines of standard input, of at most 1 MiB.
struct AgentInput {
    enum Line {
        case bytes([UInt8])
        /// A line that is longer than the limit, and was discarded.
        case tooLong
    }

    static let limit = 1 << 20
    private var buffer: [UInt8] = []
    private var isDiscarding = false

    /// Reads what has come. False at the end of the stream.
    mutating func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = chunk.withUnsafeMutableBytes { readRetrying(STDIN_FILENO, into: $0) }
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        return true
    }

    /// Returns the next whole line; nil if no whole line has come yet.
    mutating func next() -> Line? {
        guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
            if buffer.count > Self.limit { (buffer, isDiscarding) = ([], true) }
            return nil
        }
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        defer { isDiscarding = false }
        guard !isDiscarding, line.count <= Self.limit else { return .tooLong }
        return .bytes(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
}
