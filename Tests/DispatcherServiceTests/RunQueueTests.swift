import DispatcherMessages
import DispatcherRequests
import Testing

@testable import DispatcherService

/// The requests that may begin, and their order.
struct RunQueueTests {
    private func queue(running: Int = 8, _ concurrency: [String: Int]) -> RunQueue<Int> {
        RunQueue(limits: .init(running: running, waiting: 8, concurrency: concurrency))
    }

    private func wait(_ turn: Int, _ route: String, in queue: inout RunQueue<Int>) {
        queue.wait(.init(id: RequestID(milliseconds: 0), route: route, door: .control, turn: turn))
    }

    private func turns(_ queue: inout RunQueue<Int>) -> [Int] { queue.next().map(\.turn) }

    @Test
    func `of a route so many begin at once, and of others as many as there is room for`() {
        var queue = queue(running: 3, ["t.two": 2])
        let begun = ["t.two", "t.two", "t.two", "t.free", "t.free"].map { queue.begin($0, at: .control) }
        #expect(begun == [true, true, false, true, false])
        #expect(queue.running == 3)
    }

    @Test
    func `one that waits for its route holds up no other route`() {
        var queue = queue(running: 2, ["t.one": 1])
        for route in ["t.one", "t.free"] { _ = queue.begin(route, at: .control) }
        wait(1, "t.one", in: &queue)
        wait(2, "t.free", in: &queue)
        queue.end("t.free", at: .control)
        #expect(turns(&queue) == [2])
        #expect(queue.waiting == 1)
    }

    @Test
    func `those of a route begin in the order in which they came`() {
        var queue = queue(["t.one": 1])
        _ = queue.begin("t.one", at: .control)
        for turn in 1...3 { wait(turn, "t.one", in: &queue) }
        for turn in 1...3 {
            #expect(turns(&queue).isEmpty)
            queue.end("t.one", at: .control)
            #expect(turns(&queue) == [turn])
        }
    }

    @Test
    func `one that leaves makes way for those behind it`() {
        var queue = queue(["t.one": 1])
        _ = queue.begin("t.one", at: .control)
        let id = RequestID(milliseconds: 0)
        queue.wait(.init(id: id, route: "t.one", door: .control, turn: 1))
        wait(2, "t.one", in: &queue)
        let left = [queue.leave(id), queue.leave(id)]
        #expect(left == [1, nil])
        queue.end("t.one", at: .control)
        #expect(turns(&queue) == [2])
    }

    @Test
    func `runs of the desktop socket use half of the room, and hold up none of the control socket`() {
        var queue = queue(running: 4, [:])
        let begun = (0..<3).map { _ in queue.begin("t.r", at: .desktop) }
        #expect(begun == [true, true, false])
        queue.wait(.init(id: RequestID(milliseconds: 0), route: "t.r", door: .desktop, turn: 1))
        wait(2, "t.r", in: &queue)
        #expect(turns(&queue) == [2])
        #expect(queue.waiting(at: .desktop) == 1)
        queue.end("t.r", at: .desktop)
        #expect(turns(&queue) == [1])
    }

    @Test
    func `new limits hold for those that wait, and what runs counts`() {
        var queue = queue(["t.r": 1])
        _ = queue.begin("t.r", at: .control)
        for turn in 1...3 { wait(turn, "t.r", in: &queue) }
        queue.limits.concurrency["t.r"] = 3
        #expect(turns(&queue) == [1, 2])
        queue.limits.concurrency["t.r"] = 1
        queue.end("t.r", at: .control)
        #expect(turns(&queue).isEmpty, "two of the three still run")
    }
}
