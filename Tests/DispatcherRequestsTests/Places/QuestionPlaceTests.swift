import DispatcherMessages
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherRequests

/// The place of the question, in every order of what happens to three requests.
struct QuestionPlaceTests {
    private enum Phase: Hashable {
        case absent, waits, asked, over
    }

    private struct World: Hashable {
        var place = QuestionPlace()
        var phases: [Phase]
        /// Whether a rest or a lock of the screen goes on.
        var isResting = false
        var fault: String?

        static let now = Timestamp(boot: 1_000_000_000, wall: 0)

        static func id(_ index: Int) -> RequestID { RequestID(recorded: "r\(index)") }

        /// The requests that were called have their turn, and no others.
        mutating func call() {
            let called = place.callNext(now: World.now)
            for index in phases.indices where phases[index] == .waits {
                let turn = place.turn(of: World.id(index))
                if called.contains(World.id(index)) != (turn != nil && turn != .refused(.stops)) {
                    fault = "\(index) was called and waits, or neither"
                }
                if turn == .begins { phases[index] = .asked }
            }
        }
    }

    private typealias Step = Exploration<World>.Step

    private func steps(of index: Int, _ door: Door) -> [Step] {
        let leave = { (isShown: Bool) in
            Step(name: "leave \(index)\(isShown ? " after its dialog" : "")") { world in
                var world = world
                guard world.phases[index] == .asked || world.phases[index] == .waits && !isShown else { return nil }
                let rests = world.place.leave(World.id(index), isShown: isShown)
                if rests != (isShown && world.phases[index] == .asked) { world.fault = "the rest is wrong" }
                world.phases[index] = .over
                if rests { world.isResting = true } else { world.call() }
                return world
            }
        }
        return [
            Step(name: "enter \(index)") { world in
                var world = world
                guard world.phases[index] == .absent else { return nil }
                do throws(QuestionPlace.Refusal) {
                    try world.place.enter(World.id(index), "t.one", at: door, now: World.now)
                    world.phases[index] = .waits
                    world.call()
                } catch {
                    // After three refusals, or while the daemon stops.
                    world.phases[index] = .over
                    if error == .full { world.fault = "there is room" }
                }
                return world
            },
            leave(true), leave(false),
            Step(name: "the screen is locked before the dialog of \(index)") { world in
                var world = world
                guard world.phases[index] == .asked else { return nil }
                world.place.lock()
                (world.phases[index], world.isResting) = (.waits, true)
                if !world.place.isLocked { world.fault = "\(index) waits for no unlock" }
                return world
            },
            Step(name: "no to \(index)") { world in
                var world = world
                guard world.phases[index] == .asked else { return nil }
                let mutes = world.place.mutes.add(.no, to: "t.one", at: door, now: World.now)
                let refused = world.phases.count { $0 == .over } + 1
                if mutes.contains(.route("t.one", door)), refused < 3 { world.fault = "muted too early" }
                let rests = world.place.leave(World.id(index), isShown: true)
                world.phases[index] = .over
                if rests { world.isResting = true } else { world.call() }
                return world
            },
        ]
    }

    @Test func `one question is open at a time, none during a rest or a lock, and each that waits has its turn`() throws
    {
        let others = [
            Step(name: "the rest or the lock ends") { world in
                var world = world
                guard world.isResting else { return nil }
                world.isResting = false
                world.place.freeScreen()
                world.call()
                return world
            },
            Step(name: "stop") { world in
                var world = world
                guard !world.place.isStopping else { return nil }
                let turns = world.phases.indices.map { world.place.turn(of: World.id($0)) }
                let called = Set(world.place.stop())
                for index in world.phases.indices {
                    // A request that was refused has heard of that.
                    let isPresent =
                        world.phases[index] == .asked || world.phases[index] == .waits && turns[index] == nil
                    if isPresent != called.contains(World.id(index)) {
                        world.fault = "\(index) does not hear of the stop"
                    }
                }
                return world
            },
        ]
        let doors: [Door] = [.desktop, .control, .desktop, .desktop]
        let exploration = Exploration<World>(doors.indices.flatMap { steps(of: $0, doors[$0]) } + others) { world in
            if let fault = world.fault { return fault }
            let (asked, waiting) = (world.phases.count { $0 == .asked }, world.phases.count { $0 == .waits })
            if asked > 1 { return "two questions are open" }
            let muted = world.phases.indices.count { index in
                if case .refused(.muted) = world.place.turn(of: World.id(index)) { true } else { false }
            }
            if asked + waiting - muted != world.place.count { return "\(world.place.count) are counted" }
            if asked == 0, waiting > muted, !world.isResting { return "nobody is asked" }
            if asked + waiting == 0, !world.place.isEmpty { return "something is left" }
            return nil
        }
        #expect(try exploration.visit(from: World(phases: doors.map { _ in .absent })) > 1000)
    }

    @Test func `requests that wait for the unlock keep their order, and no more wait than else`() throws {
        var place = QuestionPlace()
        let doors: [Door] = [.desktop, .agent, .desktop, .desktop, .desktop]
        for (index, door) in doors.enumerated() {
            try place.enter(World.id(index), "t.one", at: door, now: World.now)
        }
        #expect(place.callNext(now: World.now) == [World.id(0)])
        place.lock()
        #expect(place.callNext(now: World.now) == [] && place.turn(of: World.id(0)) == nil && place.count == 5)
        #expect(throws: QuestionPlace.Refusal.full) {
            try place.enter(World.id(5), "t.one", at: .desktop, now: World.now)
        }
        place.freeScreen()
        #expect(!place.isLocked && place.callNext(now: World.now) == [World.id(0)])
    }

    @Test func `the sockets take turns`() throws {
        var place = QuestionPlace()
        let doors: [Door] = [.desktop, .desktop, .control]
        for (index, door) in doors.enumerated() {
            try place.enter(World.id(index), "t.\(index)", at: door, now: World.now)
        }
        var order: [RequestID] = []
        while let next = place.callNext(now: World.now).first {
            order.append(next)
            _ = place.leave(next, isShown: false)
        }
        #expect(order == [World.id(0), World.id(2), World.id(1)])
    }
}
