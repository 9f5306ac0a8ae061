import QueryCoding
import RequestRecord
import TestSupport
import Testing
import XCallbackURL

@testable import DispatcherJournal

/// The entries that a query of the journal finds, and their order.
struct HistoryTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A journal in a file and one in memory, which answer alike: four requests, a minute apart, and one that still runs.
    private func journals() async throws -> [Journal] {
        let (first, second) = (TestClock(), TestClock())
        let (file, memory) = (
            try await Journal.open(folder, first),
            await Journal.inMemory(bootID: "first", clock: { second.now })
        )
        return [try await filled(file, first), try await filled(memory, second)]
    }

    private func filled(_ journal: Journal, _ clock: TestClock) async throws -> Journal {
        let ends: [(String, Outcome, route: String?)] = [
            ("a", .success, "notes.create"), ("b", .cancel, "notes.delete"),
            ("c", .error(OutcomeError(.noRoute, "no route")), nil), ("d", .success, "notes.delete"),
        ]
        for (id, outcome, route) in ends {
            try await journal.record(
                .accepted(id, clientID: "client-\(id)"), .concluded(id, outcome, route: route))
            clock.pass(.seconds(60))
        }
        try await journal.record(.accepted("e"), .running("e"))
        return journal
    }

    @Test(
        arguments: [
            (HistoryQuery(), ["d", "c", "b", "a"]),
            (HistoryQuery(limit: 2), ["d", "c"]),
            (HistoryQuery(limit: 0), []),
            (HistoryQuery(limit: -1), []),
            (HistoryQuery(limit: nil), ["d", "c", "b", "a"]),
            (HistoryQuery(route: "notes.delete"), ["d", "b"]),
            (HistoryQuery(outcome: .error), ["c"]),
            (HistoryQuery(route: "notes.delete", outcome: .success), ["d"]),
            (HistoryQuery(since: 1_800_000_120_000), ["d", "c"]),
            (HistoryQuery(since: 1_800_000_120_001), ["d"]),
            (HistoryQuery(id: "b"), ["b"]),
            (HistoryQuery(id: "client-b"), ["b"]),
            (HistoryQuery(id: "e"), ["e"]),  // asked for by name, it need not have ended
            (HistoryQuery(id: "B"), []),
            (HistoryQuery(ending: "e"), ["e"]),
            (HistoryQuery(ending: "ent-b"), []),  // a client's id has no ending
            (HistoryQuery(ending: "bb"), []),
            (HistoryQuery(exceptRoute: "notes.delete"), ["c", "a"]),
            (HistoryQuery(exceptRoute: "notes.delete", limit: 1), ["c"]),
            (HistoryQuery(id: "' OR 1=1 --"), []),
            (HistoryQuery(route: "a\0"), []),
        ] as [(HistoryQuery, [String])])
    func `finds what was asked for, newest first`(query: HistoryQuery, ids: [String]) async throws {
        for journal in try await journals() { #expect(try await journal.history(query).map(\.id) == ids) }
    }

    @Test func `a cancel keeps its reason, and another outcome has none`() async throws {
        for journal in try await journals() {
            for reason in [CancelReason.notAllowed, .requested] {
                let id = reason.rawValue
                try await journal.record(.accepted(id), .concluded(id, .cancel, cancelReason: reason))
                #expect(try await journal.history(HistoryQuery(id: id)).map(\.cancelReason) == [reason])
            }
            try await journal.record(.accepted("ended"), .concluded("ended", .success, cancelReason: .requested))
            #expect(try await journal.history(HistoryQuery(id: "ended")).map(\.cancelReason) == [nil])
            #expect(try await journal.history(HistoryQuery(id: "b")).map(\.cancelReason) == [nil])
        }
    }

    @Test func `the output of a click is recorded up to 64 KiB, that of a script whole`() async throws {
        let limit = 64 << 10
        for journal in try await journals() {
            for (door, count) in [(Door.desktop, limit), (.desktop, limit + 1), (.control, limit + 1)] {
                let id = "\(door) \(count)"
                // With its quotation marks it takes that many bytes of JSON.
                let output = QueryValue.string(String(repeating: "x", count: count - 2))
                try await journal.record(.accepted(id, door: door), .concluded(id, .success(output)))
                let entry = try #require(try await journal.entry(id))
                let isRecorded = door == .control || count == limit
                #expect(entry.outcome == .success(isRecorded ? output : .object([])), "\(id)")
                #expect(entry.outputSize == (isRecorded ? nil : count), "\(id)")
            }
        }
    }

    @Test func `leaves out a URL of the control socket`() async throws {
        for journal in try await journals() {
            try await journal.record(
                .accepted("click", door: .desktop), .concluded("click"), .accepted("left-out"), .concluded("left-out"))
            for (url, ids) in [("left-out", ["click", "d"]), ("click", ["left-out", "click"])] {
                let query = HistoryQuery(exceptURL: "notes:///create?title=\(url)", limit: 2)
                #expect(try await journal.history(query).map(\.id) == ids)
            }
        }
    }

    @Test func `fifty are enough unless all are wanted`() async throws {
        let journal = await Journal.inMemory(bootID: "first")
        let ids = (0..<1201).map { "\($0)" }
        for id in ids { try await journal.record([.accepted(id), .concluded(id)]) }
        #expect(try await journal.history(HistoryQuery()).map(\.id) == Array(ids.reversed().prefix(50)))
        #expect(try await journal.history(HistoryQuery(limit: nil)).map(\.id) == Array(ids.reversed()))
        #expect(try await journal.history(HistoryQuery(limit: 1001)).count == 1001)
    }

    @Test func `finds one request among thousands that do not match`() async throws {
        let journal = try await Journal.open(folder, clock)
        try await journal.record(.accepted("rare"), .concluded("rare", .cancel, route: "notes.rare"))
        for start in stride(from: 0, to: 11_000, by: 100) {
            let ids = (start..<start + 100).map(String.init)
            try await journal.record(ids.map { .accepted($0) } + ids.map { .concluded($0) })
        }
        #expect(try await journal.history(HistoryQuery(route: "notes.rare")).map(\.id) == ["rare"])
        #expect(try await journal.history(HistoryQuery(outcome: .cancel, limit: nil)).map(\.id) == ["rare"])
        #expect(try await journal.history(HistoryQuery(route: "notes.none")).isEmpty)
    }

    @Test func `followers see each request once, when nothing more becomes of it`() async throws {
        for journal in try await journals() {
            #expect(await journal.cursor == 4)
            #expect(try await journal.changes(after: 0).map(\.id) == ["a", "b", "c", "d"])
            #expect(try await journal.changes(after: 1, limit: 2).map(\.id) == ["b", "c"])
            try await journal.record(.calling("e"), .claimed("e"))
            #expect(try await journal.changes(after: 4).isEmpty)
            try await journal.record(.settled("e", .opened))
            let changes = try await journal.changes(after: 4)
            #expect(changes.map(\.cursor) == [5])
            #expect(changes.map(\.callback?.state) == [.opened])
        }
    }

    @Test func `an id of a client is valid for ten minutes, on its socket`() async throws {
        let journals = [
            try await Journal.open(folder, clock),
            await Journal.inMemory(bootID: "first", clock: { [clock] in clock.now }),
        ]
        for journal in journals {
            #expect(try await journal.clientIDTime() == .zero)
            try await journal.record(.accepted("a", clientID: "mine"), .running("a"))
            #expect(try await journal.clientIDTime() == .seconds(600))
            #expect(try await journal.earlier(clientID: "mine", door: .control)?.state == .running)
            #expect(try await journal.earlier(clientID: "mine", door: .desktop) == nil)
            #expect(try await journal.earlier(clientID: "Mine", door: .control) == nil)
            try await journal.record(.concluded("a"))
            clock.pass(.seconds(600))
            let earlier = try await journal.earlier(clientID: "mine", door: .control)
            #expect(earlier?.outcome == .success)
            #expect(earlier?.request.url == "notes:///create?title=a")
            #expect(try await journal.clientIDTime() == .zero)
            clock.pass(.milliseconds(1))
            #expect(try await journal.earlier(clientID: "mine", door: .control) == nil)
            try await journal.record(.accepted("b", clientID: "mine"))
            #expect(try await journal.earlier(clientID: "mine", door: .control)?.id == "b")
        }
    }

    /// The boot, how far its clock is from the first one's, how far the time of day went, and whether the name still counts.
    @Test(arguments: [
        ("first", Duration.seconds(599), Duration.seconds(86_400), true),
        ("first", .seconds(601), .zero, false),
        ("second", .seconds(-900), .seconds(599), true),
        ("second", .seconds(-900), .seconds(601), false),
        ("second", .seconds(-900), .seconds(-1), false),
    ])
    func `a name outlasts a restart`(boot: String, up: Duration, wall: Duration, counts: Bool) async throws {
        let first = try await Journal.open(folder, clock)
        try await first.record(.accepted("a", clientID: "mine"), .concluded("a"))
        clock.pass(boot: up, wall: wall)
        let second = try await Journal.open(try folder.image(of: first), clock, boot: boot)
        #expect((try await second.earlier(clientID: "mine", door: .control) != nil) == counts)
        #expect(try await second.clientIDTime() > .zero || !counts, "it is looked up as long as it counts")
    }
}
