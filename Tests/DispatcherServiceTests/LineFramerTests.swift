import NIOCore
import Testing

@testable import DispatcherService

/// Lines come out the same however the stream is cut.
struct LineFramerTests {
    private func lines(_ chunks: [String], limit: Int, ends: Bool = true) -> [String] {
        var framer = LineFramer(limit: limit)
        var lines: [String] = []
        func drain(atEnd: Bool) {
            while let line = framer.next(atEnd: atEnd) {
                switch line {
                case .text(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
                case .tooLong(let head): lines.append(LineFramer.isJSON(head.first) ? "<long json>" : "<long>")
                }
            }
        }
        for chunk in chunks {
            framer.append(ByteBuffer(string: chunk))
            drain(atEnd: false)
        }
        if ends { drain(atEnd: true) }
        return lines
    }

    @Test(arguments: [
        (["a\nb\r\nc"], ["a", "b", "c"]),  // the rest at the end counts
        (["a", "\n", "b", "\r", "\n"], ["a", "b"]),
        (["\n\r\n"], ["", ""]),  // an empty line is a line
        (["a\rb\n"], ["a\rb"]),  // a CR alone ends nothing
        ([""], []),
    ])
    func `cuts at LF and CRLF`(chunks: [String], expected: [String]) {
        #expect(lines(chunks, limit: 100) == expected)
    }

    @Test(arguments: [1, 3, 5, 7, 100])
    func `throws away what is past the limit, to the end of its line`(size: Int) {
        let text = "12345\n123456\nabc\n{23456789\nend\n" + String(repeating: "x", count: 50)
        let bytes = Array(text.utf8)
        let chunks = stride(from: 0, to: bytes.count, by: size).map { start in
            String(decoding: bytes[start..<min(start + size, bytes.count)], as: UTF8.self)
        }
        #expect(lines(chunks, limit: 5) == ["12345", "<long>", "abc", "<long json>", "end", "<long>"])
    }

    @Test func `holds an unfinished line back while more may come`() {
        #expect(lines(["a\nb"], limit: 5, ends: false) == ["a"])
    }
}
