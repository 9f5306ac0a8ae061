import DispatcherJournal
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

/// Rows that nobody waits for.
@Suite(.timeLimit(.minutes(5)))
struct PostingTests {
    private let folder: TemporaryFolder

    private let journal: Journal

    init() async throws {
        folder = try TemporaryFolder()
        journal = try await Journal.open(folder)
    }

    private func changes(_ id: String) -> [JournalChange] {
        [
            .accepted(AcceptedRequest(id: id, door: .control, url: "notes:///crate")),
            .concluded(id, .error(OutcomeError(code: 404, message: "no route"))),
        ]
    }

    @Test func `the history has posted rows at once, in their order, and later steps follow them`() async throws {
        #expect(journal.post(changes("a")) && journal.post([.accepted("b")]) && journal.post(changes("c")))
        #expect(try await journal.history(HistoryQuery()).map(\.id) == ["c", "a"])
        try await journal.record(.concluded("b"))
        #expect(try await journal.entry("b")?.cursor == 3)
    }

    @Test func `posted rows share one transaction, which a timer commits when nothing else does`() async throws {
        var settlement = journal.settlement
        for number in 0..<100 { #expect(journal.post(changes("\(number)"))) }
        await settlement.wait()
        settlement = journal.settlement
        #expect(await journal.statistics.commits == 1)
        #expect(await journal.statistics.changes == 200)
        // The next timer starts with the next post.
        #expect(journal.post(changes("late")))
        await settlement.wait()
        #expect(await journal.statistics.commits == 2)
    }

    @Test func `the next record commits posted rows along with it`() async throws {
        #expect(journal.post(changes("a")))
        try await journal.record([.accepted("b"), .concluded("b")])
        #expect(await journal.statistics.commits <= 2)
        #expect(try await journal.entry("a")?.cursor == 1)
        #expect(try await journal.entry("b")?.cursor == 2)
    }

    @Test func `closing commits posted rows, and then none is taken`() async throws {
        #expect(journal.post(changes("a")))
        try await journal.close()
        #expect(!journal.post(changes("b")))
        let reopened = try await Journal.open(folder)
        #expect(try await reopened.history(HistoryQuery()).map(\.id) == ["a"])
    }

    @Test func `a post that cannot be written is counted and reported`() async throws {
        for _ in 0..<3 { #expect(journal.post(changes("a"))) }
        #expect(try await journal.history(HistoryQuery()).map(\.id) == ["a"])
        var losses = journal.losses.makeAsyncIterator()
        let loss = try #require(await losses.next())
        #expect(loss.count == 2 && loss.error == .duplicate("a"))
    }

    @Test func `forgetting forgets posted rows`() async throws {
        #expect(journal.post(changes("a")))
        try await journal.clear()
        #expect(try await journal.history(HistoryQuery()).isEmpty)
    }

    @Test(arguments: [
        (16, 1 << 20, 10, "ok"),  // too many
        (4096, 10_000, 1000, "ok"),  // too many bytes of URLs
        (4096, 10_000, 10, String(repeating: "x", count: 1000)),  // too many bytes of outputs
    ])
    func `refuses what the queue has no room for, and takes more after a commit`(
        waiting: Int, posted: Int, length: Int, output: String
    ) async throws {
        var limits = JournalLimits()
        (limits.waiting, limits.posted) = (waiting, posted)
        // Nothing is committed unless a test asks for it.
        limits.postingDelay = .seconds(3600)
        try await self.journal.close()
        let journal = try await Journal.open(folder, limits: limits)
        let url = "notes:///" + String(repeating: "x", count: length)
        func post(_ id: String) -> Bool {
            journal.post([
                .accepted(AcceptedRequest(id: id, door: .control, url: url)),
                .concluded(id, .success(["text": .string(output)])),
            ])
        }
        var count = 0
        while post("\(count)") { count += 1 }
        #expect(count > 4 && count <= 16)
        #expect(try await journal.history(HistoryQuery(limit: nil)).count == count)
        #expect(post("more"))
    }

    @Test func `a complete batch waits for no timer`() async throws {
        var limits = JournalLimits()
        limits.batch = 8
        limits.postingDelay = .seconds(3600)
        try await self.journal.close()
        let journal = try await Journal.open(folder, limits: limits)
        let settlement = journal.settlement
        for number in 0..<8 { #expect(journal.post(changes("\(number)"))) }
        await settlement.wait()
        #expect(await journal.statistics.changes == 16)
    }
}
