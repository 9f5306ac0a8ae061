import DispatcherMessages
package import RequestRecord
package import XCallbackURL

/// The requests that the previous daemon left unfinished, with the decision about each request.
package struct JournalRecovery: Sendable, Hashable {
    /// Requests whose handler has not started and must run now, oldest first.
    package var toRun: [JournalEntry] = []
    /// Requests whose callback must be claimed and opened now, oldest first.
    package var toOpen: [JournalEntry] = []
    /// Requests that were ended with 503 now. `toOpen` also contains those whose callback may be opened.
    package var ended: [JournalEntry] = []
    /// The number of ended requests that had not started in time.
    package var expired = 0
    /// The number of ended requests that were running.
    package var interrupted = 0
    /// The number of callbacks that are too old to be opened.
    package var callbacksExpired = 0
    /// The number of callbacks that may or may not have been opened.
    package var callbacksUncertain = 0
    /// The number of damaged rows, which were deleted.
    package var damaged = 0

    /// The journal changes for all requests and callbacks that end, which are recorded together.
    package private(set) var changes: [JournalChange] = []

    package init() {}

    /// Returns the callback for an error that ends a request now; nil if the request has no callback.
    package typealias CallbackMaker = @Sendable (JournalEntry, OutcomeError) -> CallbackReport?

    /// Decides about all unfinished requests.
    ///
    /// A request of this boot that has not started runs if it is at most 60 s old by the boot clock. An unclaimed
    /// callback of this boot is opened if its request ended at most 60 s ago. Every other request ends with 503, and
    /// its callback is opened if the request is of this boot. Every other callback is recorded as expired or uncertain.
    /// If the previous daemon had continued in memory, no request runs and no callback is opened.
    package init(of unfinished: UnfinishedRequests, callback: CallbackMaker) {
        damaged = unfinished.damaged
        let rule = RecoveryRule(unfinished: unfinished)
        for entry in unfinished.entries { decide(about: entry, by: rule, callback) }
    }

    private mutating func decide(about entry: JournalEntry, by rule: RecoveryRule, _ callback: CallbackMaker) {
        switch rule.decide(entry) {
        case .run: toRun.append(entry)
        case .open: toOpen.append(entry)
        case .end(let ending, let error, let opensCallback):
            expired += ending == .expired ? 1 : 0
            interrupted += ending == .interrupted ? 1 : 0
            var entry = entry
            let callback = callback(entry, error)
            record(.concluded(entry.id, .error(error), callback: callback), in: &entry, rule)
            let isOpen = callback?.state == .unclaimed
            if isOpen, !opensCallback {
                endDelivery(of: &entry, rule.unfinished.wasSuspended ? .uncertain : .expired, error.message, rule)
            }
            ended.append(entry)
            if isOpen, opensCallback { toOpen.append(entry) }
        case .recordDelivery(let state, let reason):
            var entry = entry
            endDelivery(of: &entry, state, reason, rule)
        }
    }

    private mutating func endDelivery(
        of entry: inout JournalEntry, _ state: CallbackState, _ reason: String, _ rule: RecoveryRule
    ) {
        callbacksExpired += state == .expired ? 1 : 0
        callbacksUncertain += state == .uncertain ? 1 : 0
        if state.needsClaim, entry.life == .concluded { record(.claimed(entry.id), in: &entry, rule) }
        record(.settled(entry.id, state, reason: reason), in: &entry, rule)
    }

    /// Applies a change to an entry and records the change. The journal refuses a change that may not follow.
    private mutating func record(_ change: JournalChange, in entry: inout JournalEntry, _ rule: RecoveryRule) {
        _ = entry.apply(change, at: rule.unfinished.now)
        changes.append(change)
    }
}
