import Glibc
import Testing

@testable import DispatcherCommands

/// The part of a command's output that is kept.
struct OutputPipeTests {
    @Test(.timeLimit(.minutes(5)), arguments: [OutputPipe.Part.first(100), .last(100)])
    func `a writer that never pauses does not hold the reader up`(part: OutputPipe.Part) throws {
        let pipe = try OutputPipe(keeping: part)
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
            let pipe = try OutputPipe(keeping: part)
            #expect(write(pipe.writingNumber, text, text.count) == text.count)
            pipe.read()
            #expect(pipe.bytes == Array(kept.utf8))
            #expect(pipe.isCut == (kept.utf8.count < text.count))
        }
    }
}
