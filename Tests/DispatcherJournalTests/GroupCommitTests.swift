import Dispatch
import DispatcherJournal
import DispatcherRequests
import RequestRecord
import TestSupport
import Testing

/// Writers that come at once share a transaction.
@Suite(.timeLimit(.minutes(5)))
struct GroupCommitTests {
    private let folder: TemporaryFolder

    private let journal: Journal

    init() async throws {
        folder = try TemporaryFolder()
        journal = try await Journal.open(folder)
    }

    @Test func `sixty-four writers share transactions, and lose nothing`() async throws {
        let lives = Scale.count(10, upTo: 500)
        try await withThrowingTaskGroup { group in
            for writer in 0..<64 {
                group.addTask {
                    for life in 0..<lives {
                        let id = "\(writer).\(life)"
                        try await journal.record([.accepted(id), .running(id)])
                        try await journal.record(.concluded(id))
                    }
                }
            }
            try await group.waitForAll()
        }
        let statistics = await journal.statistics
        #expect(statistics.changes == 64 * lives * 3)
        #expect(statistics.commits < 64 * lives, "fewer transactions than half of the records")
        #expect(try await journal.history(HistoryQuery(limit: nil)).count == 64 * lives)
    }

    @Test func `one that fails takes no other along`() async throws {
        try await journal.record(.accepted("old"), .concluded("old"))
        let failures = await withTaskGroup { group in
            for index in 0..<64 {
                // Every other one takes a name that was used before.
                group.addTask {
                    do throws(JournalError) {
                        try await journal.record(.accepted(index.isMultiple(of: 2) ? "old" : "new\(index)"))
                        return 0
                    } catch {
                        return error == .duplicate("old") ? 1 : 64
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(failures == 32)
        #expect(try await journal.recover().damaged == 0)
        for index in stride(from: 1, to: 64, by: 2) {
            #expect(try await journal.entry("new\(index)")?.state == .accepted)
        }
    }

    @Test func `a new request above the limit is refused, and running requests continue`() async throws {
        var limits = JournalLimits()
        limits.waiting = 3
        try await self.journal.record(.accepted("a"), .running("a"))
        let image = try folder.image(of: self.journal)
        let journal = try await Journal.open(image, limits: limits)
        let (stream, entered) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        // The journal's thread is busy until the gate opens.
        let recovery = Task {
            try await journal.recover { _, _ in
                entered.yield()
                gate.wait()
                return CallbackReport(url: "otherapp://error")
            }
        }
        for await _ in stream { break }
        let outcomes = try await withThrowingTaskGroup { group in
            for index in 0..<limits.waiting + 2 {
                group.addTask { () -> JournalError? in
                    do throws(JournalError) { try await journal.record(.accepted("new\(index)")) } catch {
                        return error
                    }
                    return nil
                }
            }
            var outcomes = [try await group.next() ?? nil, try await group.next() ?? nil]
            group.addTask {
                try await journal.record(.claimed("a"))
                return nil
            }
            gate.signal()
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        #expect(outcomes == [.overloaded(3), .overloaded(3), nil, nil, nil, nil])
        _ = try await recovery.value
        #expect(try await journal.entry("a")?.callback?.state == .claimed)
        withExtendedLifetime(image) {}
    }

    @Test func `cancelling a writer takes nothing back`() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await journal.record(.accepted("a"))
        }
        try await task.value
        #expect(try await journal.entry("a") != nil)
    }

    @Test func `closing commits what waits`() async throws {
        let (stream, begun) = AsyncStream.makeStream(of: Void.self)
        let writers = Task {
            await withTaskGroup { group in
                for index in 0..<200 {
                    group.addTask {
                        begun.yield()
                        do { try await journal.record(.accepted("\(index)")) } catch { return 0 }
                        return 1
                    }
                }
                return await group.reduce(0, +)
            }
        }
        for await _ in stream { break }
        try await journal.close()
        let recorded = await writers.value
        let reopened = try await Journal.open(folder)
        #expect(try await reopened.recover().toRun.count == recorded, "those that were told so, and no others")
    }
}
