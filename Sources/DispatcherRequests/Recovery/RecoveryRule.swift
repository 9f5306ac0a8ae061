import DispatcherMessages
import RequestRecord
import UnixSystem
import XCallbackURL

/// Decides about a request that the previous daemon left unfinished when it was killed.
struct RecoveryRule: Sendable {
    let unfinished: UnfinishedRequests

    /// The maximum age of a request that runs, or of a callback that is opened.
    static let maximumAge = Duration.seconds(60)

    enum Decision: Sendable, Hashable {
        /// The handler has not started and must run.
        case run
        /// The callback has not been claimed and must be opened.
        case open
        /// The request ends with this error. The flag is true if its callback is opened.
        case end(Ending, OutcomeError, opensCallback: Bool)
        /// The callback ends in this state.
        case recordDelivery(CallbackState, reason: String)
    }

    enum Ending: Sendable, Hashable {
        case expired
        case interrupted
    }

    func decide(_ entry: JournalEntry) -> Decision {
        let isSameBoot = entry.bootID == unfinished.bootID && unfinished.now.boot >= entry.accepted.boot
        let wasSuspended = unfinished.wasSuspended
        switch entry.life {
        case .accepted, .asked, .waiting:
            guard !wasSuspended else {
                return end(.interrupted, "the journal was in memory when the request ran", false)
            }
            guard isSameBoot else {
                return end(.expired, "the machine was restarted before the request ran", false)
            }
            guard !isOlder(entry.accepted.boot) else {
                return end(
                    .expired, "the daemon was away for longer than \(Self.maximumAge.components.seconds) s", true)
            }
            return .run
        case .running, .calling:
            guard isSameBoot, !wasSuspended else {
                return end(.interrupted, "the machine or the journal stopped while the request ran", false)
            }
            return end(.interrupted, "the daemon was killed while the request ran", true)
        case .concluded where wasSuspended, .claimed, .settled:
            return .recordDelivery(.uncertain, reason: "the daemon was killed while the callback was opened")
        case .concluded:
            guard isSameBoot else {
                return .recordDelivery(.expired, reason: "the machine was restarted before the callback was opened")
            }
            guard let concluded = entry.times.concluded, !isOlder(concluded) else {
                return .recordDelivery(.expired, reason: "the daemon was away for too long")
            }
            return .open
        }
    }

    private func isOlder(_ time: Int64) -> Bool {
        let age = Duration.nanoseconds(unfinished.now.boot.subtractingReportingOverflow(time).partialValue)
        return age < .zero || age > Self.maximumAge
    }

    private func end(_ ending: Ending, _ reason: String, _ opensCallback: Bool) -> Decision {
        .end(ending, OutcomeError(.draining, "\(ending): \(reason)"), opensCallback: opensCallback)
    }
}
