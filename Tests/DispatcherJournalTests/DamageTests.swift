import DispatcherJournal
import DispatcherRequests
import RequestRecord
import TestSupport
import Testing

/// Files that were cut or whose bits have flipped: they open or are set aside, and no request is invented.
@Suite(.timeLimit(.minutes(5 + Scale.factor)))
struct DamageTests {
    /// A journal as it lies on the disk, and each entry as it was after each of its steps.
    private struct Specimen {
        let folder: TemporaryFolder
        let known: Set<JournalEntry>
    }

    private let clock = TestClock()

    /// - Parameter isClosed: Whether it was closed in order, or killed with most of it in the log.
    private func specimen(of requests: Int = 40, isClosed: Bool) async throws -> Specimen {
        let folder = try TemporaryFolder()
        let journal = try await Journal.open(folder, clock)
        var known: Set<JournalEntry> = []
        for index in 0..<requests {
            let id = "request-\(index)"
            let lives: [[JournalChange]] = [
                [.accepted(id)], [.accepted(id), .running(id)],
                [.accepted(id), .running(id), .concluded(id)],
                [.accepted(id), .calling(id)], [.accepted(id), .calling(id), .claimed(id)],
                [.accepted(id, clientID: "client"), .calling(id), .claimed(id), .settled(id, .failed, reason: "none")],
            ]
            for change in lives[index % lives.count] {
                clock.pass(.milliseconds(1))
                try await journal.record(change)
                known.insert(try #require(try await journal.entry(id)))
            }
            // Half of it is in the database itself.
            if index == requests / 2, !isClosed { try await journal.delete(olderThan: .zero) }
        }
        if isClosed { try await journal.close() }
        return Specimen(folder: try folder.image(of: journal), known: known)
    }

    /// Opens, reads and recovers. A refusal is an error; every row that is read was written.
    /// - Parameter boot: The boot of the specimen is "first"; during another the file is read completely first.
    private func check(
        _ folder: TemporaryFolder, _ specimen: Specimen, boot: String, _ place: String
    ) async throws {
        let journal: Journal
        do throws(JournalError) {
            journal = try await Journal.open(in: folder.path, bootID: boot, clock: { [clock] in clock.now }).journal
        } catch {
            Issue.record("\(place): \(error)")
            return
        }
        do throws(JournalError) {
            for entry in try await journal.history(HistoryQuery(limit: nil)) + journal.changes(after: 0) {
                #expect(specimen.known.contains(entry), "\(place): \(entry)")
            }
            if let entry = try await journal.earlier(clientID: "client", door: .control) {
                #expect(specimen.known.contains(entry), "\(place): \(entry)")
            }
            let recovery = try await journal.recover { _, _ in nil }
            for entry in recovery.toRun + recovery.toOpen {
                #expect(specimen.known.contains(entry), "\(place): \(entry)")
            }
            let ids = Set(specimen.known.map(\.id))
            for entry in recovery.ended { #expect(ids.contains(entry.id), "\(place): \(entry)") }
        } catch {
            // The journal reports it, and goes on without the file.
            guard case .damaged = error else {
                Issue.record("\(place): \(error)")
                return
            }
            guard case .fallback = await journal.status else {
                Issue.record("\(place): it still uses the file")
                return
            }
        }
        // There is a journal in every case.
        do throws(JournalError) {
            try await journal.record([.accepted("new"), .running("new"), .concluded("new")])
        } catch {
            Issue.record("\(place): \(error)")
        }
    }

    @Test(arguments: [false, true])
    func `survives flipped bits`(isClosed: Bool) async throws {
        let specimen = try await specimen(isClosed: isClosed)
        var generator = SeededGenerator(seed: isClosed ? 1 : 2)
        var count = 0
        for trial in 0... {
            guard count < Scale.count(600, upTo: 50_000) else { break }
            let folder = try specimen.folder.image()
            let names = try folder.names.filter { try !folder.bytes($0).isEmpty }
            let name = try #require(names.randomElement(using: &generator))
            var bytes = try folder.bytes(name)
            // The other pages depend on the first ones.
            let end = trial.isMultiple(of: 3) ? min(bytes.count, 4096) : bytes.count
            let flips = Int.random(in: 1...8, using: &generator)
            count += flips
            for _ in 0..<flips {
                bytes[Int.random(in: 0..<end, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            try folder.write(bytes, to: name)
            let boot = trial.isMultiple(of: 2) ? "first" : "second"
            try await check(folder, specimen, boot: boot, "trial \(trial) in \(name)")
        }
    }

    @Test(arguments: [false, true])
    func `survives being cut short`(isClosed: Bool) async throws {
        let specimen = try await specimen(of: 6, isClosed: isClosed)
        var generator = SeededGenerator(seed: 3)
        for name in try specimen.folder.names {
            let bytes = try specimen.folder.bytes(name)
            // At full count at every byte.
            var lengths = Array(0..<bytes.count)
            let count = Scale.count(100, upTo: lengths.count)
            if count < lengths.count {
                lengths.shuffle(using: &generator)
                lengths = lengths.prefix(count) + [0, 1, 15, 16, 99, 100, 512, 4095, 4096, 4097, bytes.count - 1]
            }
            for length in lengths where length < bytes.count {
                let folder = try specimen.folder.image()
                try folder.write(Array(bytes.prefix(length)), to: name)
                for boot in ["first", "second"] {
                    let folder = try folder.image()
                    try await check(folder, specimen, boot: boot, "\(name) cut to \(length)")
                }
            }
        }
    }

    @Test func `a row with a flipped bit is left out, and never acted upon`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Journal.open(folder, clock)
        try await first.record(.accepted("flipped"), .concluded("flipped"), .accepted("sound"), .concluded("sound"))
        try await first.record(.accepted("waiting"))
        try await first.close()
        var bytes = try folder.bytes("journal.sqlite")
        for id in ["flipped", "waiting"] {
            let text = Array("notes:///create?title=\(id)".utf8)
            let place = try #require(bytes.firstRange(of: text)?.upperBound)
            bytes[place - 1] ^= 1
        }
        try folder.write(bytes, to: "journal.sqlite")

        let journal = try await Journal.open(folder, clock)
        #expect(try await journal.history(HistoryQuery()).map(\.id) == ["sound"])
        let recovery = try await journal.recover()
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.damaged == 1)
    }
}
