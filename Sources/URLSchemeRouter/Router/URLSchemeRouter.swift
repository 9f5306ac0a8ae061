// What an app needs comes with one import: strategies, outcomes, errors and callbacks.
@_exported public import QueryCoding
import Synchronization
@_exported public import XCallbackURL

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A router with typed handlers for an app's URLs. The router selects the route that matches a URL best, decodes its
/// input, runs its handler, and opens x-success, x-error or x-cancel with the outcome.
///
/// ```swift
/// let router = URLSchemeRouter(scheme: "notes")
/// router.route("/create") { (note: Note) in Created(id: store.add(note)) }
/// router.handle(url)
/// ```
///
/// Every URL has exactly one outcome, and the router opens at most one callback for it. No URL can make the router
/// trap.
public final class URLSchemeRouter: RoutesBuilder {
    /// The scheme of the URLs that the routes answer, unless a route names its own scopes; empty for ``shared``.
    public let scheme: String
    /// The scheme of links; nil for ``shared``.
    let ownScheme: Scheme?
    /// Whether the URLs of the router's schemes are opaque.
    let isOpaque: Bool
    /// The scopes of the routes that do not name their own.
    private let ownScopes: [Scope]
    let errorHandler: IsolatedAction<any Error>?
    let coding: RouteCoding
    private let state = Mutex(State())

    /// A closure that opens a URL, called on the closure's actor, if any.
    public typealias OpenURL = @isolated(any) (URL) -> Void

    private struct State {
        var builder = RouteTable<RouteHandler>.Builder()
        /// The names that the program gave, in contrast to names made from patterns.
        var givenNames: Set<String> = []
        var middleware: [MiddlewareStep] = []
        /// The table and the middleware, as built; nil after a route or a middleware was added.
        var built: Setup?
        var openURL: (closure: AssumedSendable<OpenURL>, action: IsolatedAction<URL>)?
        var defaultErrorCode = StandardCode.failed.rawValue

        var setup: Setup {
            mutating get {
                if let built { return built }
                let setup = Setup(table: builder.build(), middleware: middleware)
                built = setup
                return setup
            }
        }

        /// Throws if another route has the same name and the program gave it to either of the two routes.
        func checkName(_ name: String?, orName defaultName: String, _ declaration: String) throws(RouteTieError) {
            guard name != nil || givenNames.contains(defaultName) else { return }
            guard let other = builder.declaration(ofRouteNamed: name ?? defaultName) else { return }
            throw RouteTieError(name: name ?? defaultName, declaration, other: other)
        }
    }

    /// Makes a router for one scheme. Traps if the text is not a scheme (RFC 3986 §3.1), which is a programming error.
    /// - Parameters:
    ///   - domains: The domains of the web links that the routes also answer. Traps if a domain is malformed.
    ///   - isOpaque: Whether all that follows the scheme is one segment; then the router has no domains.
    ///   - errorHandler: A closure that receives each error that a handler throws, and every other error of a request
    ///     without x-error.
    ///   - queryItemDecodingStrategies: How inputs are read.
    ///   - queryItemEncodingStrategies: How outputs and links are written. Use the counterparts of the decoding
    ///     strategies so that the router can read the links that it writes.
    @preconcurrency
    public convenience init(
        scheme: String, domains: [String] = [], isOpaque: Bool = false,
        @_inheritActorContext onError errorHandler: (@isolated(any) @Sendable (any Error) -> Void)? = nil,
        queryItemDecodingStrategies: DecodingStrategies = .default,
        queryItemEncodingStrategies: EncodingStrategies = .default
    ) {
        let coding = RouteCoding(decoding: queryItemDecodingStrategies, encoding: queryItemEncodingStrategies)
        self.init([scheme], domains, isOpaque, coding, errorHandler)
    }

    /// Makes a router whose routes answer several schemes, and web links to several domains; links have the first
    /// scheme or domain. Traps if a text is not a scheme or a domain.
    @preconcurrency
    public convenience init(
        schemes first: String, _ others: String..., domains: [String] = [], isOpaque: Bool = false,
        @_inheritActorContext onError errorHandler: (@isolated(any) @Sendable (any Error) -> Void)? = nil,
        queryItemDecodingStrategies: DecodingStrategies = .default,
        queryItemEncodingStrategies: EncodingStrategies = .default
    ) {
        let coding = RouteCoding(decoding: queryItemDecodingStrategies, encoding: queryItemEncodingStrategies)
        self.init([first] + others, domains, isOpaque, coding, errorHandler)
    }

    /// A router for the whole program. Its routes answer any scheme and any domain, unless they name their own scopes,
    /// and a link to a route needs a scheme or a domain.
    public static let shared = URLSchemeRouter([], [], false, .default, nil)

    private init(
        _ schemes: [String], _ domains: [String], _ isOpaque: Bool, _ coding: RouteCoding,
        _ errorHandler: (@isolated(any) @Sendable (any Error) -> Void)?
    ) {
        let schemes = schemes.map { text in
            guard let scheme = Scheme(text) else { preconditionFailure("'\(text)' is not a scheme (RFC 3986 §3.1)") }
            return scheme
        }
        self.errorHandler = errorHandler.map { IsolatedAction(closure: .plain($0), isolation: $0.isolation) }
        let scopes = schemes.map { Scope.scheme($0) } + domains.map { Scope(checkedDomain: $0) }
        scheme = schemes.first?.text ?? ""
        ownScheme = schemes.first
        self.isOpaque = isOpaque
        precondition(!isOpaque || scopes.allSatisfy { $0.scheme != nil }, "a web link is not opaque")
        ownScopes = scopes.isEmpty ? [.anyScheme, .anyDomain] : scopes
        self.coding = coding
    }

    /// The closure that opens a callback; by default, a closure that does nothing. The router itself runs a callback to
    /// one of its own schemes or domains.
    ///
    /// The router calls a closure or a method of an actor on that actor. The router calls any other closure on the
    /// thread that ends the request, but a property cannot require `@Sendable`; use ``onOpenURL(_:)`` to let the
    /// compiler check the captures. Foundation's `URL` may percent-encode raw UTF-8, brackets and other characters of
    /// the caller's URL.
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
        let action = IsolatedAction(closure: .plain(closure), isolation: closure.isolation)
        var other = Optional((closure: AssumedSendable(closure), action: action))  // Released after the lock.
        state.withLock { swap(&$0.openURL, &other) }
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
        fileID: StaticString = #fileID, line: UInt = #line, handler: RouteHandler
    ) throws {
        try insert(
            pattern, in: scopes, name: name, orName: pattern, isFallback, "\(fileID):\(line)", handler)
    }

    /// Adds a route.
    /// - Parameters:
    ///   - name: The name that the program gives the route. No other route may have this name.
    ///   - defaultName: The name of the route otherwise, which routes in several scopes can share.
    func insert(
        _ pattern: String, in scopes: [Scope]?, name: String?, orName defaultName: String, _ isFallback: Bool,
        _ declaration: String, _ handler: RouteHandler
    ) throws {
        let parsed = try RoutePattern(pattern, isOpaque: isOpaque)
        let scopes = try checked(scopes, for: pattern)
        let handler = handler.filled(by: parsed)
        try state.withLock { state in
            try state.checkName(name, orName: defaultName, declaration)
            state.built = nil
            try state.builder.add(
                name: name ?? defaultName, patterns: [parsed], scopes: scopes, isFallback: isFallback,
                declaration: declaration, payload: handler)
            if let name { state.givenNames.insert(name) }
        }
    }

    /// Returns the scopes that a route names, or else the router's scopes, in the form that is compared. Throws if a
    /// scope is malformed.
    private func checked(_ named: [Scope]?, for pattern: String) throws(RoutePatternError) -> [Scope] {
        if isOpaque, let other = named?.first(where: { !ownScopes.contains($0) }) {
            throw RoutePatternError(pattern, "the URLs of the router are opaque, and \(other) is not its own")
        }
        return try (named ?? ownScopes).map { scope throws(RoutePatternError) in try scope.checked(for: pattern) }
    }

    /// Adds a middleware after the existing ones. The middleware receives every request for the router's schemes and
    /// domains whose URL parses, whether or not a route matches. A request that reaches an asynchronous middleware
    /// continues in a task.
    public func use(_ middleware: some AsyncMiddleware) { use(MiddlewareStep(middleware)) }

    func use(_ step: MiddlewareStep) {
        state.withLock {
            $0.built = nil
            $0.middleware.append(step)
        }
    }

    var setup: Setup { state.withLock { $0.setup } }

    /// Adds the default route, which answers every URL of its scopes that no other route answers. Its default name is
    /// `fallback`. Throws a ``RouteTieError`` if a scope already has a default route, or if another route has the name.
    public func fallback(
        in scopes: [Scope]? = nil, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        handler: RouteHandler
    ) throws {
        let scopes = try checked(scopes, for: "/**")
        let declaration = "\(fileID):\(line)"
        try state.withLock { state in
            try state.checkName(name, orName: "fallback", declaration)
            state.built = nil
            try state.builder.addFallback(
                name: name ?? "fallback", scopes: scopes, isOpaque: isOpaque, declaration: declaration,
                payload: handler)
            if let name { state.givenNames.insert(name) }
        }
    }

    /// Returns whether a route, including the default route, matches the URL.
    public func canHandle(_ url: URL) -> Bool { (try? parsed(url.absoluteString)).map(canHandle) ?? false }

    /// Returns whether a route, including the default route, matches the parsed URL.
    package func canHandle(_ url: XCallbackURL) -> Bool {
        table.match(url, lenientAuthority: true) != nil
    }

    /// Runs the route of a URL and opens its callback.
    ///
    /// A synchronous handler has run when this method returns, unless the handler belongs to an actor and this is
    /// called outside of that actor. Such a handler, an asynchronous handler, or a request that reaches an
    /// ``AsyncMiddleware``, continues in its own task and counts as handled. A main-actor handler has run if this is
    /// called in code of the main actor or on the main thread.
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
        carryOut(prepare(text, from: isolation), depth: 0, from: isolation)
    }

    /// Runs the route of a URL, opens its callback and returns the outcome. A URL whose scheme or domain is not named
    /// by any route is an error 404, and the router opens no callback for such a URL.
    @discardableResult
    public func respond(to url: URL) async -> Outcome {
        await outcome(of: prepare(url.absoluteString, from: nil), depth: 0)
    }

    /// The routes that have been added so far.
    package var table: RouteTable<RouteHandler> { setup.table }

    /// Runs the middleware and the handler for a URL and returns the outcome. The router opens no callback; the error
    /// handler still receives errors.
    package func perform(_ url: XCallbackURL) async -> Outcome {
        var url = url
        url.callbacks = Callbacks()
        return await outcome(of: prepare(url, setup, from: nil), depth: 0)
    }

    /// The table and the middleware for a new request, as one reference.
    final class Setup: Sendable {
        let table: RouteTable<RouteHandler>
        let middleware: [MiddlewareStep]

        init(table: RouteTable<RouteHandler>, middleware: [MiddlewareStep]) {
            self.table = table
            self.middleware = middleware.map { step in
                guard let token = step.middleware as? RequiredToken else { return step }
                return MiddlewareStep(token.checked { !table.entries(named: $0).isEmpty })
            }
        }
    }

    /// Handles a path from the program itself, such as `product/1988?from=home`, as a URL of the router's scheme.
    ///
    /// The path is written as in a URL, with its reserved characters percent-encoded.
    /// - Parameter isolation: The actor that the caller is isolated to; leave out.
    @discardableResult
    public func resolve(_ path: String, isolation: isolated (any Actor)? = #isolation) -> Bool {
        handle("\(ownScheme?.text ?? "app"):\(isOpaque ? "" : "///")\(path)", isolation: isolation)
    }

    /// Converts a web link to the app's own URL, `scheme://path`. Path, query and fragment keep their bytes.
    ///
    /// The scheme of the result is the router's first scheme or, if the link's route does not answer that scheme, the
    /// first scheme that the route names.
    /// - Throws: A ``LinkError`` if the URL is not a web link or no route answers the result.
    public func appLink(for webLink: URL) throws -> URL {
        let raw = try RawURL(Array(webLink.absoluteString.utf8))
        guard raw.scheme.isWeb else { throw LinkError.wrongKind(isWeb: true) }
        let rest = raw.textFromPath.utf8.drop { $0 == UInt8(ascii: "/") }
        let first = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        // The first segment becomes the authority, unless the text would have another meaning as an authority.
        let isSegment = !first.isEmpty && !first.contains(UInt8(ascii: "@")) && !first.contains(UInt8(ascii: ":"))
        let spelling = isSegment && String(Substring(first)).lowercased() != "x-callback-url" ? "//" : "///"
        return try answered("\(try appScheme(of: webLink)):\(spelling)\(Substring(rest))")
    }

    private func appScheme(of webLink: URL) throws -> String {
        let match = table.match(try parsed(webLink.absoluteString), lenientAuthority: false)
        let scopes = match?.entry.scopes ?? []
        let named = scopes.lazy.compactMap(\.scheme).first
        guard let ownScheme else {
            guard let named else { throw LinkError.noScheme(route: match?.entry.name ?? webLink.absoluteString) }
            return named.text
        }
        let isOwn = scopes.contains(.anyScheme) || scopes.contains(.scheme(ownScheme))
        return isOwn ? scheme : named?.text ?? scheme
    }

    /// Converts an app's own URL to a web link, `https://domain/path`. Path, query and fragment keep their bytes.
    /// - Parameter domain: The domain of the link; nil for the first domain that the URL's route names.
    /// - Throws: A ``LinkError`` if the URL is a web link, the route has no domain, or no route answers the result.
    public func webLink(for appLink: URL, domain: String? = nil) throws -> URL {
        let text = appLink.absoluteString
        let raw = try RawURL(Array(text.utf8))
        guard !raw.scheme.isWeb else { throw LinkError.wrongKind(isWeb: false) }
        let url = try parsed(text)
        guard let match = table.match(url, lenientAuthority: false) else { throw LinkError.unanswered(text) }
        let named = match.entry.scopes.lazy.compactMap(\.host).first
        guard let host = domain ?? named else { throw LinkError.noScope(route: match.entry.name, isWeb: true) }
        var path = raw.textFromPath
        if case .segment = url.authority, let authority = raw.authority {
            path = "/\(String(decoding: authority, as: UTF8.self))\(path)"
        }
        return try answered("https://\(host)" + (path.utf8.first == UInt8(ascii: "/") ? "" : "/") + path)
    }

    private func answered(_ text: String) throws -> URL {
        guard table.match(try parsed(text), lenientAuthority: false) != nil, let url = URL(string: text) else {
            throw LinkError.unanswered(text)
        }
        return url
    }

    /// The routes, in the order in which they were added.
    public var routes: [RouteDescription] {
        table.allEntries.map { entry in
            RouteDescription(
                name: entry.name, pattern: entry.pattern, scopes: entry.scopes, declaration: entry.declaration,
                input: entry.payload.input(with: coding), output: entry.payload.output(with: coding))
        }
    }

    /// Makes a group of routes. The router calls `availability` for each request to one of the routes, on the closure's
    /// actor.
    ///
    /// ```swift
    /// let sharing = router.feature("sharing") { user.isSignedIn ? .available : .unavailable(because: "you are signed out") }
    /// sharing.route("/share/{id}") { (note: NoteID) in … }
    /// ```
    /// - Parameter scopes: The scopes of the feature's routes, unless a route names its own; nil for the router's
    ///   scopes.
    @preconcurrency
    public func feature(
        _ name: String, in scopes: [Scope]? = nil,
        @_inheritActorContext availability:
            @escaping @isolated(any) @Sendable () -> RouteFeature.Availability = { .available }
    ) -> RouteFeature {
        RouteFeature(name, self, scopes, availability)
    }
}
