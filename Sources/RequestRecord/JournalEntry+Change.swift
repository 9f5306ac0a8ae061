import QueryCoding
package import UnixSystem
import XCallbackURL

/// What a step of a request's ``Life`` changes in its row.
extension JournalEntry {
    /// Whether no step can follow.
    package var isFinished: Bool { if case .settled = life { true } else { false } }

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

    /// Applies any change but the first.
    /// - Returns: Whether the change may follow the last one; if not, the entry stays unchanged.
    package mutating func apply(_ change: JournalChange, at time: Timestamp) -> Bool {
        if let step = change.step {
            guard life.apply(step) else { return false }
        } else {
            guard case .narrowed = change, !life.hasOutcome else { return false }
        }
        switch change {
        case .accepted, .agreed: break
        case .narrowed(_, let narrowing): request.narrowing = narrowing
        case .running(_, let route, let input, let arguments, let unit):
            times.running = times.running ?? time.boot
            self.route = route
            self.input = input
            self.arguments = arguments
            self.unit = unit
        case .concluded(_, let outcome, let callback, let route, let reason):
            times.concluded = time.boot
            self.outcome = outcome
            if !request.door.isTrusted { omitLongOutput() }
            callbackURL = callback?.url
            callbackReason = callback?.reason
            self.route = route ?? self.route
            cancelReason = outcome == .cancel ? reason : nil
        case .claimed: times.claimed = time.boot
        case .settled(_, _, let reason):
            callbackReason = reason
            times.settled = time.boot
        }
        // From here on, the daemon starts no program for the request.
        if isFinished { request.environment = [:] }
        return true
    }
}
