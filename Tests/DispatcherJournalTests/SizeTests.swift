import DispatcherJournal
import DispatcherMessages
import Foundation
import Synchronization
import TestSupport
import Testing
import XCallbackURL

/// The journal keeps within its size: what ended first goes first, and what is under way stays.
@Suite(.timeLimit(.minutes(5)))
struct SizeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func limits(_ bytes: Int) -> JournalLimits { JournalLimits { bytes } }

    /// Records requests that have ended, a number of bytes each.
    private func fill(_ journal: Journal, _ range: Range<Int>, bytes: Int) async throws {
        for number in range {
            let url = "notes:///" + String(repeating: "x", count: bytes)
            try await journal.record(
                [.accepted(AcceptedRequest(id: "\(number)", door: .desktop, url: url)), .concluded("\(number)")])
        }
    }

    private func bytes() throws -> Int {
        try folder.names.filter { $0.hasPrefix("journal.sqlite") }.reduce(0) { $0 + (try folder.bytes($1).count) }
    }

    @Test(arguments: [300, 3000, 50_000])
    func `a flood deletes what ended first, and nothing that is under way`(size: Int) async throws {
        let journal = try await Journal.open(folder, limits: Self.limits(1 << 20))
        try await journal.record(.accepted("waiting"), .accepted("running"), .running("running"))
        try await journal.record(.accepted("calling"), .calling("calling"))
        try await journal.record(.accepted("first"), .concluded("first"))
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
        #expect(await journal.status == .standIn(because: .full("\(folder.path)/journal.sqlite")))
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
