import DispatcherConfiguration
import QueryCoding
package import XCallbackURL

/// How far a request came. Its end is recorded, logged and reported with what was known there.
package enum RequestProgress: Sendable {
    case received(IncomingRequest)
    case parsed(ParsedRequest)
    case matched(MatchedRequest)

    /// Takes a request as far as it can be read, and no further than its route.
    package init(reading context: IncomingRequest) {
        self = .received(context)
        do throws(OutcomeError) {
            let parsed = try ParsedRequest(context)
            self = .parsed(parsed)
            self = .matched(try MatchedRequest(parsed))
        } catch {
            // The rest cannot be known.
            return
        }
    }

    package var context: IncomingRequest {
        switch self {
        case .received(let context): context
        case .parsed(let parsed): parsed.context
        case .matched(let matched): matched.context
        }
    }

    package var url: XCallbackURL? {
        switch self {
        case .received: nil
        case .parsed(let parsed): parsed.url
        case .matched(let matched): matched.url
        }
    }

    package var matched: MatchedRequest? {
        if case .matched(let matched) = self { matched } else { nil }
    }

    package var route: DispatchRoute? { matched?.route }

    /// Whether the request is recorded when it succeeds without a callback.
    package var isRecorded: Bool {
        // A route of the user's that leads to a built-in one is recorded.
        guard case .builtIn(let builtIn)? = route?.action, !context.isRedirected else { return true }
        return builtIn.isRecorded
    }

    package var callbacks: Callbacks { matched?.callbacks ?? context.callbacks }

    /// The lists by which the route narrows what it lets out.
    var narrowing: [CallbackLists] { route?.callbacks ?? [] }
}
