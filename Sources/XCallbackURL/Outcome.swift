public import QueryCoding

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a request ended. There is exactly one for each.
public enum Outcome: Sendable, Hashable {
    /// It succeeded, with an output; `.object([])` is none.
    case success(QueryValue)
    /// It failed.
    case error(OutcomeError)
    /// Whoever was asked said no: neither success nor error.
    case cancel

    /// Success without an output.
    public static var success: Outcome { .success(.object([])) }

    /// The callback that this outcome is told to.
    public var kind: CallbackKind {
        switch self {
        case .success: .success
        case .error: .error
        case .cancel: .cancel
        }
    }

    /// What is appended to the callback: the output, `errorCode` and `errorMessage`, or nothing.
    public var callbackParameters: QueryParameters { callbackParameters(arrays: .dotted) }

    /// The same with the output's arrays in another style.
    ///
    /// An output member named `x-success`, `x-error`, `x-cancel`, `x-source` or `x-token` is left out: in the callback it
    /// would be the caller's own word, and could name another callback.
    public func callbackParameters(arrays style: ArrayStyle) -> QueryParameters {
        switch self {
        case .success(let output):
            QueryParameters(
                output.parameters(arrays: style).elements.filter { parameter in
                    !Self.callersNames.contains { parameter.name.hasSameBytes(as: $0) }
                })
        case .error(let error):
            [QueryParameter("errorCode", "\(error.code)"), QueryParameter("errorMessage", error.message)]
        case .cancel: []
        }
    }

    /// The callback with this outcome appended.
    /// - Parameter isOwn: Whether the callback is a route of the same table. There the last of two values counts, so a
    ///   parameter that the caller wrote is kept, and output of the same name left out.
    package func url(of callback: CallbackURL, isOwn: Bool, arrays style: ArrayStyle = .dotted) -> String {
        let parameters = callbackParameters(arrays: style)
        return callback.appending(isOwn ? callback.absent(parameters) : parameters)
    }

    /// What only a caller says of a request, never its outcome.
    private static let callersNames = CallbackKind.allCases.map(\.parameterName) + ["x-source", "x-token"]
}

/// Why a request failed, as its caller is told.
public struct OutcomeError: Error, Sendable, Hashable {
    /// A handler's own code, or a ``StandardCode``.
    public var code: Int
    /// One sentence for the caller.
    public var message: String
    /// What was expected, for the socket, `explain` and the log; never part of a callback.
    public var detail: String?

    /// An error with a handler's own code.
    public init(code: Int, message: String, detail: String? = nil) {
        self.code = code
        self.message = message
        self.detail = detail
    }

    /// An error with a code of ours.
    public init(_ code: StandardCode, _ message: String, detail: String? = nil) {
        self.init(code: code.rawValue, message: message, detail: detail)
    }
}

extension OutcomeError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

/// The codes that the dispatcher itself gives, after HTTP's (RFC 9110 §15, RFC 6585, RFC 4918, RFC 5842).
public enum StandardCode: Int, Sendable, Hashable, CaseIterable {
    /// The URL or its input is wrong.
    case input = 400
    /// The route wants a token, and this is not it.
    case token = 401
    /// Refused by policy, or for want of somebody to ask.
    case refused = 403
    /// No route matches.
    case noRoute = 404
    /// The handler took longer than it may.
    case timeout = 408
    /// The identifier was used for another URL, or the route belongs to another.
    case conflict = 409
    /// A line, an output, an emitted URL or the number of parameters is past its limit.
    case tooLarge = 413
    /// The feature is not available.
    case unavailable = 424
    /// Too many requests.
    case tooMany = 429
    /// The handler failed without a code of its own.
    case failed = 500
    /// The worker that served the route is gone.
    case workerGone = 502
    /// Draining, full, expired or interrupted.
    case draining = 503
    /// Requests call each other deeper than they may.
    case loop = 508
}

/// An error that says which code and message its caller gets.
public protocol CodedError: Error {
    /// The `errorCode` of the caller's x-error.
    var errorCode: Int { get }
    /// Its `errorMessage`: one sentence for the caller's user.
    var errorMessage: String { get }
}

extension OutcomeError: CodedError {
    /// The code.
    public var errorCode: Int { code }
    /// The message.
    public var errorMessage: String { message }
}
