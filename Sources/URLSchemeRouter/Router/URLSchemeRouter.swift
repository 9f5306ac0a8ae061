public import QueryCoding
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
public final class URLSchemeRouter: RoutesBuilder {
    /// The scheme whose URLs the routes answer, unless a route says otherwise.
    public let scheme: String
    let ownScheme: Scheme
    /// The scopes of a route that names none.
    private let ownScopes: [Scope]
    let errorHandler: (@Sendable (any Error) -> Void)?
    let coding: RouteCoding
    private let state = Mutex(State())

    private struct State {
        var builder = RouteTable<RouteHandler>.Builder()
        var middleware: [MiddlewareStep] = []
        var openURL: @Sendable (URL) -> Void = { _ in }
        var defaultErrorCode = StandardCode.failed.rawValue
    }

    /// Makes a router for a scheme. Traps if the text is no scheme (RFC 3986 §3.1), which is a mistake in the program.
    /// - Parameters:
    ///   - errorHandler: Gets the errors of requests that have no x-error.
    ///   - queryItemDecodingStrategies: How inputs are read.
    ///   - queryItemEncodingStrategies: How outputs and links are written. What is written by the strategies that mirror
    ///     those for decoding is read back.
    @preconcurrency
    public convenience init(
        scheme: String, onError errorHandler: (@Sendable (any Error) -> Void)? = nil,
        queryItemDecodingStrategies: DecodingStrategies = .default,
        queryItemEncodingStrategies: EncodingStrategies = .default
    ) {
        let coding = RouteCoding(decoding: queryItemDecodingStrategies, encoding: queryItemEncodingStrategies)
        self.init(scheme, coding, errorHandler)
    }

    /// Makes a router whose routes answer several schemes; links are written with the first. Traps as the other does.
    @preconcurrency
    public convenience init(
        schemes first: String, _ others: String..., onError errorHandler: (@Sendable (any Error) -> Void)? = nil,
        queryItemDecodingStrategies: DecodingStrategies = .default,
        queryItemEncodingStrategies: EncodingStrategies = .default
    ) {
        let coding = RouteCoding(decoding: queryItemDecodingStrategies, encoding: queryItemEncodingStrategies)
        self.init(first, others: others, coding, errorHandler)
    }

    private init(
        _ scheme: String, others: [String] = [], _ coding: RouteCoding,
        _ errorHandler: (@Sendable (any Error) -> Void)?
    ) {
        let schemes = ([scheme] + others).map { text in
            guard let scheme = Scheme(text) else { preconditionFailure("'\(text)' is no scheme (RFC 3986 §3.1)") }
            return scheme
        }
        self.scheme = scheme
        ownScheme = schemes[0]
        ownScopes = schemes.map { .scheme($0) }
        self.errorHandler = errorHandler
        self.coding = coding
    }

    /// Opens a callback. Does nothing until it is set; a callback to one of the router's own schemes never gets here.
    ///
    /// Foundation's `URL` percent-encodes raw UTF-8, brackets and the like that a caller's URL may contain.
    @preconcurrency public var openURL: @Sendable (URL) -> Void {
        get { state.withLock(\.openURL) }
        set { state.withLock { $0.openURL = newValue } }
    }

    /// The `errorCode` of an error that has none of its own; 500 unless set.
    public var defaultErrorCode: Int {
        get { state.withLock(\.defaultErrorCode) }
        set { state.withLock { $0.defaultErrorCode = newValue } }
    }

    /// Adds a route, as ``RoutesBuilder/add(_:in:name:isFallback:fileID:line:handler:)`` says.
    public func add(
        _ pattern: String, in scopes: [Scope]? = nil, name: String? = nil, isFallback: Bool = false,
        fileID: String = #fileID, line: Int = #line, handler: RouteHandler
    ) throws {
        let parsed = try RoutePattern(pattern)
        let scopes = try (scopes ?? ownScopes).map { try $0.checked(for: pattern) }
        try state.withLock { state in
            try state.builder.add(
                name: name ?? pattern, patterns: [parsed], scopes: scopes, isFallback: isFallback,
                declaration: "\(fileID):\(line)", payload: handler)
        }
    }

    /// Adds a middleware behind those that there are: it sees every request of the router's schemes that can be read,
    /// matched or not.
    public func use(_ middleware: some Middleware) { state.withLock { $0.middleware.append(.sync(middleware)) } }

    /// Adds one that may take its time. From then on a request goes on in a task where it stands.
    public func use(_ middleware: some AsyncMiddleware) { state.withLock { $0.middleware.append(.async(middleware)) } }

    var middleware: [MiddlewareStep] { state.withLock(\.middleware) }

    /// Adds the default route: it answers every URL of its scopes that no other route answers. Throws a
    /// ``RouteTieError`` if there is one already.
    public func fallback(
        in scopes: [Scope]? = nil, name: String = "fallback", fileID: String = #fileID, line: Int = #line,
        handler: RouteHandler
    ) throws {
        let scopes = try (scopes ?? ownScopes).map { try $0.checked(for: "\(RoutePattern.everything)") }
        try state.withLock { state in
            try state.builder.addFallback(
                name: name, scopes: scopes, declaration: "\(fileID):\(line)", payload: handler)
        }
    }

    /// Whether a route, the default route included, would answer the URL.
    public func canHandle(_ url: URL) -> Bool {
        guard let url = try? XCallbackURL(url.absoluteString) else { return false }
        return table.match(url, lenientAuthority: true) != nil
    }

    /// Runs the route of a URL and opens its callback. A synchronous handler has run when this returns; an asynchronous
    /// one goes on in a task of its own, as does a request that comes to an ``AsyncMiddleware``, which counts as handled.
    /// - Returns: False for a URL of a scheme that no route names, one that no route matches, and one that every matching
    ///   route declined; an x-error is opened for the last two. True for any other, one that is refused too.
    @discardableResult
    public func handle(_ url: URL) -> Bool { handle(url.absoluteString) }

    /// The same for a URL as it was written: Foundation's `URL` repairs some that are malformed.
    @discardableResult
    package func handle(_ text: String) -> Bool { carryOut(prepare(text), depth: 0) }

    /// Runs the route of a URL, opens its callback, and returns its outcome. A URL of a scheme that no route names is
    /// an error 404, and nothing is opened for it.
    @discardableResult
    public func respond(to url: URL) async -> Outcome { await outcome(of: prepare(url.absoluteString), depth: 0) }

    var table: RouteTable<RouteHandler> { state.withLock { $0.builder.build() } }
}
