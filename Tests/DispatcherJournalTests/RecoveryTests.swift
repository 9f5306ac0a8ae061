import DispatcherJournal
import DispatcherRequests
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

/// The outcomes of the requests that a killed process left unfinished.
struct RecoveryTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()

    init() throws { folder = try TemporaryFolder() }

    /// The files as they lie when the process is killed.
    private func killed(after changes: [JournalChange]) async throws -> TemporaryFolder {
        let journal = try await Journal.open(folder, clock)
        for change in changes { try await journal.record(change) }
        return try folder.image(of: journal)
    }

    private let images = Lock<[TemporaryFolder]>([])

    /// Records steps, kills the process, lets time pass, and recovers. The files stay until the end of the test.
    private func recover(
        after changes: [JournalChange], passing time: Duration = .zero, clock next: TestClock? = nil,
        boot: String = "first"
    ) async throws -> (journal: Journal, recovery: JournalRecovery) {
        let image = try await killed(after: changes)
        images.withLock { $0.append(image) }
        clock.pass(time)
        let journal = try await Journal.open(image, next ?? clock, boot: boot)
        return (journal, try await journal.recover())
    }

    @Test func `a request that has not started runs if it is young`() async throws {
        let (journal, recovery) = try await recover(after: [.accepted("a"), .accepted("b")], passing: .seconds(60))
        #expect(recovery.toRun.map(\.id) == ["a", "b"])
        #expect(recovery.toRun.first?.request.url == "notes:///create?title=a")
        #expect(recovery.ended.isEmpty)
        // It then goes the usual way, once.
        try await journal.record(.running("a"), .concluded("a"))
        await #expect(throws: JournalError.self) { try await journal.record(.running("a")) }
    }

    @Test func `a request that has not started in time ends as expired, with a callback`() async throws {
        let (journal, recovery) = try await recover(after: [.accepted("a")], passing: .milliseconds(60_001))
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.expired == 1)
        let error = OutcomeError(.draining, "expired: the daemon was away for longer than 60 s")
        #expect(recovery.ended.map(\.outcome) == [.error(error)])
        #expect(recovery.toOpen.map(\.callback) == [CallbackReport(url: "otherapp://error")])
        try await journal.record(.claimed("a"), .settled("a", .opened))
        #expect(try await journal.entry("a")?.callback?.state == .opened)
    }

    @Test func `a running request ends as interrupted, and never runs again`() async throws {
        let (journal, recovery) = try await recover(after: [.accepted("a"), .running("a")])
        #expect(recovery.interrupted == 1)
        let error = OutcomeError(.draining, "interrupted: the daemon was killed while the request ran")
        #expect(recovery.ended.map(\.outcome) == [.error(error)])
        #expect(recovery.toOpen.map(\.id) == ["a"])
        await #expect(throws: JournalError.self) { try await journal.record(.running("a")) }
    }

    @Test func `an unclaimed callback is opened if it is young`() async throws {
        let (journal, recovery) = try await recover(after: [.accepted("a"), .calling("a")], passing: .seconds(60))
        #expect(recovery.toOpen.map(\.callback?.url) == ["otherapp://done?id=a"])
        try await journal.record(.claimed("a"))
    }

    @Test func `an unclaimed callback expires`() async throws {
        let (journal, recovery) = try await recover(
            after: [.accepted("a"), .calling("a")], passing: .milliseconds(60_001))
        #expect(recovery.toOpen.isEmpty)
        #expect(recovery.callbacksExpired == 1)
        #expect(try await journal.entry("a")?.callback?.state == .expired)
        #expect(try await journal.entry("a")?.outcome == .success(["id": 7]), "the outcome stays")
    }

    @Test func `a callback that was claimed is never opened again`() async throws {
        let (journal, recovery) = try await recover(after: [.accepted("a"), .calling("a"), .claimed("a")])
        #expect(recovery.toOpen.isEmpty)
        #expect(recovery.callbacksUncertain == 1)
        #expect(try await journal.entry("a")?.callback?.state == .uncertain)
        #expect(try await journal.uncertainCallbacks() == 1)
        await #expect(throws: JournalError.self) { try await journal.record(.claimed("a")) }
    }

    @Test func `a finished request is left alone`() async throws {
        let (_, recovery) = try await recover(after: [
            .accepted("a"), .concluded("a"), .accepted("b"), .calling("b"), .claimed("b"), .settled("b", .failed),
        ])
        #expect(recovery == JournalRecovery())
    }

    /// The machine was started again, with its clock lower or, by chance, as high.
    @Test(arguments: [Duration.seconds(5), .seconds(1001)])
    func `requests of another boot neither run nor open callbacks`(uptime: Duration) async throws {
        let (journal, recovery) = try await recover(
            after: [
                .accepted("a"), .accepted("r"), .running("r"), .accepted("u"), .calling("u"), .accepted("c"),
                .calling("c"), .claimed("c"),
            ], clock: TestClock(boot: uptime), boot: "second")
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.toOpen.isEmpty)
        #expect(recovery.ended.map(\.id) == ["a", "r"])
        for (id, state) in [("a", CallbackState.expired), ("r", .expired), ("u", .expired), ("c", .uncertain)] {
            #expect(try await journal.entry(id)?.callback?.state == state, "\(id)")
        }
        #expect(recovery.callbacksExpired == 3)
        #expect(recovery.callbacksUncertain == 1)
    }

    @Test func `a boot whose clock goes backwards is another boot`() async throws {
        let (_, recovery) = try await recover(after: [.accepted("a")], clock: TestClock(boot: .seconds(999)))
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.toOpen.isEmpty)
    }

    /// The user set the time of day by a day.
    @Test(arguments: [Duration.seconds(86_400), .seconds(-86_400)])
    func `ages are measured by the boot clock`(step: Duration) async throws {
        let image = try await killed(after: [.accepted("a")])
        clock.pass(boot: .seconds(10), wall: step)
        let first = try await Journal.open(image, clock)
        #expect(try await first.recover().toRun.map(\.id) == ["a"])
        clock.pass(boot: .seconds(51), wall: .zero - step)
        let next = try image.image(of: first)
        #expect(try await Journal.open(next, clock).recover().toRun.isEmpty)
        withExtendedLifetime(next) {}
    }

    @Test func `a second kill changes nothing of what was decided`() async throws {
        let image = try await killed(after: [
            .accepted("a"), .accepted("r"), .running("r"), .accepted("u"), .calling("u"),
        ])
        let first = try await Journal.open(image, clock)
        _ = try await first.recover()
        try await first.record(.claimed("u"))
        let next = try image.image(of: first)
        let recovery = try await Journal.open(next, clock).recover()
        #expect(recovery.toRun.map(\.id) == ["a"], "it still has not begun")
        #expect(recovery.toOpen.map(\.id) == ["r"], "its outcome was made just now, and nobody claimed it")
        #expect(recovery.ended.isEmpty)
        #expect(recovery.callbacksUncertain == 1)
        withExtendedLifetime(next) {}
    }

    @Test func `requests that came in meanwhile are none of its business`() async throws {
        let image = try await killed(after: [.accepted("a"), .running("a")])
        let journal = try await Journal.open(image, clock)
        try await journal.record(.accepted("new"), .running("new"))
        #expect(try await journal.recover().ended.map(\.id) == ["a"])
        try await journal.record(.concluded("new"))
    }

    @Test func `a journal in memory has nothing to recover`() async throws {
        let journal = await Journal.inMemory(bootID: "first")
        #expect(try await journal.recover() == JournalRecovery())
    }
}
