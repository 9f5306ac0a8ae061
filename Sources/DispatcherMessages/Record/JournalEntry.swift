package import QueryCoding
package import UnixSystem
package import XCallbackURL

/// A request as the journal knows it.
package struct JournalEntry: Sendable, Hashable {
    package var request: AcceptedRequest
    /// The boot during which the request was received.
    package var bootID: String
    package var accepted: Timestamp
    package var state: State
    package var route: String?
    /// The question to which the user agreed; nil once a handler has started.
    package var agreement: String?
    /// The decoded input.
    package var input: QueryValue?
    /// The command's arguments.
    package var arguments: [String]?
    package var outcome: Outcome?
    /// The bytes of the output as JSON, if the output was too long to be recorded; then `outcome` has none.
    package var outputSize: Int?
    /// Why it was cancelled; nil for another outcome, and if what ran did it.
    package var cancelReason: CancelReason?
    package var callback: CallbackReport?
    /// Its position among the finished requests, from 1; nil before it has finished.
    package var cursor: Int64?
    /// The times of the later steps, in nanoseconds of the boot clock.
    package var times = Times()

    package enum State: String, Sendable, Hashable {
        case accepted
        case running
        case concluded
    }

    package struct Times: Sendable, Hashable {
        package var running: Int64?
        package var concluded: Int64?
        package var claimed: Int64?
        package var settled: Int64?

        package init(
            running: Int64? = nil, concluded: Int64? = nil, claimed: Int64? = nil, settled: Int64? = nil
        ) {
            self.running = running
            self.concluded = concluded
            self.claimed = claimed
            self.settled = settled
        }
    }

    /// A request that has its first step, at the time of its arrival if that is known.
    package init(request: AcceptedRequest, bootID: String, at time: Timestamp) {
        self.request = request
        self.bootID = bootID
        accepted = request.time ?? time
        state = .accepted
    }

    package var id: String { request.id }

    /// Whether the request is a call of another app: it runs without a route.
    package var isCall: Bool { times.running != nil && route == nil }

    /// The time from its acceptance to its handler's start.
    package var waitingTime: Duration? { span(accepted.boot, times.running) }
    /// The time from its handler's start to its outcome.
    package var runningTime: Duration? { span(times.running, times.concluded) }
    /// The time from its outcome to the claim of its callback.
    package var claimingTime: Duration? { span(times.concluded, times.claimed) }
    /// The time from that claim to the end of the delivery.
    package var openingTime: Duration? { span(times.claimed, times.settled) }
    /// The time from its acceptance to its outcome.
    package var totalTime: Duration? { span(accepted.boot, times.concluded) }

    private func span(_ start: Int64?, _ end: Int64?) -> Duration? {
        guard let start, let end else { return nil }
        let (length, overflows) = end.subtractingReportingOverflow(start)
        return overflows || length < 0 ? nil : .nanoseconds(length)
    }
}
