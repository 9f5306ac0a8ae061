import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// The end of a request: what is reported, and what is written down first.
struct Conclusion: Sendable {
    let progress: RequestProgress
    let outcome: Outcome
    let delivery: Delivery?
    /// Nil if nothing is written down.
    let rows: JournalRows?
    /// Whether the request was refused before anything of it was written down.
    let isRefusal: Bool
    /// Whether it was refused for the moment (429 or 503), and nothing of it was accepted or run: its client's id may be used
    /// again.
    let isUnaccepted: Bool
    /// Whether it ended because nobody could be asked.
    let isPromptFailure: Bool

    /// Why it was cancelled; nil for another outcome, and if what ran did it.
    let cancelReason: CancelReason?
    /// The error of the request that followed, with what its socket did not learn; nil if none followed.
    let followedError: OutcomeError?

    /// The error without secrets; nil for another outcome.
    var writtenError: OutcomeError? {
        guard case .error = outcome else { return nil }
        return Redaction(of: progress, next: delivery?.url).outcome(outcome).error
    }

    /// The error as the user reads it: also what the socket of a request that followed did not learn. Without secrets; nil for
    /// another outcome.
    var shownError: OutcomeError? {
        guard case .error(let error) = outcome else { return nil }
        let whole = followedError?.code == error.code ? followedError : nil
        return Redaction(of: progress, next: delivery?.url).outcome(.error(whole ?? error)).error
    }

    /// The result as a notification shows it: without secrets. Nil for another outcome, and for a route without
    /// `notify: true`.
    var shownResult: String? {
        guard case .success = outcome, let definition = progress.route?.definition?.value, definition.notifies,
            // A secret is looked for in the whole text, of which a part would not be found.
            case .success(let output) = Redaction(of: progress, next: delivery?.url).outcome(outcome)
        else { return nil }
        let text: String? =
            switch definition.output {
            case .text: output["result"]?.text
            case .lines: output["result"]?.elements?.prefix(3).compactMap(\.text).joined(separator: "\n")
            case .json, .none: nil
            }
        guard let text, !text.allSatisfy(\.isWhitespace) else { return "done" }
        return text.count > Self.longestResult ? text.prefix(Self.longestResult - 3) + "..." : text
    }

    /// The longest result in a notification, in characters.
    private static let longestResult = 200
}

/// The steps of one request that the journal takes together.
struct JournalRows: Sendable {
    let id: String
    let changes: [JournalChange]
    let durability: Durability
}
