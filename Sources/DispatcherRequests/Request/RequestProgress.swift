import DispatcherConfiguration
import QueryCoding
package import XCallbackURL

/// How far a request came. Its end is recorded, logged and reported with what was known there.
@usableFromInline package enum RequestProgress: Sendable {
    case received(ReceivedRequest)
    case parsed(ParsedRequest)
    case matched(MatchedRequest)

    /// Takes a request as far as it can be read, and no further than its route.
    package init(reading received: ReceivedRequest) {
        self = .received(received)
        do throws(OutcomeError) {
            let parsed = try ParsedRequest(received)
            self = .parsed(parsed)
            self = .matched(try MatchedRequest(parsed))
        } catch {
            // The rest cannot be known.
            return
        }
    }

    @inlinable package var received: ReceivedRequest {
        switch self {
        case .received(let received): received
        case .parsed(let parsed): parsed.received
        case .matched(let matched): matched.received
        }
    }

    package var url: XCallbackURL? {
        switch self {
        case .received: nil
        case .parsed(let parsed): parsed.url
        case .matched(let matched): matched.url
        }
    }

    @inlinable package var matched: MatchedRequest? {
        if case .matched(let matched) = self { matched } else { nil }
    }

    @inlinable package var route: DispatchRoute? { matched?.route }

    /// The name of its route.
    package var routeName: String? {
        if case .matched(let matched) = self { matched.route.name } else { nil }
    }

    /// Whether its feature has `log`.
    package var isLogged: Bool {
        if case .matched(let matched) = self { matched.route.feature?.isLogged ?? false } else { false }
    }

    /// Whether the request is recorded when it succeeds without a callback.
    package var isRecorded: Bool {
        // A route of the user's that leads to a built-in one is recorded.
        guard case .matched(let matched) = self, case .builtIn(let builtIn) = matched.route.action,
            !matched.parsed.received.isRedirected
        else { return true }
        return builtIn.isRecorded
    }

    /// Whether a closure of the program carries it out.
    package var hasClosure: Bool {
        if case .closure? = route?.action { true } else { false }
    }

    /// Whether the caller gave any callback.
    var hasCallbacks: Bool {
        switch self {
        case .received(let received): !received.callbacks.isEmpty
        case .parsed(let parsed): !parsed.received.callbacks.isEmpty
        case .matched(let matched): !matched.parsed.received.callbacks.isEmpty && !matched.callbacks.isEmpty
        }
    }

    package var callbacks: Callbacks { matched?.callbacks ?? received.callbacks }

    /// What the routes let out to which a request was redirected; nil if it was not.
    package var narrowingOfRedirects: CallbackRestriction? {
        received.isRedirected ? received.submission.narrowing.narrowed(by: narrowing) : nil
    }

    /// The lists by which the route narrows what it lets out.
    var narrowing: [CallbackLists] { route?.callbacks ?? [] }
}
