import QueryCoding
import Synchronization
public import XCallbackURL

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A table of typed handlers for the URLs of an app: decodes each route's input, runs the one route that matches best,
/// and opens x-success, x-error or x-cancel with the outcome.
///
/// ```swift
/// let router = URLSchemeRouter(scheme: "notes")
/// router.route("/create") { (note: Note) in Created(id: store.add(note)) }
/// router.handle(url)
/// ```
///
/// Every URL ends in exactly one outcome, and at most one callback is opened for it. Nothing that a URL says can stop
/// the program.
public final class URLSchemeRouter: Sendable {
    /// The scheme whose URLs the routes answer, unless a route says otherwise.
    public let scheme: String
    private let ownScheme: Scheme
    private let errorHandler: (@Sendable (any Error) -> Void)?
    private let state = Mutex(State())

    private struct State {
        var builder = RouteTable<RouteHandler>.Builder()
        var openURL: @Sendable (URL) -> Void = { _ in }
        var defaultErrorCode = StandardCode.failed.rawValue
    }

    /// Makes a router for a scheme. Traps if the text is no scheme (RFC 3986 §3.1), which is a mistake in the program.
    /// - Parameter errorHandler: Gets the errors of requests that have no x-error.
    @preconcurrency
    public init(scheme: String, onError errorHandler: (@Sendable (any Error) -> Void)? = nil) {
        guard let ownScheme = Scheme(scheme) else { preconditionFailure("'\(scheme)' is no scheme (RFC 3986 §3.1)") }
        self.scheme = scheme
        self.ownScheme = ownScheme
        self.errorHandler = errorHandler
    }

    /// Opens a callback. Does nothing until it is set; a callback to one of the router's own schemes never gets here.
    @preconcurrency public var openURL: @Sendable (URL) -> Void {
        get { state.withLock(\.openURL) }
        set { state.withLock { $0.openURL = newValue } }
    }

    /// The `errorCode` of an error that has none of its own; 500 unless set.
    public var defaultErrorCode: Int {
        get { state.withLock(\.defaultErrorCode) }
        set { state.withLock { $0.defaultErrorCode = newValue } }
    }

    /// Adds a route. Throws a ``RoutePatternError`` or, if another route already answers the same URLs, a
    /// ``RouteTieError``.
    /// - Parameters:
    ///   - pattern: Its path; see ``RoutePattern``.
    ///   - scopes: Where it answers; nil for the router's own scheme.
    ///   - name: What it is called; nil for its path.
    ///   - isFallback: Whether it also answers every URL of its scopes that nothing else answers.
    public func add(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, isFallback: Bool = false,
        declaration: String = "\(#fileID):\(#line)", handler: RouteHandler
    ) throws {
        let parsed = try RoutePattern(pattern)
        let scopes = scopes ?? [.scheme(ownScheme)]
        try state.withLock { state in
            try state.builder.add(
                name: name ?? pattern, patterns: [parsed], scopes: scopes, isFallback: isFallback,
                declaration: declaration, payload: handler)
        }
    }

    /// Whether a route, the default route included, would answer the URL.
    public func canHandle(_ url: URL) -> Bool {
        guard let url = try? XCallbackURL(url.absoluteString) else { return false }
        return table.match(url, lenientAuthority: true) != nil
    }

    /// Runs the route of a URL and opens its callback. A synchronous handler has run when this returns; an asynchronous
    /// one goes on in a task of its own.
    /// - Returns: Whether a route answers the URL. An x-error is opened either way.
    @discardableResult
    public func handle(_ url: URL) -> Bool {
        switch prepare(url.absoluteString) {
        case .foreign: return false
        case .ended(let outcome, let failure, let callbacks):
            finish(outcome, failure, callbacks, depth: 0)
            return false
        case .matched(let run):
            continueHandling(run, depth: 0)
            return true
        }
    }

    /// Runs the route of a URL, opens its callback, and returns its outcome. A URL of a scheme that no route names is
    /// an error 404, and nothing is opened for it.
    @discardableResult
    public func respond(to url: URL) async -> Outcome { await respond(to: url.absoluteString, depth: 0) }

    var table: RouteTable<RouteHandler> { state.withLock { $0.builder.build() } }
}

// MARK: - Running

extension URLSchemeRouter {
    /// How many callbacks to our own routes may follow one from another.
    static let maximumDepth = 8

    /// A request whose route is known.
    struct Run {
        let url: XCallbackURL
        let callbacks: Callbacks
        /// The routes that match, the best first.
        var candidates: ArraySlice<RouteTable<RouteHandler>.Match>
    }

    enum Preparation {
        /// Of a scheme that no route names.
        case foreign
        /// Over before any handler could run.
        case ended(Outcome, any Error, Callbacks)
        case matched(Run)
    }

    func prepare(_ text: String) -> Preparation {
        let table = table
        let raw: RawURL
        do {
            raw = try RawURL(Array(text.utf8))
        } catch {
            return .ended(.error(OutcomeError(reporting: error)), error, Callbacks())
        }
        let callbacks = Callbacks(raw)
        do {
            let url = try XCallbackURL(raw, plusAsSpace: false, parameterLimit: XCallbackURL.defaultParameterLimit)
            let candidates = table.matches(url, lenientAuthority: true)
            if candidates.isEmpty, !table.names(url) { return .foreign }
            try callbacks.check()
            guard !candidates.isEmpty else { throw table.noRoute(for: url) }
            return .matched(Run(url: url, callbacks: callbacks, candidates: candidates[...]))
        } catch {
            return .ended(.error(OutcomeError(reporting: error)), error, callbacks.withoutBanned)
        }
    }

    /// Runs what can be run on this thread; starts a task where the first asynchronous handler stands.
    private func continueHandling(_ run: Run, depth: Int) {
        var run = run
        while let match = run.candidates.first {
            guard case .sync(let body) = match.entry.payload.body else {
                let rest = run
                // The seed's `handle` is synchronous: an asynchronous handler has to start somewhere.
                Task { await self.perform(rest, depth: depth) }
                return
            }
            run.candidates.removeFirst()
            let context = RequestContext(url: run.url, route: match.entry.name, pathParameters: match.pathParameters)
            let result = Result {
                try RequestContext.$current.withValue(context) { try body(match.input(run.url)) }
            }
            if end(result, run, depth: depth) != nil { return }
        }
        decline(run, depth: depth)
    }

    @discardableResult
    private func perform(_ run: Run, depth: Int) async -> Outcome {
        var run = run
        while let match = run.candidates.popFirst() {
            let context = RequestContext(url: run.url, route: match.entry.name, pathParameters: match.pathParameters)
            let result: Result<QueryValue, any Error>
            do {
                result = .success(
                    try await RequestContext.$current.withValue(context) {
                        try await match.entry.payload.perform(match.input(run.url))
                    })
            } catch {
                result = .failure(error)
            }
            if let outcome = end(result, run, depth: depth) { return outcome }
        }
        return decline(run, depth: depth)
    }

    private func respond(to text: String, depth: Int) async -> Outcome {
        switch prepare(text) {
        case .foreign: return .error(OutcomeError(.noRoute, "no route for a URL of this scheme"))
        case .ended(let outcome, let failure, let callbacks):
            finish(outcome, failure, callbacks, depth: depth)
            return outcome
        case .matched(let run): return await perform(run, depth: depth)
        }
    }

    /// Ends the request with what its handler returned; nil if the handler declined.
    private func end(_ result: Result<QueryValue, any Error>, _ run: Run, depth: Int) -> Outcome? {
        switch result {
        case .success(let output): return finish(.success(output), nil, run.callbacks, depth: depth)
        case .failure(is Declined): return nil
        case .failure(is CancelledByUser): return finish(.cancel, nil, run.callbacks, depth: depth)
        case .failure(let error):
            let outcome = Outcome.error(OutcomeError(reporting: error, defaultCode: defaultErrorCode))
            return finish(outcome, error, run.callbacks, depth: depth)
        }
    }

    /// Every candidate declined.
    @discardableResult
    private func decline(_ run: Run, depth: Int) -> Outcome {
        let error = table.noRoute(for: run.url)
        return finish(.error(error), error, run.callbacks, depth: depth)
    }

    @discardableResult
    private func finish(_ outcome: Outcome, _ failure: (any Error)?, _ callbacks: Callbacks, depth: Int) -> Outcome {
        guard let callback = callbacks[outcome.kind] else {
            if let failure { errorHandler?(failure) }
            return outcome
        }
        let text = callback.appending(outcome.callbackParameters)
        if table.owns(callback) {
            dispatchInside(text, depth: depth + 1)
        } else if let url = URL(string: text) {
            openURL(url)
        }
        return outcome
    }

    /// A callback to one of our own routes stays in the process, and goes round only so often.
    private func dispatchInside(_ text: String, depth: Int) {
        guard depth <= Self.maximumDepth else {
            errorHandler?(OutcomeError(.loop, "callbacks call each other more than \(Self.maximumDepth) deep"))
            return
        }
        switch prepare(text) {
        case .foreign: break
        case .ended(let outcome, let failure, let callbacks): finish(outcome, failure, callbacks, depth: depth)
        case .matched(let run): continueHandling(run, depth: depth)
        }
    }
}

extension Callbacks {
    /// Throws what makes a request be refused before anything runs: a faulty callback, or a banned one.
    package func check() throws(OutcomeError) {
        if let fault = faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            if let ban = self[kind]?.ban { throw OutcomeError(.refused, "\(kind.parameterName) is refused: \(ban)") }
        }
    }

    /// The callbacks that may be opened at all.
    package var withoutBanned: Callbacks {
        var callbacks = self
        for kind in CallbackKind.allCases where self[kind]?.ban != nil { callbacks[kind] = nil }
        return callbacks
    }
}

extension RouteTable {
    /// The error of a URL that no route answers.
    package func noRoute(for url: XCallbackURL) -> OutcomeError {
        var short = url
        short.parameters = []
        short.callbacks = Callbacks()
        short.source = nil
        short.reserved = []
        short.fragment = nil
        let hint = suggestion(for: url).map { "; did you mean \($0)?" } ?? ""
        return OutcomeError(.noRoute, "no route for \(short)\(hint)")
    }
}
