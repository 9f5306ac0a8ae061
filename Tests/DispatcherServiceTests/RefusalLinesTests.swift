import DispatcherMessages
import Testing
import UnixSystem

@testable import DispatcherService

struct RefusalLinesTests {
    @Test func `of each code and socket a hundred lines are written at once, ten a second, and the rest is counted`() {
        let lines = RefusalLines()
        let begin = Timestamp(boot: 1_000_000_000, wall: 0)
        func admitted(_ count: Int, _ code: Int = 404, after time: Duration = .zero) -> [Int] {
            (0..<count).compactMap { _ in lines.admit(code, at: .desktop, now: begin.advanced(by: time)) }
        }
        #expect(admitted(150) == Array(repeating: 0, count: 100))
        #expect(admitted(1, 400) == [0], "each code has lines of its own")
        #expect(lines.admit(404, at: .control, now: begin) == 0, "each socket has lines of its own")
        #expect(admitted(20, after: .seconds(1)) == [50] + Array(repeating: 0, count: 9))
        #expect(admitted(1, after: .seconds(2)) == [10])
        #expect(admitted(100, 1).count + admitted(100, 2).count == 100, "the codes of handlers are one")
    }
}
