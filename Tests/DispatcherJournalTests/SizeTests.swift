import DispatcherJournal
import Foundation
import RequestRecord
import Synchronization
import TestSupport
import Testing

/// The journal keeps within its size: what ended first goes first, and what is under way stays.
@Suite(.timeLimit(.minutes(5)))
struct SizeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func limits(_ bytes: Int) -> JournalLimits { JournalLimits { bytes } }

    /// Records requests that have ended, a number of bytes each.
    private func fill(_ journal: Journal, _ range: Range<Int>, bytes: Int, at door: Door = .desktop) async throws {
        for number in range {
            let url = "notes:///" + String(repeating: "x", count: bytes)
            try await journal.record(
                [.accepted(AcceptedRequest(id: "\(number)", door: door, url: url)), .concluded("\(number)")])
        }
    }

    /// A journal in a file and one in memory, of at most 1 MiB.
    private func journals() async throws -> [Journal] {
        [
            try await Journal.open(folder, limits: Self.limits(1 << 20)),
            await Journal.inMemory(bootID: "first", limits: Self.limits(1 << 20)),
        ]
    }

    /// Which of these requests the journal has.
    private func kept(_ journal: Journal, _ range: Range<Int>) async throws -> [Int] {
        let kept = try await journal.history(HistoryQuery(limit: nil)).compactMap { Int($0.id) }
        return kept.filter(range.contains).sorted()
    }

    @Test(arguments: [1000, 30_000])
    func `a flood of clicks leaves the requests of scripts`(size: Int) async throws {
        for journal in try await journals() {
            try await fill(journal, 0..<300, bytes: 500, at: .control)
            try await fill(journal, 1000..<1000 + 2_000_000 / size, bytes: size)
            try await fill(journal, 300..<320, bytes: 500, at: .control)
            #expect(try await kept(journal, 0..<320) == Array(0..<320))
            let clicks = try await kept(journal, 1000..<9000)
            #expect(clicks.last == 999 + 2_000_000 / size && clicks.count < 1_000_000 / size)
            #expect(clicks == Array((clicks.first ?? 0)..<1000 + 2_000_000 / size), "the newest, without a gap")
        }
    }

    @Test func `a flood of scripts leaves the clicks, but no more than half of all`() async throws {
        for journal in try await journals() {
            try await fill(journal, 0..<100, bytes: 10_000)
            try await fill(journal, 1000..<1200, bytes: 10_000, at: .control)
            let (clicks, scripts) = (try await kept(journal, 0..<100), try await kept(journal, 1000..<1200))
            #expect(clicks.last == 99 && scripts.last == 1199)
            // An eighth of the size is deleted at once.
            #expect(abs(clicks.count - scripts.count) <= 14, "\(clicks.count) \(scripts.count)")
        }
    }

    @Test func `what each socket holds is counted again by the next daemon, and after old requests were deleted`()
        async throws
    {
        let clock = TestClock()
        let first = try await Journal.open(folder, clock, limits: Self.limits(1 << 20))
        try await fill(first, 0..<80, bytes: 1000, at: .control)
        clock.pass(.seconds(60))
        try await fill(first, 80..<160, bytes: 1000, at: .control)
        try await fill(first, 1000..<1050, bytes: 30_000)
        #expect(try await first.delete(olderThan: .seconds(30)) == 80)
        try await fill(first, 1050..<1100, bytes: 30_000)
        #expect(try await kept(first, 0..<160) == Array(80..<160))
        try await first.close()
        let next = try await Journal.open(folder, clock, limits: Self.limits(1 << 20))
        try await fill(next, 1100..<1150, bytes: 30_000)
        #expect(try await kept(next, 0..<160) == Array(80..<160))
        try await next.close()
    }

    private func bytes() throws -> Int {
        try folder.names.filter { $0.hasPrefix("journal.sqlite") }.reduce(0) { $0 + (try folder.bytes($1).count) }
    }

    @Test(arguments: [300, 3000, 50_000])
    func `a flood deletes what ended first, and nothing that is under way`(size: Int) async throws {
        let journal = try await Journal.open(folder, limits: Self.limits(1 << 20))
        try await journal.record(.accepted("waiting"), .accepted("running"), .running("running"))
        try await journal.record(.accepted("calling"), .calling("calling"))
        try await journal.record(.accepted("first", door: .desktop), .concluded("first"))
        let rows = (2 << 20) / size / 50 * 50 + 50
        for start in stride(from: 0, to: rows, by: 50) {
            try await fill(journal, start..<start + 50, bytes: size)
            #expect(try bytes() <= 1 << 20)
        }
        #expect(await journal.status == .file("\(folder.path)/journal.sqlite"))
        let kept = try await journal.history(HistoryQuery(limit: nil)).map(\.id)
        #expect(try await journal.entry("first") == nil)
        #expect(kept.count > 5 && kept == kept.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }, "the newest, without a gap")
        #expect(kept.count < rows)
        // All of these go on.
        try await journal.record(.running("waiting"), .concluded("waiting"), .concluded("running"))
        try await journal.record(.claimed("calling"), .settled("calling", .opened))
        #expect(try await journal.entry("calling")?.callback?.state == .opened)
    }

    @Test func `with a file full of what is under way, the journal goes on in memory and loses nothing`() async throws {
        let journal = try await Journal.open(folder, limits: Self.limits(1 << 20))
        let url = "notes:///" + String(repeating: "x", count: 50_000)
        for number in 0..<40 {
            try await journal.record([.accepted(AcceptedRequest(id: "\(number)", door: .control, url: url))])
        }
        #expect(await journal.status == .fallback(because: .full("\(folder.path)/journal.sqlite")))
        for number in 0..<40 { try await journal.record([.running("\(number)"), .concluded("\(number)")]) }
        #expect(try bytes() <= 1 << 20)
    }

    @Test func `a file that was larger shrinks to a lower limit, at once and at its opening`() async throws {
        let size = Mutex(16 << 20)
        let journal = try await Journal.open(
            in: folder.path, bootID: "first", limits: JournalLimits { size.withLock { $0 } }
        ).journal
        try await fill(journal, 0..<80, bytes: 50_000)
        #expect(try bytes() > 4 << 20)
        size.withLock { $0 = 4 << 20 }
        try await fill(journal, 80..<81, bytes: 100)
        // Deleting takes its turns with other work.
        while try await journal.history(HistoryQuery(id: "0")).isEmpty == false {}
        try await journal.close()
        let next = try await Journal.open(folder, limits: Self.limits(1 << 20))
        while try await isTooLarge(next) {}
        #expect(try await next.entry("80") != nil)
        try await next.close()
        #expect(try bytes() <= 1 << 20)
    }

    /// Whether the file is still being made smaller.
    private func isTooLarge(_ journal: Journal) async throws -> Bool {
        _ = try await journal.history(HistoryQuery(limit: 1))
        return try folder.bytes("journal.sqlite").count > 1 << 20
    }

    @Test func `a journal in memory keeps within the size too`() async throws {
        let journal = await Journal.inMemory(bootID: "first", limits: Self.limits(1 << 20))
        try await fill(journal, 0..<100, bytes: 50_000)
        #expect(try await journal.history(HistoryQuery(limit: nil)).count < 21)
        #expect(try await journal.entry("99") != nil)
    }
}
