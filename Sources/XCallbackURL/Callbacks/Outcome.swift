public import QueryCoding

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The end of a request. Every request has exactly one outcome.
public enum Outcome: Sendable, Hashable, CustomStringConvertible {
    /// The request succeeded with this output; `.object([])` means no output.
    case success(QueryValue)
    /// The request failed.
    indirect case error(OutcomeError)
    /// The user declined, which is neither success nor error.
    case cancel

    /// Success without an output.
    public static var success: Outcome { .success(.object([])) }

    /// The callback that receives this outcome.
    public var kind: CallbackKind {
        switch self {
        case .success: .success
        case .error: .error
        case .cancel: .cancel
        }
    }

    /// The parameters to append to the callback: the output, or `errorCode` and `errorMessage`, or an empty list.
    public var callbackParameters: QueryParameters { callbackParameters(arrays: .dotted) }

    /// Returns the parameters to append to the callback, with the output's arrays in another style.
    ///
    /// Omits output members named `x-success`, `x-error`, `x-cancel`, `x-source` or `x-token`: the callback's receiver
    /// would mistake them for the caller's parameters, and they could name another callback.
    public func callbackParameters(arrays style: ArrayStyle) -> QueryParameters {
        callbackParameters(arrays: style, errorName: CallbackURL.errorCodeName)
    }

    private func callbackParameters(arrays style: ArrayStyle, errorName: String) -> QueryParameters {
        switch self {
        case .success(let output):
            QueryParameters(
                output.parameters(arrays: style).elements.filter { parameter in
                    !Self.callerNames.contains { parameter.name.hasSameBytes(as: $0) }
                })
        case .error(let error):
            [
                QueryParameter(errorName, error.printedCode ?? "\(error.code)"),
                QueryParameter(CallbackURL.errorMessageName, error.message),
            ]
        case .cancel: []
        }
    }

    /// Returns the callback with this outcome appended; in a `mailto:`, with only the parameters that are fields of a
    /// mail.
    /// - Parameter isOwn: Whether the callback runs a route of the same table. Such a route uses the last of two
    ///   values, so output is omitted if the callback already has a parameter of that name.
    /// - Parameter errorName: The name of an error's code.
    package func url(
        of callback: CallbackURL, isOwn: Bool, arrays style: ArrayStyle = .dotted,
        errorName: String = CallbackURL.errorCodeName
    ) -> String {
        var parameters = callbackParameters(arrays: style, errorName: errorName)
        if callback.isMail {
            parameters = QueryParameters(parameters.elements.filter { MailURL.isField($0.name) })
        }
        return callback.appending(isOwn ? callback.absent(parameters) : parameters)
    }

    /// The names that only a caller may set, never an outcome.
    private static let callerNames = CallbackKind.allCases.map(\.parameterName) + ["x-source", "x-token"]

    /// The outcome in one line: `success {"id":7}`, `error 404: no route for notes:///crate` or `cancel`.
    public var description: String {
        switch self {
        case .success(.object([])): "success"
        case .success(let output): "success \(output.json)"
        case .error(let error): error.description
        case .cancel: "cancel"
        }
    }
}

/// The reason why a request failed, for the caller.
public struct OutcomeError: Error, Codable, Sendable, Hashable, CustomStringConvertible, LocalizedError, CodedError {
    package enum CodingKeys: String, CodingKey {
        case code, message, detail
    }

    /// A handler's own code, or a ``StandardCode``.
    public var code: Int
    /// One sentence for the caller.
    public var message: String
    /// The expected value, for replies on the socket, `explain` and the log; never part of a callback.
    public var detail: String?
    /// The code that the handler printed, a number or a word, for callbacks; nil for any other error. The code is not
    /// recorded.
    package var printedCode: String?
    /// The subject that decides how much of the error a web page or an agent may learn; nil for any other subject. The
    /// subject is not recorded.
    package var subject: Subject?

    package enum Subject: Sendable, Hashable {
        /// The route of that name.
        case route(String)
        /// The pause of a socket.
        case pause
    }

    /// Whether a text is a code such as `not-found`, and not a message: a letter, followed by letters, digits, `-`, `_`
    /// and `.`, at most 64 bytes.
    package static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter, text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
    }

    /// Makes an error with a handler's own code.
    public init(code: Int, message: String, detail: String? = nil) {
        self.code = code
        self.message = message
        self.detail = detail
    }

    /// Makes an error with a standard code.
    public init(_ code: StandardCode, _ message: String, detail: String? = nil) {
        self.init(code: code.rawValue, message: message, detail: detail)
    }

    package init(_ code: StandardCode, _ message: String, detail: String? = nil, about subject: Subject) {
        self.init(code, message, detail: detail)
        self.subject = subject
    }

    /// The error in one line: `error 400: Value for parameter "id" has incorrect type. (id = x: must be a whole number)`.
    public var description: String { "error \(code): \(message)" + (detail.map { " (\($0))" } ?? "") }

    /// The message and the detail for a person; the detail alone if it shows the value of the wrong type: `times = 99: at
    /// most 9`.
    package var sentence: String {
        guard let detail else { return message }
        let name = detail.firstRange(of: " = ").map { String(detail[..<$0.lowerBound]) } ?? ""
        let isShown = message == "\(QueryCodingError(.incorrectType, path: name))"
        return isShown ? detail : "\(message) (\(detail))"
    }

    /// The message.
    public var errorDescription: String? { message }

    /// The code.
    public var errorCode: Int { code }
    /// The message.
    public var errorMessage: String { message }
}

/// The error codes of the router and the dispatcher, modelled on HTTP's status codes (RFC 9110 §15, RFC 6585, RFC 4918,
/// RFC 5842).
public enum StandardCode: Int, Sendable, Hashable, CaseIterable {
    /// The URL or its input is invalid.
    case input = 400
    /// The route's token is missing or wrong.
    case token = 401
    /// Policy refused the request, or the required confirmation could not be requested.
    case refused = 403
    /// No route matches.
    case noRoute = 404
    /// The handler exceeded its timeout.
    case timeout = 408
    /// The request id was already used for another URL, another worker owns the route, or the app cannot handle the
    /// request now.
    case conflict = 409
    /// A line, an output, an emitted URL or the number of parameters exceeds its limit.
    case tooLarge = 413
    /// The feature is not available.
    case unavailable = 424
    /// Too many requests.
    case tooMany = 429
    /// The handler failed without its own code.
    case failed = 500
    /// The worker disconnected before it replied.
    case workerGone = 502
    /// The dispatcher is shutting down or full, or the request expired or was interrupted.
    case draining = 503
    /// Requests are nested too deeply.
    case loop = 508
}

/// An error that specifies the code and the message that the caller receives.
public protocol CodedError: Error {
    /// The `errorCode` of the caller's x-error.
    var errorCode: Int { get }
    /// The `errorMessage` of the caller's x-error: one sentence for the caller's user.
    var errorMessage: String { get }
}

extension XCallbackURLError {
    /// Code 413 for too many parameters, 400 for every other error.
    public var code: StandardCode {
        if case .tooManyParameters = self { .tooLarge } else { .input }
    }
}
