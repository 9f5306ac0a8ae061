import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import URLSchemeRouter
import XCallbackURL

/// The end of a request: its outcome, and, once ``Dispatcher/conclude(_:of:)`` has decided on them, its callback and its
/// rows.
struct Conclusion: Sendable {
    /// The step that the request reached.
    let progress: RequestProgress
    var outcome: Outcome
    /// Until the request is concluded, a request is refused if a step failed, and accepted if a handler or an app answered.
    var standing: Standing
    /// Whether the request ended because the user could not be asked.
    private(set) var isPromptFailure = false
    /// What happened, in a few words; nil if the handler itself gave the error.
    private(set) var summary: String?
    /// The reason for a cancel; nil for another outcome, and if the handler itself cancelled.
    private(set) var cancelReason: CancelReason?
    /// The error for the user, with details that the socket does not get, of this request or of the request that
    /// followed; nil if the outcome has all details.
    private var wholeError: OutcomeError?
    var delivery: Delivery?
    /// The changes of the journal; nil if nothing is recorded.
    var rows: [JournalChange]?

    /// What became of a request, for its row and for the id of its client.
    enum Standing: Sendable {
        /// The request was refused for the moment (429 or 503), and no part of it was accepted or run. The client may use
        /// its id again.
        case turnedAway
        /// The request was refused before any part of it was recorded.
        case refused
        /// The request ran, or the journal had its acceptance.
        case accepted
    }

    /// A request that was answered.
    /// - Parameter followed: The end of the request that gave the answer.
    init(
        _ progress: RequestProgress, _ outcome: Outcome, cancelReason: CancelReason? = nil,
        following followed: Conclusion? = nil
    ) {
        self.progress = progress
        self.outcome = outcome
        self.cancelReason = cancelReason
        standing = .accepted
        isPromptFailure = followed?.isPromptFailure ?? false
        summary = followed?.summary
        wholeError = followed?.wholeError ?? followed?.outcome.error
    }

    /// A request that ended because a step threw.
    init(_ progress: RequestProgress, failure: any Error) {
        self.progress = progress
        standing = .refused
        switch failure {
        case let error as OutcomeError:
            outcome = .error(error)
            summary = error.printedCode == nil ? StandardCode(rawValue: error.code)?.sentence : nil
        case let failure as PromptFailure:
            outcome = .error(failure.outcome)
            summary = failure.summary
            isPromptFailure = true
        case let failure as CommandFailure:
            outcome = .error(failure.outcome)
            wholeError = failure.whole
        case is NotAllowed:
            outcome = .cancel
            cancelReason = .notAllowed
        case is CancelledByUser: outcome = .cancel
        default: outcome = .error(OutcomeError(reporting: failure))
        }
    }

    /// Returns an outcome without secrets.
    private func written(_ outcome: Outcome) -> Outcome {
        Redaction(of: progress, next: delivery?.report.url).outcome(outcome)
    }

    /// The error without secrets; nil for another outcome.
    var writtenError: OutcomeError? { outcome.error.flatMap { written(.error($0)).error } }

    /// The error as the user reads it, without secrets, but with the details that the socket does not get. Nil for
    /// another outcome.
    var shownError: OutcomeError? {
        guard let error = outcome.error else { return nil }
        let whole = wholeError?.code == error.code ? wholeError : nil
        return written(.error(whole ?? error)).error
    }

    /// The lines of the result as a notification shows them, without secrets. Nil for another outcome, and for a route
    /// without `notify: true`.
    var shownResult: [String]? {
        guard case .success = outcome, let definition = progress.route?.definition?.value, definition.notifies,
            // Secrets are searched in the whole text, because a part of a secret would not be found.
            case .success(let output) = written(outcome)
        else { return nil }
        let text: String? =
            switch definition.output {
            case .text: output["result"]?.text
            case .lines: output["result"]?.elements?.prefix(3).compactMap(\.text).joined(separator: "\n")
            case .json, .members, .none: nil
            }
        guard let text, !text.allSatisfy(\.isWhitespace) else { return ["done"] }
        return Self.shortened(text).split(whereSeparator: \.isNewline).map { Printable.shown(String($0)) }
    }

    /// Returns the beginning of a text for a notification, of at most 200 characters.
    static func shortened(_ text: String) -> String { text.count > 200 ? text.prefix(197) + "..." : text }
}

/// A question got no answer. The user is notified of the reason, even if a callback reports it.
struct PromptFailure: Error {
    let outcome: OutcomeError
    var summary = "you did not answer"
}

/// A command failed, and only the user gets the last line of its standard error.
struct CommandFailure: Error {
    let outcome: OutcomeError
    /// The error for the user.
    let whole: OutcomeError
}

/// The user answered the question of a request with no: its outcome is a cancel.
struct NotAllowed: Error {}
