import DispatcherMessages
import RequestRecord
import Testing

@testable import DispatcherRequests

/// The requests that may begin, and their order.
struct RunQueueTests {
    private func queue(running: Int = 8, _ concurrency: [String: Int]) -> RunQueue {
        RunQueue(limits: .init(running: running, waiting: 8, concurrency: concurrency))
    }

    private func id(_ number: Int) -> RequestID { RequestID(recorded: "\(number)") }

    private func wait(_ number: Int, _ route: String, at door: Door = .control, in queue: inout RunQueue) {
        queue.wait(.init(id: id(number), route: route, door: door))
    }

    /// The runs that begin now.
    private func expect(_ queue: inout RunQueue, _ numbers: [Int], _ reason: Comment? = nil) {
        let begun = queue.next().compactMap { Int($0.id.description) }
        #expect(begun == numbers, reason)
    }

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
        expect(&queue, [2])
        #expect(queue.waiting == 1)
    }

    @Test
    func `those of a route begin in the order in which they came`() {
        var queue = queue(["t.one": 1])
        _ = queue.begin("t.one", at: .control)
        for turn in 1...3 { wait(turn, "t.one", in: &queue) }
        for turn in 1...3 {
            expect(&queue, [])
            queue.end("t.one", at: .control)
            expect(&queue, [turn])
        }
    }

    @Test
    func `one that leaves makes way for those behind it`() {
        var queue = queue(["t.one": 1])
        _ = queue.begin("t.one", at: .control)
        wait(1, "t.one", in: &queue)
        wait(2, "t.one", in: &queue)
        let left = [queue.leave(id(1)), queue.leave(id(1))]
        #expect(left == [true, false])
        queue.end("t.one", at: .control)
        expect(&queue, [2])
    }

    @Test
    func `runs of the desktop socket use half of the room, and hold up none of the control socket`() {
        var queue = queue(running: 4, [:])
        let begun = (0..<3).map { _ in queue.begin("t.r", at: .desktop) }
        #expect(begun == [true, true, false])
        wait(1, "t.r", at: .desktop, in: &queue)
        wait(2, "t.r", in: &queue)
        expect(&queue, [2])
        #expect(queue.waiting(at: .desktop) == 1)
        queue.end("t.r", at: .desktop)
        expect(&queue, [1])
    }

    @Test
    func `new limits hold for those that wait, and what runs counts`() {
        var queue = queue(["t.r": 1])
        _ = queue.begin("t.r", at: .control)
        for turn in 1...3 { wait(turn, "t.r", in: &queue) }
        queue.limits.concurrency["t.r"] = 3
        expect(&queue, [1, 2])
        queue.limits.concurrency["t.r"] = 1
        queue.end("t.r", at: .control)
        expect(&queue, [], "two of the three still run")
    }
}
