import DispatcherJournal
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import XCallbackURL

/// Deleted requests are gone, and nothing else is.
struct KeepingTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()

    init() throws { folder = try TemporaryFolder() }

    @Test func `requests older than the limit are deleted`() async throws {
        let journal = try await Journal.open(folder, clock)
        try await journal.record(.accepted("running"))
        for index in 0..<450 { try await journal.record([.accepted("old\(index)"), .concluded("old\(index)")]) }
        clock.pass(.seconds(100))
        try await journal.record(.accepted("new"), .concluded("new"))
        #expect(try await journal.delete(olderThan: .seconds(100)) == 0)
        clock.pass(.milliseconds(1))
        #expect(try await journal.delete(olderThan: .seconds(100)) == 450)
        #expect(try await journal.history(HistoryQuery()).map(\.id) == ["new"])
        try await journal.record(.running("running"), .concluded("running"))
    }

    @Test func `an age beyond all clocks deletes nothing`() async throws {
        let journal = try await Journal.open(folder, clock)
        try await journal.record(.accepted("a"), .concluded("a"))
        #expect(try await journal.delete(olderThan: .seconds(Int64.max)) == 0)
    }

    @Test func `no cursor is given twice, whatever was deleted`() async throws {
        let first = try await Journal.open(folder, clock)
        try await first.record(.accepted("a"), .concluded("a"), .accepted("b"), .concluded("b"))
        try await first.clear()
        try await first.close()
        let second = try await Journal.open(folder, clock)
        try await second.record(.accepted("c"), .concluded("c"))
        #expect(try await second.entry("c")?.cursor == 3)
    }

    @Test func `no cursor is given twice, if a row is committed and deleted at once`() async throws {
        var limits = JournalLimits()
        limits.postingDelay = .seconds(3600)
        let first = try await Journal.open(folder, clock, limits: limits)
        #expect(first.post([.accepted("a"), .concluded("a")]))
        try await first.clear()
        try await first.close()
        let second = try await Journal.open(folder, clock)
        try await second.record(.accepted("b"), .concluded("b"))
        #expect(try await second.entry("b")?.cursor == 2)
    }

    @Test func `clearing leaves no word in any file`() async throws {
        let marker = "the-word-that-nobody-may-find"
        try folder.write("\(marker) in a damaged file", to: "journal.sqlite")
        let journal = try await Journal.open(folder, clock)
        for index in 0..<300 {
            let id = "\(marker)-\(index)"
            let input = QueryValue.string(String(repeating: marker, count: index))
            try await journal.record(
                .accepted(id, clientID: marker), .running(id, route: "r", input: input, arguments: [marker]),
                .concluded(
                    id, .error(OutcomeError(code: 1, message: marker)), callback: CallbackReport(url: marker)))
            try await journal.record(.claimed(id), .settled(id, .failed, reason: marker))
        }
        try await journal.record(.accepted("still-running"))
        #expect(try holders(of: marker).contains("journal.sqlite-wal"), "it was there")
        try await journal.clear()
        #expect(try holders(of: marker) == [])
        #expect(try folder.bytes("journal.sqlite").count < 100_000)
        #expect(try await journal.history(HistoryQuery()).isEmpty)
        try await journal.record(.running("still-running"), .concluded("still-running"))
    }

    @Test func `deleting leaves no word in any file`() async throws {
        let journal = try await Journal.open(folder, clock)
        for index in 0..<300 {
            try await journal.record([.accepted("deleted-\(index)"), .concluded("deleted-\(index)")])
        }
        clock.pass(.seconds(10))
        try await journal.record(.accepted("kept"), .concluded("kept"))
        try await journal.delete(olderThan: .seconds(5))
        #expect(try holders(of: "deleted-") == [])
        #expect(try holders(of: "kept") == ["journal.sqlite"])
    }

    private func holders(of text: String) throws -> [String] {
        try folder.names.filter { Data(try folder.bytes($0)).range(of: Data(text.utf8)) != nil }
    }
}
