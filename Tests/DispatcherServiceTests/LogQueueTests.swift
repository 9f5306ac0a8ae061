import Glibc
import Testing

@testable import DispatcherService

/// Lines reach their reader in order, and a reader that stops delays no other thread.
@Suite(.timeLimit(.minutes(5)))
struct LogQueueTests {
    private let reading: CInt
    private let queue: LogQueue

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        reading = ends[0]
        queue = LogQueue(descriptor: ends[1]) { "dropped \($0)" }
    }

    /// Reads until the last line is this one.
    private func lines(through last: String) -> [String] {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while !text.hasSuffix(last + "\n") {
            let count = read(reading, &bytes, bytes.count)
            guard count > 0 else { break }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `writes the lines in their order, and all of them before a flush returns`() {
        let all = (1...500).map { "line \($0)" }
        for line in all { queue.add(line) }
        #expect(queue.flush(milliseconds: 30_000))
        #expect(lines(through: "line 500") == all)
        #expect(queue.dropped == 0)
    }

    @Test func `drops and counts what comes while nobody reads, and reports it once`() throws {
        let text = String(repeating: "x", count: 1000)
        for _ in 0..<5000 { queue.add(text) }
        #expect(!queue.flush(milliseconds: 10), "nobody reads")
        // Of the rest, some fill the pipe, some are being written, and a thousand wait.
        #expect((5000 - 2 * LogQueue.capacity - 65...4000).contains(queue.dropped))
        let dropped = queue.dropped
        let written = lines(through: "dropped \(dropped)")
        #expect(written.dropLast().allSatisfy { $0 == text })
        #expect(written.count - 1 + dropped == 5000)
        queue.add("later")
        #expect(lines(through: "later") == ["later"])
    }

    @Test func `counts the lines that cannot be written`() {
        signal(SIGPIPE, SIG_IGN)
        close(reading)
        for _ in 0..<3 { queue.add("lost") }
        #expect(queue.flush(milliseconds: 30_000))
        #expect(queue.dropped == 3)
    }
}
