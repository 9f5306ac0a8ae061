import DispatcherMessages
import DispatcherRequests
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherCommands
@testable import DispatcherService

/// The openers that run at once, and the order of the rest.
@Suite(.timeLimit(.minutes(10)))
struct OpenerTurnsTests {
    private static func turns(_ limit: Int, lifetime: Duration = .seconds(3600)) -> OpenerTurns {
        let openers = OpenerQueue(limit: limit, lifetime: lifetime)
        return OpenerTurns(ledger: RequestLedger(limits: .init(running: 1, waiting: 1), openers: openers)) { .now }
    }

    /// Waits that begin in the order of their calls.
    private struct Waits {
        let turns: OpenerTurns
        let begun = AsyncStream.makeStream(of: (number: Int, turn: OpenerTurn?).self)

        /// Returns once the wait has its place in the order.
        func begin(_ number: Int, at door: Door = .control) async -> Task<Void, Never> {
            let count = turns.waitingCount
            let task = Task {
                _ = begun.continuation.yield((number, await turns.wait(for: RequestID(milliseconds: 0), at: door)))
            }
            while turns.waitingCount == count { await Task.yield() }
            return task
        }

        /// The next one that does not wait any more.
        func next() async -> (number: Int, turn: OpenerTurn?)? {
            var iterator = begun.stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    @Test func `as many start as the limit allows, the rest in order as others end`() async throws {
        let waits = Waits(turns: Self.turns(2))
        let first = await waits.turns.wait(for: RequestID(milliseconds: 0), at: .control)
        var second = await waits.turns.wait(for: RequestID(milliseconds: 0), at: .control)
        #expect(first != nil && second != nil)
        for number in 1...3 { _ = await waits.begin(number) }
        var held: [OpenerTurn?] = []
        for number in 1...3 {
            #expect(waits.turns.waitingCount == 4 - number)
            if second != nil { second = nil } else { held.removeLast() }
            let next = try #require(await waits.next())
            #expect(next.number == number && next.turn != nil)
            held.append(next.turn)
        }
        withExtendedLifetime(first) {}
    }

    @Test func `the desktop socket has half of the turns, and what waits there delays no other`() async throws {
        let waits = Waits(turns: Self.turns(4))
        var desktop: [OpenerTurn?] = []
        for _ in 0..<2 { desktop.append(await waits.turns.wait(for: RequestID(milliseconds: 0), at: .desktop)) }
        _ = await waits.begin(1, at: .desktop)
        let control = [
            await waits.turns.wait(for: RequestID(milliseconds: 0), at: .control),
            await waits.turns.wait(for: RequestID(milliseconds: 0), at: .control),
        ]
        #expect(control.allSatisfy { $0 != nil } && waits.turns.waitingCount == 1)
        desktop.removeLast()
        #expect(await waits.next()?.number == 1)
        withExtendedLifetime((desktop, control)) {}
    }

    @Test func `an opener that does not end counts for its lifetime only`() async throws {
        let turns = Self.turns(1, lifetime: .milliseconds(1))
        var held: [OpenerTurn?] = []
        for _ in 0..<3 { held.append(await turns.wait(for: RequestID(milliseconds: 0), at: .control)) }
        #expect(held.allSatisfy { $0 != nil })
    }

    @Test func `a cancelled wait gets no turn, and keeps none from others`() async throws {
        let waits = Waits(turns: Self.turns(1))
        var held = await waits.turns.wait(for: RequestID(milliseconds: 0), at: .control)
        let cancelled = await waits.begin(1)
        _ = await waits.begin(2)
        cancelled.cancel()
        let first = try #require(await waits.next())
        #expect(first.number == 1 && first.turn == nil)
        #expect(held != nil)
        held = nil
        let second = try #require(await waits.next())
        #expect(second.number == 2 && second.turn != nil)
    }

    @Test func `a cancelled task gets the turn for which nobody waits`() async {
        let turns = Self.turns(1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await turns.wait(for: RequestID(milliseconds: 0), at: .control)
        }
        #expect(await task.value != nil)
    }
}
