import DispatcherConfiguration
import DispatcherMessages
import URLSchemeRouter
package import XCallbackURL

/// A request whose URL is well-formed.
@usableFromInline package struct ParsedRequest: Sendable {
    @usableFromInline package let received: ReceivedRequest
    package let url: XCallbackURL

    /// Parses the URL. Throws 400 for a malformed URL, 413 for a URL that is too long or has too many parameters, and
    /// 508 for a request that follows from too many other requests.
    package init(_ received: ReceivedRequest) throws(OutcomeError) {
        if !received.submission.door.isTrusted, received.url.count > CallbackURL.maximumLength {
            throw OutcomeError(.tooLarge, "the URL is longer than \(CallbackURL.maximumLength) bytes")
        }
        self.received = received
        url = try Self.url(of: received, plusAsSpace: false)
        // A command that calls the daemon passes on the depth at which it runs.
        guard received.submission.depth <= Submission.maximumDepth else { throw Submission.tooDeep }
    }

    /// Returns the URL, with each `+` of the query as a space if `plusAsSpace` is true.
    static func url(of received: ReceivedRequest, plusAsSpace: Bool) throws(OutcomeError) -> XCallbackURL {
        do throws(XCallbackURLError) {
            var url = try decoded(received, plusAsSpace: plusAsSpace)
            if let source = received.formerSource, url.source == nil { url.source = source }
            return url
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }

    /// Decodes the URL. User info and a port are accepted only if the user's own script calls another app by the URL.
    private static func decoded(
        _ received: ReceivedRequest, plusAsSpace: Bool
    ) throws(XCallbackURLError) -> XCallbackURL {
        do throws(XCallbackURLError) {
            return try received.decoded(plusAsSpace: plusAsSpace)
        } catch {
            guard received.submission.isOwnCall, error == .userInfo || error == .port else { throw error }
            let url = try received.decoded(plusAsSpace: plusAsSpace, isForeign: true)
            guard !received.table.routes.owns(url) else { throw error }
            return url
        }
    }
}

extension OutcomeError {
    /// The outcome of a request that is interrupted because the daemon stops.
    package static let interrupted = OutcomeError(.draining, "interrupted: the daemon is stopping")
}
