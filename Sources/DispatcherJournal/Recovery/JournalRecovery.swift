package import DispatcherMessages
package import XCallbackURL

/// The requests that the previous daemon left unfinished, and the decisions about them.
package struct JournalRecovery: Sendable, Hashable {
    /// Requests whose handler has not started and must run now, oldest first.
    package var toRun: [JournalEntry] = []
    /// Requests whose callback must be claimed and opened now, oldest first.
    package var toOpen: [JournalEntry] = []
    /// Requests that were ended with 503 now. Those whose callback may be opened are in `toOpen` too.
    package var ended: [JournalEntry] = []
    /// The number of these that had not started in time.
    package var expired = 0
    /// The number of these that were running.
    package var interrupted = 0
    /// The number of callbacks that are too old to be opened.
    package var callbacksExpired = 0
    /// The number of callbacks of which it is unknown whether they were opened.
    package var callbacksUncertain = 0
    /// The number of damaged rows, which were deleted.
    package var damaged = 0

    package init() {}

    /// Returns the callback for an error that ends a request now; nil if the request has none.
    package typealias CallbackMaker = @Sendable (JournalEntry, OutcomeError) -> CallbackReport?

    /// Decides about an undamaged row, and adds its next steps to the batch.
    mutating func apply(
        _ entry: JournalEntry, to batch: inout JournalBatch, by rule: RecoveryRule, callback: CallbackMaker
    ) throws(JournalError) {
        switch rule.decide(entry) {
        case .run: toRun.append(entry)
        case .open: toOpen.append(entry)
        case .end(let ending, let error, let opensCallback):
            expired += ending == .expired ? 1 : 0
            interrupted += ending == .interrupted ? 1 : 0
            let callback = callback(entry, error)
            try batch.take([.concluded(entry.id, .error(error), callback: callback)], at: rule.now)
            let isOpen = callback?.state == .unclaimed
            if isOpen, !opensCallback {
                try recordDelivery(
                    callbackOf: entry.id, rule.wasSuspended ? .uncertain : .expired, error.message, &batch, rule)
            }
            guard let ended = batch.entry(entry.id) else { return }
            self.ended.append(ended)
            if isOpen, opensCallback { toOpen.append(ended) }
        case .recordDelivery(let state, let reason):
            try recordDelivery(callbackOf: entry.id, state, reason, &batch, rule)
        }
    }

    private mutating func recordDelivery(
        callbackOf id: String, _ state: CallbackState, _ reason: String, _ batch: inout JournalBatch,
        _ rule: RecoveryRule
    ) throws(JournalError) {
        callbacksExpired += state == .expired ? 1 : 0
        callbacksUncertain += state == .uncertain ? 1 : 0
        if state.needsClaim, batch.entry(id)?.callback?.state == .unclaimed {
            try batch.take([.claimed(id)], at: rule.now)
        }
        try batch.take([.settled(id, state, reason: reason)], at: rule.now)
    }
}
