import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import TestSupport
import Testing
import XCallbackURL

/// The outcomes of the requests that a killed process left unfinished.
struct RecoveryTests {
    private let folder: TemporaryFolder
    private let clock = TestClock()

    init() throws { folder = try TemporaryFolder() }

    /// One request in each state, and the files as they lie when the process is killed.
    private func killed(after changes: JournalChange...) async throws -> TemporaryFolder {
        let journal = try await Journal.open(folder, clock)
        for change in changes { try await journal.record(change) }
        return try folder.image(of: journal)
    }

    @Test func `a request that has not started runs if it is young`() async throws {
        let image = try await killed(after: .accepted("a"), .accepted("b"))
        clock.pass(.seconds(60))
        let journal = try await Journal.open(image, clock)
        let recovery = try await journal.recover()
        #expect(recovery.toRun.map(\.id) == ["a", "b"])
        #expect(recovery.toRun.first?.request.url == "notes:///create?title=a")
        #expect(recovery.ended.isEmpty)
        // It then goes the usual way, once.
        try await journal.record(.running("a"), .concluded("a"))
        await #expect(throws: JournalError.self) { try await journal.record(.running("a")) }
    }

    @Test func `a request that has not started in time ends as expired, with a callback`() async throws {
        let image = try await killed(after: .accepted("a"))
        clock.pass(.milliseconds(60_001))
        let journal = try await Journal.open(image, clock)
        let recovery = try await journal.recover()
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.expired == 1)
        let error = OutcomeError(.draining, "expired: the daemon was away for longer than 60 s")
        #expect(recovery.ended.map(\.outcome) == [.error(error)])
        #expect(recovery.toOpen.map(\.callback) == [CallbackReport(url: "otherapp://error")])
        try await journal.record(.claimed("a"), .settled("a", .opened))
        #expect(try await journal.entry("a")?.callback?.state == .opened)
    }

    @Test func `a running request ends as interrupted, and never runs again`() async throws {
        let image = try await killed(after: .accepted("a"), .running("a"))
        let journal = try await Journal.open(image, clock)
        let recovery = try await journal.recover()
        #expect(recovery.interrupted == 1)
        let error = OutcomeError(.draining, "interrupted: the daemon was killed while the request ran")
        #expect(recovery.ended.map(\.outcome) == [.error(error)])
        #expect(recovery.toOpen.map(\.id) == ["a"])
        await #expect(throws: JournalError.self) { try await journal.record(.running("a")) }
    }

    @Test func `an unclaimed callback is opened if it is young`() async throws {
        let image = try await killed(after: .accepted("a"), .calling("a"))
        clock.pass(.seconds(60))
        let journal = try await Journal.open(image, clock)
        #expect(try await journal.recover().toOpen.map(\.callback?.url) == ["otherapp://done?id=a"])
        try await journal.record(.claimed("a"))
    }

    @Test func `an unclaimed callback expires`() async throws {
        let image = try await killed(after: .accepted("a"), .calling("a"))
        clock.pass(.milliseconds(60_001))
        let journal = try await Journal.open(image, clock)
        let recovery = try await journal.recover()
        #expect(recovery.toOpen.isEmpty)
        #expect(recovery.callbacksExpired == 1)
        #expect(try await journal.entry("a")?.callback?.state == .expired)
        #expect(try await journal.entry("a")?.outcome == .success(["id": 7]), "the outcome stays")
    }

    @Test func `a callback that was claimed is never opened again`() async throws {
        let image = try await killed(after: .accepted("a"), .calling("a"), .claimed("a"))
        let journal = try await Journal.open(image, clock)
        let recovery = try await journal.recover()
        #expect(recovery.toOpen.isEmpty)
        #expect(recovery.callbacksUncertain == 1)
        #expect(try await journal.entry("a")?.callback?.state == .uncertain)
        #expect(try await journal.uncertainCallbacks() == 1)
        await #expect(throws: JournalError.self) { try await journal.record(.claimed("a")) }
    }

    @Test func `a finished request is left alone`() async throws {
        let image = try await killed(
            after: .accepted("a"), .concluded("a"), .accepted("b"), .calling("b"), .claimed("b"), .settled("b", .failed)
        )
        let journal = try await Journal.open(image, clock)
        #expect(try await journal.recover() == JournalRecovery())
    }

    /// The machine was started again, with its clock lower or, by chance, as high.
    @Test(arguments: [Duration.seconds(5), .seconds(1001)])
    func `requests of another boot neither run nor open callbacks`(uptime: Duration) async throws {
        let image = try await killed(
            after: .accepted("a"), .accepted("r"), .running("r"), .accepted("u"), .calling("u"), .accepted("c"),
            .calling("c"), .claimed("c"))
        let journal = try await Journal.open(image, TestClock(boot: uptime), boot: "second")
        let recovery = try await journal.recover()
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.toOpen.isEmpty)
        #expect(recovery.ended.map(\.id) == ["a", "r"])
        let states = try await ["a", "r", "u", "c"].asyncMap { try await journal.entry($0)?.callback?.state }
        #expect(states == [.expired, .expired, .expired, .uncertain])
        #expect(recovery.callbacksExpired == 3)
        #expect(recovery.callbacksUncertain == 1)
    }

    @Test func `a boot whose clock goes backwards is another boot`() async throws {
        let image = try await killed(after: .accepted("a"))
        let journal = try await Journal.open(image, TestClock(boot: .seconds(999)))
        let recovery = try await journal.recover()
        #expect(recovery.toRun.isEmpty)
        #expect(recovery.toOpen.isEmpty)
    }

    /// The user set the time of day by a day.
    @Test(arguments: [Duration.seconds(86_400), .seconds(-86_400)])
    func `ages are measured by the boot clock`(step: Duration) async throws {
        let image = try await killed(after: .accepted("a"))
        clock.pass(boot: .seconds(10), wall: step)
        let first = try await Journal.open(image, clock)
        #expect(try await first.recover().toRun.map(\.id) == ["a"])
        clock.pass(boot: .seconds(51), wall: .zero - step)
        let next = try image.image(of: first)
        #expect(try await Journal.open(next, clock).recover().toRun.isEmpty)
        withExtendedLifetime(next) {}
    }

    @Test func `a second kill changes nothing of what was decided`() async throws {
        let image = try await killed(
            after: .accepted("a"), .accepted("r"), .running("r"), .accepted("u"), .calling("u"))
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
        let image = try await killed(after: .accepted("a"), .running("a"))
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

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
