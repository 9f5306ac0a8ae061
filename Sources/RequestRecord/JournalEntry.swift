package import QueryCoding
package import UnixSystem
package import XCallbackURL

/// A request in the journal.
package struct JournalEntry: Sendable, Hashable {
    package var request: AcceptedRequest
    /// The boot during which the request was received.
    package var bootID: String
    package var accepted: Timestamp
    package var life = Life.accepted
    package var route: String?
    /// The decoded input.
    package var input: QueryValue?
    /// The command's arguments.
    package var arguments: [String]?
    /// The unit of the user manager in which the command runs or ran; nil for any other process.
    package var unit: String?
    package var outcome: Outcome?
    /// The size of an output that was too long to be recorded, in bytes of JSON; `outcome` then has no output.
    package var outputSize: Int?
    /// The reason of a cancel; nil for another outcome, and for a cancel by the command, worker or app itself.
    package var cancelReason: CancelReason?
    /// The URL of the callback; nil without a callback.
    package var callbackURL: String?
    /// The reason why the callback failed or was refused.
    package var callbackReason: String?
    /// The position of the request among the finished requests, from 1; nil before the request has finished.
    package var cursor: Int64?
    /// The times of the later steps, in nanoseconds of the boot clock.
    package var times = Times()

    package struct Times: Sendable, Hashable {
        package var running: Int64?
        package var concluded: Int64?
        package var claimed: Int64?
        package var settled: Int64?
    }

    /// Makes the entry of a request after its first step. The step has the time of arrival if that time is known.
    package init(request: AcceptedRequest, bootID: String, at time: Timestamp) {
        self.request = request
        self.bootID = bootID
        accepted = request.time ?? time
    }

    package var id: String { request.id }

    /// The state of the request in rows and replies.
    package enum State: String, Sendable, Hashable {
        case accepted
        case running
        case concluded
    }

    package var state: State {
        switch life {
        case .accepted, .asked, .waiting: .accepted
        case .running, .calling: .running
        case .concluded, .claimed, .settled: .concluded
        }
    }

    /// The question to which the user agreed; nil once a handler has started.
    package var agreement: String? { if case .asked(let question) = life { question } else { nil } }

    /// The callback; nil before the outcome, and without a callback.
    package var callback: CallbackReport? {
        guard let callbackURL, let state = life.callback else { return nil }
        return CallbackReport(url: callbackURL, state: state, reason: callbackReason)
    }

    /// Whether the request is a call of another app, which runs without a route.
    package var isCall: Bool { times.running != nil && route == nil }

    /// The time from the acceptance of the request to the start of its handler.
    package var waitingTime: Duration? { span(accepted.boot, times.running) }
    /// The time from the start of the handler to the outcome.
    package var runningTime: Duration? { span(times.running, times.concluded) }
    /// The time from the outcome to the claim of the callback.
    package var claimingTime: Duration? { span(times.concluded, times.claimed) }
    /// The time from the claim of the callback to the end of the delivery.
    package var openingTime: Duration? { span(times.claimed, times.settled) }
    /// The time from the acceptance of the request to the outcome.
    package var totalTime: Duration? { span(accepted.boot, times.concluded) }

    private func span(_ start: Int64?, _ end: Int64?) -> Duration? {
        guard let start, let end else { return nil }
        let (length, overflows) = end.subtractingReportingOverflow(start)
        return overflows || length < 0 ? nil : .nanoseconds(length)
    }

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
