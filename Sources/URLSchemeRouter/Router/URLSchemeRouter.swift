public import QueryCoding
import Synchronization
public import XCallbackURL

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A router with typed handlers for an app's URLs. It selects the route that matches a URL best, decodes its input,
/// runs its handler, and opens x-success, x-error or x-cancel with the outcome.
///
/// ```swift
/// let router = URLSchemeRouter(scheme: "notes")
/// router.route("/create") { (note: Note) in Created(id: store.add(note)) }
/// router.handle(url)
/// ```
///
/// Every URL has exactly one outcome, and the router opens at most one callback for it. No URL can make it trap.
public final class URLSchemeRouter: RoutesBuilder {
    /// The scheme of the URLs that the routes answer, except routes that name their own scopes.
    public let scheme: String
    let ownScheme: Scheme
    /// The scopes of a route that does not name its own.
    private let ownScopes: [Scope]
    let errorHandler: IsolatedAction<any Error>?
    let coding: RouteCoding
    private let state = Mutex(State())

    /// A closure that opens a URL where it belongs.
    public typealias OpenURL = @isolated(any) (URL) -> Void

    private struct State {
        var builder = RouteTable<RouteHandler>.Builder()
        /// The table of the builder's routes; nil after one was added.
        var built: RouteTable<RouteHandler>?
        var middleware: [MiddlewareStep] = []
        var openURL: (closure: Vouched<OpenURL>, action: IsolatedAction<URL>)?
        var defaultErrorCode = StandardCode.failed.rawValue

        var table: RouteTable<RouteHandler> {
            mutating get {
                if let built { return built }
                let table = builder.build()
                built = table
                return table
            }
        }
    }

    /// Makes a router for one scheme. Traps if the text is not a scheme (RFC 3986 §3.1), which is a programming error.
    /// - Parameters:
    ///   - errorHandler: A closure that receives the errors of requests without x-error.
    ///   - queryItemDecodingStrategies: How inputs are read.
    ///   - queryItemEncodingStrategies: How outputs and links are written. Use the counterparts of the decoding
    ///     strategies so that the router can read the links that it writes.
    @preconcurrency
    public convenience init(
        scheme: String,
        @_inheritActorContext onError errorHandler: (@isolated(any) @Sendable (any Error) -> Void)? = nil,
        queryItemDecodingStrategies: DecodingStrategies = .default,
        queryItemEncodingStrategies: EncodingStrategies = .default
    ) {
        let coding = RouteCoding(decoding: queryItemDecodingStrategies, encoding: queryItemEncodingStrategies)
        self.init(scheme, coding, errorHandler)
    }

    /// Makes a router whose routes answer several schemes; links have the first one. Traps if a text is not a scheme.
    @preconcurrency
    public convenience init(
        schemes first: String, _ others: String...,
        @_inheritActorContext onError errorHandler: (@isolated(any) @Sendable (any Error) -> Void)? = nil,
        queryItemDecodingStrategies: DecodingStrategies = .default,
        queryItemEncodingStrategies: EncodingStrategies = .default
    ) {
        let coding = RouteCoding(decoding: queryItemDecodingStrategies, encoding: queryItemEncodingStrategies)
        self.init(first, others: others, coding, errorHandler)
    }

    private init(
        _ scheme: String, others: [String] = [], _ coding: RouteCoding,
        _ errorHandler: (@isolated(any) @Sendable (any Error) -> Void)?
    ) {
        let schemes = ([scheme] + others).map { text in
            guard let scheme = Scheme(text) else { preconditionFailure("'\(text)' is not a scheme (RFC 3986 §3.1)") }
            return scheme
        }
        self.scheme = scheme
        ownScheme = schemes[0]
        ownScopes = schemes.map { .scheme($0) }
        self.errorHandler = errorHandler.map { IsolatedAction(.plain($0), on: $0.isolation) }
        self.coding = coding
    }

    /// The closure that opens a callback; it does nothing until you set it. The router itself runs a callback to one of
    /// its own schemes or domains.
    ///
    /// The router calls a closure or a method of an actor on that actor. It calls any other on the thread that ends the
    /// request, but a property cannot require `@Sendable`; use ``onOpenURL(_:)`` to let the compiler check the captures.
    /// Foundation's `URL` may percent-encode raw UTF-8, brackets and other characters of the caller's URL.
    @preconcurrency public var openURL: OpenURL {
        get { state.withLock { $0.openURL?.closure }?.value ?? { _ in } }
        set { setOpenURL(newValue) }
    }

    /// Sets the closure that opens a callback; the same as setting ``openURL``, but checked by the compiler.
    @preconcurrency
    public func onOpenURL(@_inheritActorContext _ closure: @escaping @isolated(any) @Sendable (URL) -> Void) {
        setOpenURL(closure)
    }

    private func setOpenURL(_ closure: @escaping OpenURL) {
        let action = IsolatedAction(.plain(closure), on: closure.isolation)
        let vouched = Vouched(closure)
        state.withLock { $0.openURL = (vouched, action) }
    }

    var openAction: IsolatedAction<URL>? { state.withLock { $0.openURL?.action } }

    /// The `errorCode` for errors without their own code; 500 by default.
    public var defaultErrorCode: Int {
        get { state.withLock(\.defaultErrorCode) }
        set { state.withLock { $0.defaultErrorCode = newValue } }
    }

    /// Adds a route; see ``RoutesBuilder/add(_:in:name:isFallback:fileID:line:handler:)``.
    public func add(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, isFallback: Bool = false,
        fileID: String = #fileID, line: Int = #line, handler: RouteHandler
    ) throws {
        let parsed = try RoutePattern(pattern)
        let scopes = try (scopes ?? ownScopes).map { try $0.checked(for: pattern) }
        try state.withLock { state in
            state.built = nil
            try state.builder.add(
                name: name ?? pattern, patterns: [parsed], scopes: scopes, isFallback: isFallback,
                declaration: "\(fileID):\(line)", payload: handler)
        }
    }

    /// Adds a middleware after the existing ones. It sees every request for the router's schemes and domains whose URL
    /// parses, whether or not a route matches. A request that reaches an asynchronous middleware continues in a task.
    public func use(_ middleware: some AsyncMiddleware) {
        state.withLock { $0.middleware.append(MiddlewareStep(middleware)) }
    }

    /// What a request needs at its beginning.
    var tableAndMiddleware: (RouteTable<RouteHandler>, [MiddlewareStep]) {
        state.withLock { ($0.table, $0.middleware) }
    }

    /// Adds the default route, which answers every URL of its scopes that no other route answers. Throws a
    /// ``RouteTieError`` if a scope already has one.
    public func fallback(
        in scopes: [Scope]? = nil, name: String = "fallback", fileID: String = #fileID, line: Int = #line,
        handler: RouteHandler
    ) throws {
        let scopes = try (scopes ?? ownScopes).map { try $0.checked(for: "\(RoutePattern.everything)") }
        try state.withLock { state in
            state.built = nil
            try state.builder.addFallback(
                name: name, scopes: scopes, declaration: "\(fileID):\(line)", payload: handler)
        }
    }

    /// Returns whether a route, including the default route, matches the URL.
    public func canHandle(_ url: URL) -> Bool {
        guard let url = try? XCallbackURL(url.absoluteString) else { return false }
        return canHandle(url)
    }

    /// Returns whether a route, including the default route, matches the parsed URL.
    package func canHandle(_ url: XCallbackURL) -> Bool { table.match(url, lenientAuthority: true) != nil }

    /// Runs the route of a URL and opens its callback.
    ///
    /// A synchronous handler has run when this returns, unless it belongs to an actor on which this is not called. That
    /// one, an asynchronous handler, or a request that reaches an ``AsyncMiddleware``, continues in its own task and counts
    /// as handled. A main-actor handler has run if this is called in code of the main actor or on the main thread.
    /// - Parameter isolation: The actor that the caller is isolated to; leave out.
    /// - Returns: False if no route names the URL's scheme or domain, no route matches, or every matching handler
    ///   declined; the router opens x-error in the last two cases. True otherwise, even if the request was refused.
    @discardableResult
    public func handle(_ url: URL, isolation: isolated (any Actor)? = #isolation) -> Bool {
        handle(url.absoluteString, isolation: isolation)
    }

    /// Runs the route of a URL and opens its callback, as a function value: `urls.map(router.handle)`.
    @discardableResult @_disfavoredOverload
    public func handle(_ url: URL) -> Bool { handle(url.absoluteString, isolation: nil) }

    /// Handles the text of a URL without Foundation's `URL`, which repairs some malformed texts.
    @discardableResult
    package func handle(_ text: String, isolation: isolated (any Actor)? = #isolation) -> Bool {
        carryOut(prepare(text), depth: 0, from: isolation)
    }

    /// Runs the route of a URL, opens its callback and returns the outcome. A URL whose scheme or domain no route names
    /// is an error 404, and the router opens no callback for it.
    @discardableResult
    public func respond(to url: URL) async -> Outcome { await outcome(of: prepare(url.absoluteString), depth: 0) }

    var table: RouteTable<RouteHandler> { state.withLock { $0.table } }
}
