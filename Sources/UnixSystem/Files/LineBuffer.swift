import Glibc

/// Cuts bytes that come in pieces into lines.
package struct LineBuffer: Sendable {
    package enum Line: Sendable, Hashable {
        /// A line without its line break, LF or CR LF.
        case bytes([UInt8])
        /// A line that is longer than the limit, and was discarded.
        case tooLong
    }

    private let limit: Int
    private var buffer: [UInt8] = []
    /// The number of bytes that were searched for the end of a line.
    private var scanned = 0
    private var isDiscarding = false

    /// - Parameter limit: The maximum length of a line, in bytes.
    package init(limit: Int = .max) { self.limit = limit }

    /// The number of bytes that wait for the rest of their line, or for ``next()``.
    package var count: Int { buffer.count }

    /// Reads what has come to a descriptor, and returns the result of read(2).
    package mutating func read(from descriptor: CInt) -> Int {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = chunk.withUnsafeMutableBytes { readRetrying(descriptor, into: $0) }
        if count > 0 { buffer += chunk[..<count] }
        return count
    }

    /// Returns the next whole line; nil if no whole line has come.
    package mutating func next() -> Line? {
        guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = buffer.count
            if scanned > limit { (buffer, scanned, isDiscarding) = ([], 0, true) }
            return nil
        }
        let line = buffer[..<end]
        let bytes = Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        buffer.removeFirst(end + 1)
        scanned = 0
        defer { isDiscarding = false }
        return isDiscarding || bytes.count > limit ? .tooLong : .bytes(bytes)
    }

    /// Returns the bytes after the last whole line, and removes them.
    package mutating func takeRest() -> [UInt8] {
        defer { (buffer, scanned) = ([], 0) }
        return buffer
    }
}
