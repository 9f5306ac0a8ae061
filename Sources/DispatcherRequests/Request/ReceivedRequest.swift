package import DesktopEntries
import DispatcherConfiguration
package import DispatcherMessages
import RequestRecord
import Synchronization
import URLSchemeRouter
package import UnixSystem
package import XCallbackURL

/// A request before its URL is parsed, with the values that stay the same in all later steps.
package final class ReceivedRequest: Sendable {
    package let id: RequestID
    package let submission: Submission
    /// The request that a route redirected to this URL; nil for the URL that came in.
    private let former: ReceivedRequest?
    package let table: DispatchTable
    /// The bytes of the URL. In a URL from the desktop socket and in an app's answer, the printable characters that some
    /// openers and apps leave raw are percent-encoded, except in an opaque URL.
    let url: [UInt8]
    /// Whether the URL is one text after its scheme, by the table or by the record of the request.
    package let isOpaque: Bool
    /// The URL of `original`, with the same characters percent-encoded.
    package let given: String
    package let begun: Timestamp
    /// Whether the previous daemon accepted the request, so that the journal has its acceptance.
    package let isRecovered: Bool
    /// The question to which the user agreed under the previous daemon; nil without such an agreement.
    package let agreement: String?
    /// The callbacks of the caller, which are read before the rest of the URL, so that an error in the rest reaches
    /// x-error.
    package let callbacks: Callbacks
    /// The callbacks of the URL itself, without the callbacks of a URL that was redirected to it.
    let ownCallbacks: Callbacks
    /// The x-source of the URL that was redirected to this URL.
    private let formerSource: String?
    /// The owners of the schemes that were looked up for the request. The desktop gives the URLs of a scheme to its
    /// owner.
    let owners: Lock<[Scheme: SchemeOwner]>
    private let reading: Reading
    private let isNotified = Atomic(false)

    /// Not a `Result`: the first use of such a type searches all conformances of the program.
    private enum Reading: Sendable {
        case parts(RawURL)
        case malformed(XCallbackURLError)
        /// The daemon wrote the URL, so nothing is read.
        case written(WrittenLink)
    }

    /// - Parameters:
    ///   - former: The request that a route redirected to this URL.
    ///   - formerSource: The x-source of that request's URL.
    package init(
        id: RequestID, submission: Submission, table: DispatchTable, begun: Timestamp, isRecovered: Bool = false,
        isOpaque: Bool? = nil, agreement: String? = nil, redirectedFrom former: ReceivedRequest? = nil,
        source formerSource: String? = nil
    ) {
        self.id = id
        self.submission = submission
        self.table = table
        self.begun = begun
        self.isRecovered = isRecovered
        self.agreement = agreement
        self.former = former
        self.formerSource = formerSource
        owners = Lock(former?.owners.withLock { $0 } ?? [:])
        let isOpaque = isOpaque ?? table.isOpaque(submission.url)
        self.isOpaque = isOpaque
        url =
            submission.answer?.url
            ?? (submission.door == .desktop && !isOpaque ? RawURL.encodingPrintable(submission.url) : submission.url)
        given = former?.given ?? String(decoding: url, as: UTF8.self)
        // A later table may have another route of that name.
        if let link = submission.link, link.table === table {
            (reading, ownCallbacks) = (.written(link), link.match.url.callbacks)
        } else {
            do throws(XCallbackURLError) {
                let raw = try RawURL(submission.answer?.repaired ?? url)
                (reading, ownCallbacks) = (.parts(raw), isOpaque ? Callbacks() : Callbacks(raw))
            } catch {
                (reading, ownCallbacks) = (.malformed(error), Callbacks())
            }
        }
        callbacks = ownCallbacks.isEmpty ? former?.callbacks ?? Callbacks() : ownCallbacks
    }

    /// The URL as text.
    package var text: String { String(decoding: url, as: UTF8.self) }

    /// Whether a route redirected the request to this URL.
    package var isRedirected: Bool { former != nil }

    /// The submission as it came in, before any redirect.
    package var original: Submission { former?.original ?? submission }

    /// Records the owners of some schemes. The request uses these owners until it ends.
    package func note(_ found: [Scheme: SchemeOwner]) { owners.withLock { $0.merge(found) { first, _ in first } } }

    /// Marks that the user is notified of the failure. Returns false if the mark was set before.
    package func markNotified() -> Bool { !isNotified.exchange(true, ordering: .relaxed) }

    /// The answer of another app, if the URL has the form of an answer.
    package var answer: AppAnswer? { submission.answer }

    /// The URL without its callbacks; the rest is unchanged. Throws the reason why the URL cannot be split.
    var textWithoutCallbacks: String {
        get throws(XCallbackURLError) {
            switch reading {
            case .parts(let raw): isOpaque ? text : raw.textWithoutCallbacks
            case .malformed(let error): throw error
            // A request that runs a route by its name has no callbacks.
            case .written: text
            }
        }
    }

    /// Parses the URL. Throws 400 for a malformed URL, 413 for a URL that is too long or has too many parameters, and
    /// 508 for a request that follows from too many other requests.
    package func parse() throws(OutcomeError) -> XCallbackURL {
        if !submission.door.isTrusted, url.count > CallbackURL.maximumLength {
            throw OutcomeError(.tooLarge, "the URL is longer than \(CallbackURL.maximumLength) bytes")
        }
        let parsed = try parsed(plusAsSpace: false)
        // A command that calls the daemon passes on the depth at which it runs.
        guard submission.depth <= Submission.maximumDepth else { throw Submission.tooDeep }
        return parsed
    }

    /// Returns the URL, with each `+` of the query as a space if `plusAsSpace` is true. User info and a port are accepted
    /// only if the user's own script calls another app by the URL.
    func parsed(plusAsSpace: Bool) throws(OutcomeError) -> XCallbackURL {
        do throws(XCallbackURLError) {
            var url: XCallbackURL
            do throws(XCallbackURLError) {
                url = try decoded(plusAsSpace: plusAsSpace)
            } catch {
                guard submission.isOwnCall, error == .userInfo || error == .port else { throw error }
                url = try decoded(plusAsSpace: plusAsSpace, isForeign: true)
                guard !table.routes.owns(url) else { throw error }
            }
            if let formerSource, url.source == nil { url.source = formerSource }
            return url
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }

    /// Decodes the URL. Throws the reason if the URL cannot be decoded.
    /// - Parameter isForeign: Whether another app gets the URL, so that its authority may have user info and a port.
    private func decoded(plusAsSpace: Bool, isForeign: Bool = false) throws(XCallbackURLError) -> XCallbackURL {
        let raw: RawURL
        switch reading {
        case .parts(let parts): raw = parts
        case .malformed(let error): throw error
        // A `+` never stands for a space in a link that the daemon wrote.
        case .written(let link): return link.match.url
        }
        if isOpaque { return try XCallbackURL(opaque: raw) }
        return try XCallbackURL(
            raw, ownCallbacks, plusAsSpace: plusAsSpace, parameterLimit: table.settings.limits.parameters,
            isForeign: isForeign)
    }

    /// Returns this request with another URL. The request reports to the same caller unless that URL has its own
    /// callbacks.
    func redirected(to next: Submission, from source: String?) -> ReceivedRequest {
        ReceivedRequest(
            id: id, submission: next, table: table, begun: begun, isRecovered: isRecovered, agreement: agreement,
            redirectedFrom: self, source: source)
    }
}

extension OutcomeError {
    /// The outcome of a request that is interrupted because the daemon stops.
    package static let interrupted = OutcomeError(.draining, "interrupted: the daemon is stopping")
}
