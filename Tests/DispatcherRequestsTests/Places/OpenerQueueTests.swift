import DispatcherMessages
import RequestRecord
import Testing

@testable import DispatcherRequests

/// The openers that run at once, in every order of what happens to them.
struct OpenerQueueTests {
    private struct Opener: Hashable {
        let door: Door
        var number: OpenerQueue.Number?
        /// The time at which it counts no more.
        var lapse: Int64?
        var isOver = false
    }

    private struct World: Hashable {
        var queue: OpenerQueue
        var openers: [Opener]
        var seconds: Int64 = 0
        var fault: String?

        /// The openers that were called have begun, and no others.
        mutating func begin(_ called: [RequestID]) {
            for index in openers.indices {
                guard let number = openers[index].number, openers[index].lapse == nil, !openers[index].isOver else {
                    continue
                }
                let isCalled = called.contains(RequestID(recorded: "r\(index)"))
                if isCalled == queue.waits(number) { fault = "\(index) was called and waits, or neither" }
                if isCalled { openers[index].lapse = seconds + 2 }
            }
        }
    }

    private typealias Step = Exploration<World>.Step

    private func steps(of index: Int) -> [Step] {
        [
            Step(name: "enter \(index)") { world in
                var world = world
                guard world.openers[index].number == nil else { return nil }
                world.openers[index].number = world.queue.enter(
                    RequestID(recorded: "r\(index)"), at: world.openers[index].door)
                world.begin(world.queue.startNext())
                return world
            },
            Step(name: "end \(index)") { world in
                var world = world
                guard let number = world.openers[index].number, !world.openers[index].isOver else { return nil }
                world.openers[index].isOver = true
                world.begin(world.queue.end(number))
                return world
            },
        ]
    }

    @Test func `no more than the limit count at once, and each that waits begins when there is room`() throws {
        let pass = Step(name: "a second passes") { world in
            var world = world
            guard world.seconds < 4 else { return nil }
            world.seconds += 1
            for opener in world.openers where opener.lapse == world.seconds {
                if let number = opener.number { world.begin(world.queue.end(number)) }
            }
            return world
        }
        let openers = [Door.desktop, .desktop, .control, .control].map { Opener(door: $0) }
        let exploration = Exploration<World>(openers.indices.flatMap(steps) + [pass]) { world in
            if let fault = world.fault { return fault }
            let counted = world.openers.filter { !$0.isOver && $0.lapse ?? 0 > world.seconds }
            if counted.count > 2 { return "too many run" }
            if counted.count(where: { $0.door == .desktop }) > 1 { return "the desktop socket has too many" }
            let waiting = world.openers.filter { $0.number != nil && $0.lapse == nil && !$0.isOver }
            if waiting.count != world.queue.waiting { return "\(world.queue.waiting) are counted as waiting" }
            if !waiting.isEmpty, counted.isEmpty { return "nothing wakes those that wait" }
            return nil
        }
        let first = World(queue: OpenerQueue(limit: 2, lifetime: .seconds(2)), openers: openers)
        #expect(try exploration.visit(from: first) > 1000)
    }
}
