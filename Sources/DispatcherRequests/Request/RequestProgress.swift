import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
package import XCallbackURL

/// The step that a request reached. The end of the request is recorded, logged and reported with the data of this step.
package enum RequestProgress: Sendable {
    case received(ReceivedRequest)
    indirect case parsed(ReceivedRequest, XCallbackURL)
    case matched(MatchedRequest)

    /// Reads a request up to its route, or up to the step that fails.
    package init(reading received: ReceivedRequest) {
        self = .received(received)
        do throws(OutcomeError) {
            let url = try received.parse()
            self = .parsed(received, url)
            self = .matched(try MatchedRequest(received, url))
        } catch {
            // The results of the later steps are unknown.
            return
        }
    }

    package var received: ReceivedRequest {
        switch self {
        case .received(let received): received
        case .parsed(let received, _): received
        case .matched(let matched): matched.received
        }
    }

    package var url: XCallbackURL? {
        switch self {
        case .received: nil
        case .parsed(_, let url): url
        case .matched(let matched): matched.url
        }
    }

    package var matched: MatchedRequest? {
        if case .matched(let matched) = self { matched } else { nil }
    }

    package var route: DispatchRoute? { matched?.route }

    /// Whether a route has the scheme or the domain of the URL, or another app answers the URL. Also true for a text without
    /// a scheme, such as the name of a route.
    var mayHaveRoute: Bool {
        let routes = received.table.routes
        return switch self {
        case .received(let received): Scheme(of: received.text).map(routes.names) ?? true
        case .parsed(_, let url):
            if case .call = received.submission.kind { true } else { routes.names(url) }
        case .matched: true
        }
    }

    /// The name of the request's route.
    package var routeName: String? { route?.name }

    /// Whether the feature of the route has `log`.
    package var isLogged: Bool { route?.feature?.isLogged ?? false }

    /// Whether the request is recorded when it succeeds without a callback.
    package var leavesRow: Bool {
        // A user's route that redirects to a built-in route is recorded.
        guard case .matched(let matched) = self, case .builtIn(let builtIn) = matched.route.action,
            !matched.received.isRedirected
        else { return true }
        return builtIn.leavesRow
    }

    /// Whether a closure of the program handles the request.
    package var hasClosure: Bool {
        if case .closure? = route?.action { true } else { false }
    }

    package var callbacks: Callbacks { matched?.callbacks ?? received.callbacks }

    /// The restriction by the routes to which the request was redirected; nil if the request was not redirected.
    package var narrowingOfRedirects: CallbackRestriction? {
        received.isRedirected ? received.submission.narrowing.narrowed(by: narrowing) : nil
    }

    /// The lists by which the route restricts the URLs that it allows.
    var narrowing: [CallbackLists] { route?.callbacks ?? [] }
}
