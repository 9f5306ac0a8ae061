import DispatcherConfiguration
import DispatcherMessages
package import XCallbackURL

/// A request whose URL is well-formed.
package struct ParsedRequest: Sendable {
    package let context: IncomingRequest
    package let url: XCallbackURL

    /// Parses the URL. Throws 400 for a malformed one, 413 for one that is too long or has too many parameters, and 508 for
    /// one that follows from too many others.
    package init(_ context: IncomingRequest) throws(OutcomeError) {
        let submission = context.submission
        if submission.door == .desktop, submission.url.count > CallbackURL.maximumLength {
            throw OutcomeError(.tooLarge, "the URL is longer than \(CallbackURL.maximumLength) bytes")
        }
        self.context = context
        url = try Self.url(of: context, plusAsSpace: false)
        // A command that calls the daemon passes on the depth at which it runs.
        guard submission.depth <= Submission.maximumDepth else { throw Submission.tooDeep }
    }

    /// The URL, as a feature whose callers send forms reads it or as all others do.
    static func url(of context: IncomingRequest, plusAsSpace: Bool) throws(OutcomeError) -> XCallbackURL {
        do throws(XCallbackURLError) {
            let limit = context.table.settings.limits.parameters
            var url = try XCallbackURL(
                context.raw, context.ownCallbacks, plusAsSpace: plusAsSpace, parameterLimit: limit)
            if let source = context.formerSource, url.source == nil { url.source = source }
            return url
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }
}
