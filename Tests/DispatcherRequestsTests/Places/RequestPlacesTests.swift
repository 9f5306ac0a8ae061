import DispatcherMessages
import RequestRecord
import Testing
import XCallbackURL

@testable import DispatcherRequests

/// Each request has one outcome and one claim, and a place while there is room.
struct RequestPlacesTests {
    private func places(running: Int = 1, waiting: Int = 1) -> RequestPlaces {
        RequestPlaces(limits: RequestLimits(running: running, waiting: waiting))
    }

    @Test func `gives an outcome and a claim once`() throws {
        var places = places()
        let id = RequestID(milliseconds: 0)
        try places.accept(id, at: .control)
        let claims = [places.claim(id)]
        #expect(claims == [false], "nothing is claimed before the outcome")
        let ends = [places.end(id), places.end(id)]
        #expect(ends == [true, false])
        let later = [places.claim(id), places.claim(id)]
        #expect(later == [true, false])
        let isLast = places.forget(id)
        #expect(isLast)
        let again = places.end(id)
        #expect(!again, "a request that is over stays over")
    }

    @Test func `refuses at once what is past the limits, and lets in again when there is room`() throws {
        var places = places()
        let first = RequestID(milliseconds: 0)
        try places.accept(first, at: .control)
        try places.accept(RequestID(milliseconds: 0), at: .control)
        #expect(throws: OutcomeError.self) { try places.accept(RequestID(milliseconds: 0), at: .control) }
        _ = places.forget(first)
        try places.accept(RequestID(milliseconds: 0), at: .control)
    }

    @Test func `requests of the desktop socket take half of the places, and give them back`() throws {
        var places = places(running: 4, waiting: 4)
        let ids = (0..<4).map { _ in RequestID(milliseconds: 0) }
        for id in ids { try places.accept(id, at: .desktop) }
        #expect(throws: OutcomeError(.draining, "4 requests of the desktop socket are already waiting")) {
            try places.accept(RequestID(milliseconds: 0), at: .desktop)
        }
        for _ in 0..<4 { try places.accept(RequestID(milliseconds: 0), at: .control) }
        #expect(throws: OutcomeError.self) { try places.accept(RequestID(milliseconds: 0), at: .control) }
        _ = places.forget(ids[0])
        try places.accept(RequestID(milliseconds: 0), at: .desktop)
    }

    // MARK: every order of what three requests do

    private enum Phase: Hashable {
        case absent, accepted, queued, running, ran, over
    }

    private struct Life: Hashable {
        let door: Door
        let route: String
        var phase = Phase.absent
        var isCalling = false
        var outcomes = 0
        var claims = 0
    }

    private struct World: Hashable {
        var places: RequestPlaces
        var lives: [Life]
        /// The most runs that were allowed since the first one began that still runs.
        var limit: Int
        /// What went wrong in the last step.
        var fault: String?

        /// The requests that were called have begun, and no others.
        mutating func begin(_ called: [RequestID]) {
            for index in lives.indices where lives[index].phase == .queued {
                let isCalled = called.contains(World.id(index))
                if isCalled == places.isQueued(World.id(index)) {
                    fault = "\(index) was called and is queued, or neither"
                }
                if isCalled { lives[index].phase = .running }
            }
        }

        static func id(_ index: Int) -> RequestID { RequestID(recorded: "r\(index)") }

        var running: [Life] { lives.filter { $0.phase == .running } }
    }

    private typealias Step = Exploration<World>.Step

    /// Something that happens to one request in one of some phases.
    private func step(
        _ name: String, _ index: Int, in phases: Set<Phase>,
        _ change: @escaping (inout World, inout Life, RequestID) throws -> Void
    ) -> Step {
        Step(name: "\(name) \(index)") { world in
            guard phases.contains(world.lives[index].phase) else { return nil }
            var (world, life) = (world, world.lives[index])
            try change(&world, &life, World.id(index))
            world.lives[index] = life
            return world
        }
    }

    private func steps(of index: Int) -> [Step] {
        let present: Set<Phase> = [.accepted, .queued, .running, .ran]
        return [
            step("accept", index, in: [.absent]) { world, life, id in
                if (try? world.places.accept(id, at: life.door)) != nil { life.phase = .accepted }
            },
            step("keep", index, in: [.absent]) { world, life, id in
                world.places.keep(id, at: life.door)
                life.phase = .accepted
            },
            step("run", index, in: [.accepted]) { world, life, id in
                guard !life.isCalling else { return }
                guard let begins = try? world.places.beginRun(id, of: life.route, at: life.door) else { return }
                life.phase = begins ? .running : .queued
            },
            step("cancel", index, in: [.queued]) { world, life, id in
                if !world.places.leaveQueue(id) { world.fault = "it was not in the queue" }
                life.phase = .ran
            },
            step("finish", index, in: [.running]) { world, life, _ in
                life.phase = .ran
                world.lives[index] = life
                world.begin(world.places.endRun(of: life.route, at: life.door))
            },
            step("call", index, in: [.accepted]) { world, life, id in
                guard life.outcomes == 0 else { return }
                world.places.startCalling(id)
                life.isCalling = true
            },
            step("end", index, in: present) { world, life, id in
                if world.places.end(id) { life.outcomes += 1 }
            },
            step("claim", index, in: present) { world, life, id in
                if world.places.claim(id) { life.claims += 1 }
            },
            step("forget", index, in: [.accepted, .ran]) { world, life, id in
                guard life.outcomes == 1 else { return }
                _ = world.places.forget(id)
                life.phase = .over
            },
        ]
    }

    /// Two of a page, which share a route that runs once, and one of a script.
    @Test func `in every order no limit is exceeded, nobody waits beside free room, and nothing is left`() throws {
        let limits = RequestLimits(running: 2, waiting: 2, concurrency: ["t.one": 1])
        let smaller = Step(name: "smaller limits") { world in
            guard world.limit == 2 else { return nil }
            var world = world
            world.begin(world.places.setLimits(RequestLimits(running: 1, waiting: 0)))
            world.limit = 1
            return world
        }
        let lives = [
            Life(door: .desktop, route: "t.one"), Life(door: .control, route: "t.one"),
            Life(door: .control, route: "t.two"),
        ]
        let exploration = Exploration<World>(lives.indices.flatMap(steps) + [smaller]) { world in
            if let fault = world.fault { return fault }
            let counts = world.places.counts
            if counts.running != world.running.count { return "\(counts.running) are counted as running" }
            if world.running.count > 2 { return "too many run" }
            if world.limit == 2, world.running.count(where: { $0.route == "t.one" }) > 1 {
                return "the route runs twice"
            }
            if world.lives.contains(where: { $0.outcomes > 1 || $0.claims > $0.outcomes }) { return "a second outcome" }
            let isFree = world.running.count < world.limit
            for life in world.lives where life.phase == .queued {
                let isBlocked = world.limit == 2 && world.running.contains { $0.route == life.route }
                let isFull = life.door == .desktop && world.running.contains { $0.door == .desktop }
                if isFree, !isBlocked, !isFull { return "\(life) waits beside free room" }
            }
            let isOver = world.lives.allSatisfy { $0.phase == .over || $0.phase == .absent }
            if isOver != world.places.isEmpty { return "something is left, or a request is lost" }
            return nil
        }
        let first = World(places: RequestPlaces(limits: limits), lives: lives, limit: 2)
        #expect(try exploration.visit(from: first) > 10_000)
    }
}
