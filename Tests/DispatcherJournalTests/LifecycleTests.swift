import QueryCoding
import RequestRecord
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherJournal

/// The steps of a request, each of which is recorded once and in order.
struct LifecycleTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()

    private let journal: Journal

    init() async throws {
        folder = try TemporaryFolder()
        journal = try await Journal.open(folder, clock)
    }

    @Test func `a whole life is read back as it was written`() async throws {
        let request = AcceptedRequest(
            id: "01A", clientID: "mine", door: .desktop, url: "notes:///create?title=Hi&x-success=otherapp://done",
            depth: 2, peer: PeerProcess(pid: 42, program: "/usr/bin/xcallback", app: "org.mozilla.firefox"),
            environment: ["DISPLAY": ":0"],
            narrowing: ["hosts": []])
        try await journal.record(.accepted(request))
        clock.pass(.milliseconds(5))
        try await journal.record(
            .running("01A", route: "notes.create", input: ["title": "Hi"], arguments: ["notes-add", "é\n"]))
        #expect(try await journal.entry("01A")?.request == request)
        clock.pass(.milliseconds(70))
        try await journal.record(.calling("01A"))
        clock.pass(.milliseconds(1))
        try await journal.record(.claimed("01A"))
        clock.pass(.milliseconds(30))
        try await journal.record(.settled("01A", .opened))

        let entry = try #require(try await journal.entry("01A"))
        #expect(entry.request.url == request.url)
        #expect(entry.request.peer == request.peer)
        #expect(entry.request.environment == [:], "nothing is started for it any more")
        #expect(entry.request.narrowing == request.narrowing, "it may be run again")
        #expect(entry.bootID == "first")
        #expect(entry.route == "notes.create")
        #expect(entry.input == ["title": "Hi"])
        #expect(entry.arguments == ["notes-add", "é\n"])
        #expect(entry.outcome == .success(["id": 7]))
        #expect(entry.callback == CallbackReport(url: "otherapp://done?id=01A", state: .opened))
        #expect(entry.cursor == 1)
        #expect(entry.waitingTime == .milliseconds(5))
        #expect(entry.runningTime == .milliseconds(70))
        #expect(entry.claimingTime == .milliseconds(1))
        #expect(entry.openingTime == .milliseconds(30))
        #expect(entry.totalTime == .milliseconds(75))
    }

    @Test func `a restriction that a redirect adds after the acceptance is read back`() async throws {
        try await journal.record(.accepted("a"))
        try await journal.record([.narrowed("a", ["hosts": []]), .running("a")])
        #expect(try await journal.entry("a")?.request.narrowing == ["hosts": []])
        #expect(try await journal.entry("a")?.state == .running)
    }

    @Test func `a callback that was opened gains one reason, and its request finishes once`() async throws {
        try await journal.addReason("of nobody", toCallbackOf: "01A")
        try await journal.record(
            .accepted(AcceptedRequest(id: "01A", door: .control, url: "a:b")), .calling("01A"), .claimed("01A"))
        try await journal.addReason("too early", toCallbackOf: "01A")
        try await journal.record(.settled("01A", .opened))
        try await journal.addReason("opener exited with 4", toCallbackOf: "01A")
        try await journal.addReason("another", toCallbackOf: "01A")
        let entry = try #require(try await journal.entry("01A"))
        #expect(entry.callback?.state == .opened && entry.callback?.reason == "opener exited with 4")
        #expect(entry.cursor == 1)
        #expect(try await journal.changes(after: 0).map(\.id) == ["01A"])
        try await journal.close()
        // The checksum of its row is that of the new text.
        #expect(try await Journal.open(folder, clock).entry("01A") == entry)
    }

    @Test func `a row with an impossible time has no length, and is no earlier request`() async throws {
        let time = Timestamp(boot: .min, wall: .min)
        let request = AcceptedRequest(id: "01A", clientID: "mine", door: .control, url: "a:b", time: time)
        try await journal.record(.accepted(request), .concluded("01A"))
        #expect(try await journal.entry("01A")?.totalTime == nil)
        #expect(try await journal.earlier(clientID: "mine", door: .control) == nil)
    }

    @Test(arguments: [
        Outcome.success, .success([1, 2]), .cancel,
        .error(OutcomeError(code: 7, message: "no room\u{301}", detail: "on the shelf")),
        .error(OutcomeError(.noRoute, "")),
    ])
    func `an outcome is read back as it was written`(outcome: Outcome) async throws {
        try await journal.record(.accepted("a"), .concluded("a", outcome, route: "notes.create"))
        let entry = try #require(try await journal.entry("a"))
        #expect(entry.outcome == outcome)
        #expect(entry.route == "notes.create")
        #expect(entry.runningTime == nil)
    }

    private static let (accepted, running) = (JournalChange.accepted("a"), JournalChange.running("a"))
    private static let (calling, claimed) = (JournalChange.calling("a"), JournalChange.claimed("a"))

    /// The steps so far, the step that may not follow, and its error.
    @Test(
        arguments: [
            ([], running, "the journal has no open request a that could be running"),
            ([accepted], accepted, "the journal has a request a already"),
            ([accepted], claimed, "request a is accepted and cannot be claimed"),
            ([accepted, running], running, "request a is running and cannot be running"),
            ([accepted, calling], running, "request a is unclaimed and cannot be running"),
            ([accepted, calling], calling, "request a is unclaimed and cannot be concluded"),
            ([accepted, calling], .settled("a", .opened), "request a is unclaimed and cannot be settled"),
            ([accepted, calling, claimed], claimed, "request a is claimed and cannot be claimed"),
            ([accepted, calling, claimed], .settled("a", .claimed), "request a is claimed and cannot be settled"),
            ([accepted, .concluded("a")], claimed, "the journal has no open request a that could be claimed"),
            ([accepted, .concluded("a")], accepted, "the journal has a request a already"),
        ] as [([JournalChange], JournalChange, String)])
    func `a step is taken once and in order`(
        before: [JournalChange], step: JournalChange, message: String
    ) async throws {
        for change in before { try await journal.record(change) }
        let entry = try await journal.entry("a")
        let error = await #expect(throws: JournalError.self) { try await journal.record(step) }
        #expect(error?.description == message)
        #expect(try await journal.entry("a") == entry, "nothing changed")
    }

    @Test func `steps recorded together are all taken, or none`() async throws {
        try await journal.record([.accepted("a"), .running("a")])
        #expect(try await journal.entry("a")?.state == .running)
        await #expect(throws: JournalError.self) { try await journal.record([.accepted("b"), .claimed("b")]) }
        #expect(try await journal.entry("b") == nil)
    }

    @Test func `a callback that may not be opened is refused with the outcome`() async throws {
        let callback = CallbackReport(url: "file:///etc", state: .refused, reason: "file is never opened")
        try await journal.record(.accepted("a"), .concluded("a", .cancel, callback: callback))
        #expect(try await journal.entry("a")?.callback == callback)
        await #expect(throws: JournalError.self) { try await journal.record(.claimed("a")) }
    }

    @Test func `a call of another app is no route`() async throws {
        try await journal.record(.accepted("a"), .running("a", route: nil))
        try await journal.record(.concluded("a"))
        let entry = try #require(try await journal.entry("a"))
        #expect(entry.isCall && entry.route == nil)
    }

    @Test func `the row of a call has no route, and neither has that of a request that never ran`() async throws {
        try await journal.record(.accepted("call"), .running("call", route: nil), .concluded("call"))
        try await journal.record(.accepted("refused"), .concluded("refused", .error(OutcomeError(.noRoute, "none"))))
        #expect(try await journal.entry("call")?.isCall == true)
        #expect(try await journal.entry("refused")?.isCall == false)
        #expect(try await journal.history(HistoryQuery(route: "")).isEmpty)
        let image = try folder.image(of: journal)
        let db = try SQLiteConnection(path: "\(image.path)/journal.sqlite")
        #expect(try db.integer("SELECT count(*) FROM request WHERE route IS NULL") == 2)
        withExtendedLifetime(image) {}
    }

    @Test func `a text with a NUL is kept readable`() async throws {
        let error = OutcomeError(code: 1, message: "a\0b")
        try await journal.record(.accepted("a"), .concluded("a", .error(error)))
        #expect(try await journal.entry("a")?.outcome == .error(OutcomeError(code: 1, message: "a\u{FFFD}b")))
    }

    @Test func `continues after it was closed`() async throws {
        try await journal.record(.accepted("a"), .concluded("a"))
        let entry = try await journal.entry("a")
        try await journal.close()
        await #expect(throws: JournalError.closed) { try await journal.record(.accepted("b")) }
        #expect(await journal.status == .closed)
        #expect(try folder.names == ["journal.sqlite"])

        let second = try await Journal.open(folder, clock)
        #expect(try await second.entry("a") == entry)
        try await second.record(.accepted("b"), .concluded("b"))
        #expect(try await second.entry("b")?.cursor == 2)
    }
}
