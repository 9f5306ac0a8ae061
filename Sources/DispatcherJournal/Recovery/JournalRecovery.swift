package import DispatcherMessages
package import XCallbackURL

/// What the process before us left unfinished, and what became of it.
package struct JournalRecovery: Sendable, Hashable {
    /// Requests whose handler has not begun and is to run now, oldest first.
    package var toRun: [JournalEntry] = []
    /// Requests whose callback is to be claimed and opened now, oldest first.
    package var toOpen: [JournalEntry] = []
    /// Requests that were ended with 503 just now; those with a callback that may be opened stand in `toOpen` too.
    package var ended: [JournalEntry] = []
    /// How many of those had not begun in time.
    package var expired = 0
    /// How many of those were running.
    package var interrupted = 0
    /// How many callbacks came too late to be opened.
    package var callbacksExpired = 0
    /// How many callbacks may have been opened or not.
    package var callbacksUncertain = 0
    /// How many rows were not as they had been written, and were deleted.
    package var damaged = 0

    package init() {}

    /// The callback for an error that ends a request now, as it may be opened; nil if there is none.
    package typealias CallbackMaker = @Sendable (JournalEntry, OutcomeError) -> CallbackReport?

    /// Decides on a row that is as it was written, and adds the steps that follow to the batch.
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
            try batch.take([.concluded(entry.id, RequestEnd(.error(error), callback: callback))], at: rule.now)
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
