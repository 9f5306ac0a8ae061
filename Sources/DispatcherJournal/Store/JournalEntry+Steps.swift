import DispatcherMessages
import RequestRecord
import UnixSystem
import XCallbackURL

/// Applies the steps of a request to its entry. Throws if a step must not follow the previous step.
extension JournalEntry {
    /// Returns the entry after a step.
    /// - Parameter current: The entry before the step; nil for a request that the journal does not know.
    static func after(
        _ change: JournalChange, of current: consuming JournalEntry?, at time: Timestamp, bootID: String
    ) throws(JournalError) -> JournalEntry {
        if case .accepted(let request) = change {
            guard current == nil else { throw .duplicate(request.id) }
            return JournalEntry(request: request, bootID: bootID, at: time)
        }
        guard var entry = current else { throw .unknown(change.id, step: change.name) }
        try entry.take(change, at: time)
        return entry
    }

    /// Applies a step other than the first step.
    mutating func take(_ change: JournalChange, at time: Timestamp) throws(JournalError) {
        guard apply(change, at: time) else {
            throw .outOfOrder(change.id, step: change.name, after: stateName)
        }
    }

    private var stateName: String { callback?.state.rawValue ?? state.rawValue }
}
