import DispatcherMessages
import UnixSystem
import XCallbackURL

/// The steps of a request as rows take them. A step that may not follow is an error.
extension JournalEntry {
    /// Returns the entry after a step.
    /// - Parameter current: The entry before it; nil for a request that the journal does not know.
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

    /// Takes a step other than the first one.
    mutating func take(_ change: JournalChange, at time: Timestamp) throws(JournalError) {
        guard apply(change, at: time) else {
            throw .outOfOrder(change.id, step: change.name, after: stateName)
        }
    }

    private var stateName: String { callback?.state.rawValue ?? state.rawValue }
}
