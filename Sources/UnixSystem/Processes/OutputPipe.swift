import Glibc

/// A pipe for the output of a program. Only a limited part of the output is kept.
package struct OutputPipe: ~Copyable {
    package enum Part: Sendable {
        case first(Int)
        case last(Int)
    }

    /// The pipe. The writing end stays open while the program runs: other code detects the program's end.
    private let pipe: Pipe
    private let part: Part
    /// The bytes that were read and kept so far.
    package private(set) var bytes: [UInt8] = []
    /// Whether more bytes were read than kept.
    package private(set) var isCut = false

    package init(keeping part: Part) throws(SystemCallError) {
        let pipe = try Pipe()
        guard fcntl(pipe.readingNumber, F_SETFL, O_NONBLOCK) == 0 else {
            throw SystemCallError("make a pipe nonblocking")
        }
        self.pipe = pipe
        self.part = part
    }

    /// The descriptor of the writing end, for the program.
    package var writingNumber: CInt { pipe.writingNumber }
    package var readingNumber: CInt { pipe.readingNumber }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The last line that is not empty. Empty if the beginning of the line was not kept: the rest
    /// could be the end of a secret, and redaction would not recognize it.
    package var lastLine: String {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let last = lines.last, !isCut || last.startIndex > 0 else { return "" }
        return String(decoding: last, as: UTF8.self)
    }

    /// Reads the available bytes, at most about the capacity of a pipe in one call: otherwise a program that writes
    /// faster than the caller reads would keep the thread here.
    package mutating func read() {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        var room = Self.capacity
        while room > 0 {
            let count = chunk.withUnsafeMutableBytes { readRetrying(readingNumber, into: $0) }
            guard count > 0 else { return }
            keep(chunk[..<count])
            room -= count
        }
    }

    private mutating func keep(_ chunk: ArraySlice<UInt8>) {
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

    /// The maximum size of a pipe (/proc/sys/fs/pipe-max-size).
    private static let capacity = 1 << 20
}
