import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

@testable import DispatcherJournal

/// Whatever the rows of a journal say, a restart runs no request twice, opens no callback that was claimed, and ends the
/// rest.
struct RecoveryTarget: FuzzTarget {
    static let name = "recovery"
    static let maximumLength = 192
    static func seeds() -> [[UInt8]] { (0..<64).map { Seeds.noise(count: 24 + 2 * Int($0), seed: $0) } }

    func check(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        var unfinished = UnfinishedRequests(
            bootID: "this", now: Timestamp(boot: input.number(), wall: input.number()), wasSuspended: input.flip())
        for number in 0..<(1 + input.below(3)) {
            let entry = try Self.entry("r\(number)", &input)
            try checkRow(of: entry, &input)
            if !entry.isFinished { unfinished.entries.append(entry) }
        }
        try checkRecovery(of: unfinished)
    }

    /// A request that took steps in their order, at any times.
    private static func entry(_ id: String, _ input: inout FuzzInput) throws -> JournalEntry {
        let bootID = input.flip() ? "this" : "other"
        let time = { (input: inout FuzzInput) in Timestamp(boot: input.number(), wall: input.number()) }
        let request = AcceptedRequest(
            id: id, clientID: input.flip() ? input.text() : nil, door: input.flip() ? .desktop : .control,
            url: input.text(), depth: input.below(10),
            peer: input.flip() ? PeerProcess(pid: Int32(input.byte()), program: input.text()) : nil,
            environment: input.flip() ? ["DISPLAY": input.text()] : [:],
            narrowing: input.flip() ? .object([QueryValue.Member("hosts", .array([.string(input.text())]))]) : nil)
        var entry = try JournalEntry.after(.accepted(request), of: nil, at: time(&input), bootID: bootID)
        for _ in 0..<input.below(6) {
            let change: JournalChange =
                switch input.below(5) {
                case 0: .running(id, route: input.flip() ? "f.\(input.below(3))" : nil, input: .string(input.text()))
                case 1: .concluded(id, outcome(&input), callback: callback(&input))
                case 2: .claimed(id)
                case 3: .settled(id, input.pick(CallbackState.allCases), reason: input.text())
                default: .accepted(request)
                }
            let before = entry
            do throws(JournalError) {
                entry = try JournalEntry.after(change, of: entry, at: time(&input), bootID: bootID)
            } catch {
                continue
            }
            try require(before.state != .concluded || entry.outcome == before.outcome, "an outcome was replaced")
            try require(!before.isFinished, "a finished request went on")
        }
        return entry
    }

    private static func outcome(_ input: inout FuzzInput) -> Outcome {
        switch input.below(3) {
        case 0: .success(.object([QueryValue.Member("a", .string(input.text()))]))
        case 1: .error(OutcomeError(code: Int(input.number()), message: input.text()))
        default: .cancel
        }
    }

    private static func callback(_ input: inout FuzzInput) -> CallbackReport? {
        guard input.below(4) > 0 else { return nil }
        return CallbackReport(url: input.text(), state: input.pick([.unclaimed, .unclaimed, .refused, .claimed]))
    }

    /// A row is read as it was written. A changed one is damage, or with a checksum of its own some other row.
    private func checkRow(of entry: JournalEntry, _ input: inout FuzzInput) throws {
        let row = JournalColumns.row(of: entry)
        let read = try require(JournalColumns.entry(of: row), "a row cannot be read")
        try require(JournalColumns.row(of: read) == row, "a row is read as another: \(read)")
        var changed = row
        let place = input.below(row.count)
        changed[place] = input.flip() ? .text(input.text().replacing("\0", with: "")) : .integer(input.number())
        guard changed != row else { return }
        try require(changed.checksum != row.checksum, "damage is not noticed")
        guard let forged = JournalColumns.entry(of: changed) else { return }
        let times = [forged.waitingTime, forged.runningTime, forged.claimingTime, forged.openingTime, forged.totalTime]
        try require(times.allSatisfy { $0 ?? .zero >= .zero }, "a negative time")
        let unfinished = UnfinishedRequests(
            entries: [forged], bootID: "this", now: Timestamp(boot: input.number(), wall: 0),
            wasSuspended: input.flip())
        _ = JournalRecovery(of: unfinished) { _, _ in nil }
    }

    private func checkRecovery(of unfinished: UnfinishedRequests) throws {
        var batch = JournalBatch(open: unfinished.entries, bootID: unfinished.bootID, lastCursor: 7)
        let recovery = JournalRecovery(of: unfinished) { entry, _ in
            entry.request.depth.isMultiple(of: 2) ? CallbackReport(url: "one:x") : nil
        }
        try batch.take(recovery.changes, at: unfinished.now)
        try require(recovery.ended.count == recovery.expired + recovery.interrupted, "the figures differ")
        for entry in unfinished.entries {
            let runs = recovery.toRun.count { $0.id == entry.id }
            let opens = recovery.toOpen.count { $0.id == entry.id }
            try require(runs + opens <= 1, "it goes on \(runs + opens) times")
            let after = try require(batch.entry(entry.id), "a request is lost")
            let isYoung = entry.bootID == unfinished.bootID && !unfinished.wasSuspended
            if runs == 1 {
                try require(entry.state == .accepted && isYoung, "it runs again: \(entry)")
                try require(Self.isYoung(entry.accepted.boot, unfinished.now.boot), "it runs too late: \(entry)")
                continue
            }
            try require(after.state == .concluded && after.outcome != nil, "it has no outcome: \(after)")
            if entry.state == .concluded { try require(after.outcome == entry.outcome, "its outcome changed") }
            if opens == 1 {
                try require(isYoung && after.callback?.state == .unclaimed, "its callback is opened: \(after)")
                try require(entry.callback?.state != .claimed, "a claimed callback is opened")
            } else {
                try require(after.isFinished && after.cursor != nil, "it stays: \(after)")
                try require(
                    after.callback?.state.needsClaim != true || after.times.claimed != nil, "no claim: \(after)")
            }
        }
    }

    /// Whether a time is at most a minute before another, computed without overflow.
    private static func isYoung(_ time: Int64, _ now: Int64) -> Bool {
        let (age, overflows) = now.subtractingReportingOverflow(time)
        return !overflows && (0...60_000_000_000).contains(age)
    }
}
