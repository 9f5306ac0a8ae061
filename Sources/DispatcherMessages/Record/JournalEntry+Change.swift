import QueryCoding
package import UnixSystem
import XCallbackURL

/// Decides which step of a request may follow which other step in the journal. No other code decides this.
extension JournalEntry {
    /// Whether no step can follow.
    package var isFinished: Bool { state == .concluded && callback?.state.isFinal ?? true }

    /// The maximum size of a click's recorded output, in bytes of JSON. Any web page can send clicks, and they must not
    /// push other requests out of the history.
    private static let outputLimit = 64 << 10

    private mutating func omitLongOutput() {
        guard case .success(let output) = outcome else { return }
        var printer = JSONPrinter()
        printer.value(output)
        guard printer.bytes.count > Self.outputLimit else { return }
        outputSize = printer.bytes.count
        outcome = .success(.object([]))
    }

    /// Applies any step but the first.
    /// - Returns: Whether the step may follow the last step; if not, the entry stays unchanged.
    package mutating func apply(_ change: JournalChange, at time: Timestamp) -> Bool {
        switch change {
        case .accepted: return false
        case .agreed(_, let question):
            guard state != .concluded else { return false }
            // The journal keeps an agreement only until the request runs: after that, the request is not run again.
            if state == .accepted { agreement = question }
        case .narrowed(_, let narrowing):
            guard state != .concluded else { return false }
            request.narrowing = narrowing
        case .running(_, let next, let input, let arguments, let unit):
            // The handler of another route runs after a handler that declined. No handler runs twice.
            guard state == .accepted || state == .running && route != next else { return false }
            state = .running
            agreement = nil
            times.running = times.running ?? time.boot
            route = next
            self.input = input
            self.arguments = arguments
            self.unit = unit
        case .concluded(_, let outcome, let callback, let route, let reason):
            guard state != .concluded, callback?.state.needsClaim != true, callback?.state != .claimed else {
                return false
            }
            state = .concluded
            agreement = nil
            times.concluded = time.boot
            self.outcome = outcome
            if !request.door.isTrusted { omitLongOutput() }
            self.callback = callback
            self.route = route ?? self.route
            cancelReason = outcome == .cancel ? reason : nil
        case .claimed:
            guard callback?.state == .unclaimed else { return false }
            callback?.state = .claimed
            times.claimed = time.boot
        case .settled(_, let end, let reason):
            guard let callback, !callback.state.isFinal, end.isFinal,
                callback.state == .claimed || !end.needsClaim
            else { return false }
            self.callback?.state = end
            self.callback?.reason = reason
            times.settled = time.boot
        }
        // From here on, the daemon starts no program for the request.
        if isFinished { request.environment = [:] }
        return true
    }
}
