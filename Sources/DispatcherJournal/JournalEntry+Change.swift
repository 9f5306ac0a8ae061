/// The one place that says which step may follow which.
extension JournalEntry {
    /// The entry after a step. `current` is what is known of the request before it.
    static func after(
        _ change: JournalChange, of current: JournalEntry?, at moment: Moment, bootID: String
    ) throws(JournalError) -> JournalEntry {
        if case .accepted(let request) = change {
            guard current == nil else { throw .duplicate(request.id) }
            return JournalEntry(
                request: request, bootID: bootID, accepted: request.moment ?? moment, state: .accepted)
        }
        guard var entry = current else { throw .unknown(change.id, step: change.name) }
        guard entry.take(change, at: moment) else {
            throw .outOfOrder(change.id, step: change.name, after: entry.stateName)
        }
        return entry
    }

    /// Whether nothing more will come of it.
    var isSettled: Bool { state == .concluded && callback?.state.isFinal ?? true }

    private var stateName: String { callback?.state.rawValue ?? state.rawValue }

    private mutating func take(_ change: JournalChange, at moment: Moment) -> Bool {
        switch change {
        case .accepted: return false
        case .running(_, let handling):
            // Another's where the handler declined. None runs twice.
            guard state == .accepted || state == .running && route != handling.route else { return false }
            state = .running
            times.running = times.running ?? moment.boot
            route = handling.route
            input = handling.input
            arguments = handling.arguments
            request.url = handling.url ?? request.url
        case .concluded(_, let conclusion):
            guard state != .concluded, conclusion.callback?.state.needsClaim != true,
                conclusion.callback?.state != .claimed
            else { return false }
            state = .concluded
            times.concluded = moment.boot
            outcome = conclusion.outcome
            callback = conclusion.callback
            route = conclusion.route ?? route
            request.url = conclusion.url ?? request.url
        case .claimed:
            guard callback?.state == .unclaimed else { return false }
            callback?.state = .claimed
            times.claimed = moment.boot
        case .settled(_, let end, let reason):
            guard let callback, !callback.state.isFinal, end.isFinal,
                callback.state == .claimed || !end.needsClaim
            else { return false }
            self.callback?.state = end
            self.callback?.reason = reason
            times.settled = moment.boot
        }
        // Nothing will be started for it any more.
        if isSettled { request.environment = nil }
        return true
    }
}
