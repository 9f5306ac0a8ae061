import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// The step that a request reached. The end of the request is recorded, logged and reported with the data of this step.
package enum RequestProgress: Sendable {
    case received(ReceivedRequest)
    indirect case parsed(ReceivedRequest, XCallbackURL)
    /// - Parameter isConfirmed: Whether the user agreed to the request, and so to its callbacks.
    case matched(MatchedRequest, isConfirmed: Bool = false)

    /// Reads a request up to its route, or up to the step that fails.
    package init(reading received: ReceivedRequest) {
        self = (try? received.parse()).map { RequestProgress(received, $0) } ?? .received(received)
    }

    /// Finds the route of a request whose URL is parsed.
    init(_ received: ReceivedRequest, _ url: XCallbackURL) {
        self = (try? MatchedRequest(received, url)).map { .matched($0) } ?? .parsed(received, url)
    }

    package var received: ReceivedRequest {
        switch self {
        case .received(let received): received
        case .parsed(let received, _): received
        case .matched(let matched, _): matched.received
        }
    }

    package var url: XCallbackURL? {
        switch self {
        case .received: nil
        case .parsed(_, let url): url
        case .matched(let matched, _): matched.url
        }
    }

    package var matched: MatchedRequest? {
        if case .matched(let matched, _) = self { matched } else { nil }
    }

    /// Whether the user agreed to the request, and so to its callbacks.
    var isConfirmed: Bool { if case .matched(_, isConfirmed: true) = self { true } else { false } }

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
        guard case .builtIn(let builtIn)? = route?.action, !received.isRedirected else { return true }
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

    /// The schemes that the request may lead to, and whose owners must be looked up before the request needs them: the
    /// desktop's files say which app has the scheme of a worker.
    package var schemesToLookUp: Set<Scheme> {
        let contestable = received.table.contestableSchemes
        guard !contestable.isEmpty else { return [] }
        var schemes = Set(CallbackKind.allCases.compactMap { callbacks[$0]?.scheme })
        if case .open(let template)? = route?.definition?.value.action, let scheme = template.scheme {
            schemes.insert(scheme)
        }
        schemes.formIntersection(contestable)
        return schemes.isEmpty ? [] : received.owners.withLock { schemes.subtracting($0.keys) }
    }
}

/// Spellings that resemble a known name or path. The daemon corrects no spelling, but the author should learn of it.
extension RequestProgress {
    /// The near misses of a request, for the log.
    package var nearMisses: [String] {
        guard let url else { return [] }
        return nameMisses(of: url) + separatorMisses(of: url) + [fragmentMiss(of: url)].compactMap(\.self)
            + (matched == nil ? pathMisses : [])
    }

    /// The near misses of the path: `/Create` is not /create.
    var pathMisses: [String] {
        guard let url else { return [] }
        return received.table.routes.caseSlips(for: url).map { "the path is not '\($0)': paths compare exactly" }
    }

    /// Returns the near misses of separators: in `message;subject=Hi`, the name is `message;subject`.
    private func separatorMisses(of url: XCallbackURL) -> [String] {
        url.parameters.elements.filter { $0.name.utf8.contains(UInt8(ascii: ";")) }.map {
            "';' separates nothing, so '\($0.name)' is one name; parameters are separated by '&'"
        }
    }

    /// Returns the near miss of a fragment that the route does not use. The fragment is secret.
    private func fragmentMiss(of url: XCallbackURL) -> String? {
        guard let fragment = url.fragment, !fragment.isEmpty, let route, !route.mayUseFragment else { return nil }
        return "everything from '#' on is a fragment, which the route does not use; in a value, '#' is written as %23"
    }

    /// Returns the near misses of names: `X-Success` and `x-sucess` are not x-success, and `Title` is not `title`.
    private func nameMisses(of url: XCallbackURL) -> [String] {
        let reserved = CallbackKind.allCases.map(\.parameterName) + ["x-source"]
        let known = reserved + (route?.definition?.value.input.map(\.name) ?? [])
        return (url.parameters.elements + url.reserved.elements).compactMap { parameter in
            let name = parameter.name
            guard !known.contains(where: { $0.hasSameBytes(as: name) }) else { return nil }
            if let meant = known.first(where: { $0.lowercased() == name.lowercased() }) {
                return "'\(name)' is not '\(meant)': names compare exactly"
            }
            guard name.hasPrefix("x-"), let meant = nearest(to: name, among: reserved) else { return nil }
            return "'\(name)' is ignored; did you mean '\(meant)'?"
        }
    }
}
