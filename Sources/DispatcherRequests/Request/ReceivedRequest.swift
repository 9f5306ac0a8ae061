import DesktopEntries
import DispatcherConfiguration
package import DispatcherMessages
import Synchronization
package import UnixSystem
package import XCallbackURL

/// A request before its URL is parsed: everything that holds for all of its later steps.
@usableFromInline package final class ReceivedRequest: Sendable {
    package let id: RequestID
    @usableFromInline package let submission: Submission
    /// The submission as it came in, before any redirect.
    package let original: Submission
    package let table: DispatchTable
    /// The URL of `original`.
    package let given: String
    package let begun: Timestamp
    /// Whether the previous daemon accepted it, so that the journal has its acceptance.
    package let isRecovered: Bool
    /// The question to which the user agreed under the previous daemon; nil for none.
    package let agreement: String?
    /// The callbacks of the caller. They are read before everything else, so that an error in the rest reaches x-error.
    package let callbacks: Callbacks
    /// Whether a route redirected it here.
    let isRedirected: Bool
    /// The callbacks of the URL itself, without those of a URL that was redirected here.
    let ownCallbacks: Callbacks
    /// The x-source of the URL that was redirected here.
    let formerSource: String?
    /// Whom the desktop gives the URLs of the schemes that were looked up for the request.
    let owners: Mutex<[Scheme: SchemeOwner]>
    private let reading: Reading
    private let isNotified = Atomic(false)

    /// Not a `Result`: the first use of such a type searches all conformances of the program.
    private enum Reading: Sendable {
        case parts(RawURL)
        case malformed(XCallbackURLError)
    }

    package convenience init(
        id: RequestID, submission: Submission, table: DispatchTable, begun: Timestamp, isRecovered: Bool = false,
        agreement: String? = nil
    ) {
        self.init(
            id: id, submission: submission, original: submission, table: table, given: submission.text, begun: begun,
            isRecovered: isRecovered, agreement: agreement, callbacks: Callbacks(), isRedirected: false)
    }

    private init(
        id: RequestID, submission: Submission, original: Submission, table: DispatchTable, given: String,
        begun: Timestamp, isRecovered: Bool, agreement: String?, callbacks former: Callbacks, isRedirected: Bool,
        formerSource: String? = nil, owners: [Scheme: SchemeOwner] = [:]
    ) {
        self.id = id
        self.submission = submission
        self.original = original
        self.table = table
        self.given = given
        self.begun = begun
        self.isRecovered = isRecovered
        self.agreement = agreement
        self.isRedirected = isRedirected
        self.formerSource = formerSource
        self.owners = Mutex(owners)
        do throws(XCallbackURLError) {
            let raw = try RawURL(submission.answer?.repaired ?? submission.url)
            ownCallbacks = Callbacks(raw)
            reading = .parts(raw)
        } catch {
            reading = .malformed(error)
            ownCallbacks = Callbacks()
        }
        callbacks = ownCallbacks.isEmpty ? former : ownCallbacks
    }

    /// Marks that the user is told what went wrong. False if that was done before.
    package func markNotified() -> Bool { !isNotified.exchange(true, ordering: .relaxed) }

    /// The answer of another app, if the URL has the form of one.
    package var answer: AppAnswer? { submission.answer }

    /// The URL without its callbacks; the rest is unchanged. Throws the reason why it has no parts.
    var textWithoutCallbacks: String {
        get throws(XCallbackURLError) {
            switch reading {
            case .parts(let raw): raw.textWithoutCallbacks
            case .malformed(let error): throw error
            }
        }
    }

    /// Decodes the URL. Throws the reason why that fails.
    /// - Parameter isForeign: Whether another app takes the URL, so that its authority may have user info and a port.
    func decoded(plusAsSpace: Bool, isForeign: Bool = false) throws(XCallbackURLError) -> XCallbackURL {
        switch reading {
        case .parts(let raw):
            let limit = table.settings.limits.parameters
            return try XCallbackURL(
                raw, ownCallbacks, plusAsSpace: plusAsSpace, parameterLimit: limit, isForeign: isForeign)
        case .malformed(let error): throw error
        }
    }

    /// The same request as another URL. It reports to the same caller unless that URL names its own callbacks.
    func redirected(to next: Submission, from source: String?) -> ReceivedRequest {
        ReceivedRequest(
            id: id, submission: next, original: original, table: table, given: given, begun: begun,
            isRecovered: isRecovered,
            agreement: agreement, callbacks: callbacks, isRedirected: true, formerSource: source,
            owners: owners.withLock { $0 })
    }
}
