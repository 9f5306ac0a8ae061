import NIOCore

@testable import DispatcherService

/// The lines of a stream are the same however it is cut into chunks.
struct FramingTarget: FuzzTarget {
    static let name = "framing"
    static let maximumLength = 128
    static func seeds() -> [[UInt8]] {
        Seeds.texts(after: 9).map { $0 + [0x0D, 0x0A] + Array("{\"a\":1}\n\nxcb:x".utf8) }
    }

    /// A line, or the first byte of one past the limit.
    private enum Line: Equatable {
        case text([UInt8])
        case tooLong(first: UInt8?)
    }

    func check(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let limit = input.below(40)
        let sizes = (0..<8).map { _ in input.below(24) }
        let stream = input.remainder()
        var framer = LineFramer(limit: limit)
        var lines: [Line] = []
        var rest = stream[...]
        var turn = 0
        while !rest.isEmpty {
            let chunk = rest.prefix(max(1, sizes[turn % sizes.count]))
            rest = rest.dropFirst(chunk.count)
            turn += 1
            framer.append(ByteBuffer(bytes: chunk))
            while let line = framer.next(atEnd: false) { lines.append(Self.line(line)) }
            let done = stream[..<rest.startIndex]
            let unfinished = done[((done.lastIndex(of: 0x0A) ?? -1) + 1)...]
            try require(framer.hasUnfinishedLine != unfinished.isEmpty, "the end of \(done) is misread")
            try require(framer.isEmpty == unfinished.isEmpty, "the framer keeps something")
            if let first = unfinished.first {
                try require(framer.unfinishedLineIsJSON == LineFramer.isJSON(first), "the kind of the line is misread")
            }
        }
        while let line = framer.next(atEnd: true) { lines.append(Self.line(line)) }
        try require(lines == Self.split(stream, limit: limit), "\(lines) of \(stream) in \(sizes)")
        try require(framer.isEmpty, "the framer keeps something after the end")
    }

    private static func line(_ line: LineFramer.Line) -> Line {
        switch line {
        case .text(let bytes): .text(bytes)
        case .tooLong(let head): .tooLong(first: head.first)
        }
    }

    /// The lines of the whole stream, cut at once.
    private static func split(_ stream: [UInt8], limit: Int) -> [Line] {
        var lines = stream.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines.map { line in
            let text = line.last == 0x0D ? line.dropLast() : line
            return text.count <= limit ? .text(Array(text)) : .tooLong(first: text.first)
        }
    }
}
