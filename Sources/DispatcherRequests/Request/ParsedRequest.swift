import DispatcherConfiguration
import DispatcherMessages
import URLSchemeRouter
package import XCallbackURL

/// A request whose URL is well-formed.
@usableFromInline package struct ParsedRequest: Sendable {
    @usableFromInline package let context: IncomingRequest
    package let url: XCallbackURL

    /// Parses the URL. Throws 400 for a malformed one, 413 for one that is too long or has too many parameters, and 508 for
    /// one that follows from too many others.
    package init(_ context: IncomingRequest) throws(OutcomeError) {
        if context.submission.door == .desktop, context.submission.url.count > CallbackURL.maximumLength {
            throw OutcomeError(.tooLarge, "the URL is longer than \(CallbackURL.maximumLength) bytes")
        }
        self.context = context
        url = try Self.url(of: context, plusAsSpace: false)
        // A command that calls the daemon passes on the depth at which it runs.
        guard context.submission.depth <= Submission.maximumDepth else { throw Submission.tooDeep }
    }

    /// The URL, as a feature whose callers send forms reads it or as all others do.
    static func url(of context: IncomingRequest, plusAsSpace: Bool) throws(OutcomeError) -> XCallbackURL {
        do throws(XCallbackURLError) {
            var url = try decoded(context, plusAsSpace: plusAsSpace)
            if let source = context.formerSource, url.source == nil { url.source = source }
            return url
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }

    /// Decodes the URL. User info and a port are accepted in the URL that a script of the user's own calls in another app.
    private static func decoded(
        _ context: IncomingRequest, plusAsSpace: Bool
    ) throws(XCallbackURLError) -> XCallbackURL {
        do throws(XCallbackURLError) {
            return try context.decoded(plusAsSpace: plusAsSpace)
        } catch {
            guard context.submission.isOwnCall, error == .userInfo || error == .port else { throw error }
            let url = try context.decoded(plusAsSpace: plusAsSpace, isForeign: true)
            guard !context.table.routes.owns(url) else { throw error }
            return url
        }
    }
}
