import Glibc
import Testing

@testable import UnixSystem

/// The part of a command's output that is kept.
struct OutputPipeTests {
    @Test(.timeLimit(.minutes(5)), arguments: [OutputPipe.Part.first(100), .last(100)])
    func `a writer that never pauses does not hold the reader up`(part: OutputPipe.Part) throws {
        var pipe = try OutputPipe(keeping: part)
        // It never runs dry.
        let zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC)
        defer { close(zeros) }
        try #require(dup2(zeros, pipe.readingNumber) >= 0)
        pipe.read()
        #expect(pipe.isCut && (100...200).contains(pipe.bytes.count))
    }

    @Test func `the first or the last bytes are kept`() throws {
        let text = Array("0123456789".utf8)
        for (part, kept) in [(OutputPipe.Part.first(4), "0123"), (.last(4), "6789"), (.first(10), "0123456789")] {
            var pipe = try OutputPipe(keeping: part)
            #expect(write(pipe.writingNumber, text, text.count) == text.count)
            pipe.read()
            #expect(pipe.bytes == Array(kept.utf8))
            #expect(pipe.isCut == (kept.utf8.count < text.count))
        }
    }

    private static let long = String(repeating: "secret", count: 10_000)

    @Test(arguments: [
        ("one\ntwo\n\n", "two"),
        ("", ""),
        ("short\n\(long)\nlast", "last"),
        // Its beginning is gone: the rest could be the end of a secret.
        ("short\n\(long)", ""),
        ("short\n\(long)\n\n", ""),
    ])
    func `the last line is whole or none`(text: String, expected: String) throws {
        var pipe = try OutputPipe(keeping: .last(4096))
        #expect(Array(text.utf8).withUnsafeBytes { writeRetrying(pipe.writingNumber, $0) } == text.utf8.count)
        pipe.read()
        #expect(pipe.lastLine == expected)
    }
}
