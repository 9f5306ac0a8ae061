import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import XCallbackURL

/// The end of a request: its report, and the rows that are recorded before the report.
struct Conclusion: Sendable {
    let progress: RequestProgress
    let outcome: Outcome
    let delivery: Delivery?
    /// The rows; nil if nothing is recorded.
    let rows: JournalRows?
    let standing: Standing
    /// Whether the request ended because the user could not be asked.
    let isPromptFailure: Bool

    /// The reason for a cancel; nil for another outcome, and if the handler itself cancelled.
    let cancelReason: CancelReason?
    /// The whole error of the request that followed, including details that its socket did not get; nil if no request
    /// followed.
    let followedError: OutcomeError?

    /// The state of the callback once the outcome is recorded; nil without a callback.
    var callback: CallbackState? { delivery.map { $0.leaves ? .unclaimed : .refused } }

    /// The error without secrets; nil for another outcome.
    var writtenError: OutcomeError? {
        guard case .error = outcome else { return nil }
        return Redaction(of: progress, next: delivery?.url).outcome(outcome).error
    }

    /// The error as the user reads it, without secrets, but with the details that the socket of a request that followed
    /// did not get. Nil for another outcome.
    var shownError: OutcomeError? {
        guard case .error(let error) = outcome else { return nil }
        let whole = followedError?.code == error.code ? followedError : nil
        return Redaction(of: progress, next: delivery?.url).outcome(.error(whole ?? error)).error
    }

    /// The result as a notification shows it, without secrets. Nil for another outcome, and for a route without
    /// `notify: true`.
    var shownResult: String? {
        guard case .success = outcome, let definition = progress.route?.definition?.value, definition.notifies,
            // Secrets are searched in the whole text, because a part of a secret would not be found.
            case .success(let output) = Redaction(of: progress, next: delivery?.url).outcome(outcome)
        else { return nil }
        let text: String? =
            switch definition.output {
            case .text: output["result"]?.text
            case .lines: output["result"]?.elements?.prefix(3).compactMap(\.text).joined(separator: "\n")
            case .json, .members, .none: nil
            }
        guard let text, !text.allSatisfy(\.isWhitespace) else { return "done" }
        return text.count > Self.longestResult ? text.prefix(Self.longestResult - 3) + "..." : text
    }

    /// The longest result in a notification, in characters.
    private static let longestResult = 200
}

extension Conclusion {
    /// What became of a request, for its row and for the id of its client.
    enum Standing: Sendable {
        /// The request was refused for the moment (429 or 503), and no part of it was accepted or run. The client may use
        /// its id again.
        case turnedAway
        /// The request was refused before any part of it was recorded.
        case refused
        /// The request ran, or the journal had its acceptance.
        case accepted

        /// - Parameter isPromised: Whether the caller gets the answer `accepted` at once.
        init(of ended: RequestResult, _ hold: RequestPlaces.Hold, _ outcome: Outcome, isPromised: Bool) {
            guard ended.isFailure, hold != .recorded else {
                self = .accepted
                return
            }
            let code = outcome.error?.code
            let isTransient = code == StandardCode.tooMany.rawValue || code == StandardCode.draining.rawValue
            self = isTransient && !isPromised && !ended.progress.hasClosure ? .turnedAway : .refused
        }
    }
}
