public import QueryCoding

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A part of a URL that is decoded by itself.
public enum URLPart: Sendable, Hashable {
    /// What stands after `//`.
    case authority
    /// A segment of the path.
    case path
    /// The name of a parameter.
    case parameterName
    /// The value of the parameter of that name.
    case parameter(String)
    /// What stands after `#`.
    case fragment
}

/// Why a text is not a URL that can be dispatched.
public enum XCallbackURLError: Error, Sendable, Hashable {
    /// There is no colon, so no scheme.
    case noScheme
    /// What stands before the colon is no scheme (RFC 3986 §3.1).
    case invalidScheme
    /// `user@` or `user:password@`: it means nothing here, and serves to deceive.
    case userInfo
    /// `:80` after the authority of a custom scheme.
    case port
    /// An http or https URL without a host, or with one that is not letters, digits, `-`, `.` and an optional port.
    case invalidHost
    /// A part that cannot be decoded.
    case undecodable(URLPart, PercentCoding.Fault)
    /// `x-success`, `x-error` or `x-cancel` stands there twice.
    case duplicateCallback(CallbackKind)
    /// More parameters than are accepted.
    case tooManyParameters(limit: Int)

    /// 413 for too many parameters, 400 for everything else.
    public var code: StandardCode {
        if case .tooManyParameters = self { .tooLarge } else { .input }
    }
}

extension XCallbackURLError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noScheme: "not a URL: it has no scheme, as in 'notes:///create'"
        case .invalidScheme:
            "not a URL: its scheme must be an ASCII letter, then letters, digits, '+', '-' and '.' (RFC 3986 §3.1)"
        case .userInfo: "user info ('user@') is not accepted in a URL"
        case .port: "a port is not accepted in a URL of a custom scheme"
        case .invalidHost: "a web link needs a host, as in 'https://example.org/'"
        case .undecodable(let part, let fault): "\(part) \(fault)"
        case .duplicateCallback(let kind): "parameter \"\(kind.parameterName)\" stands there more than once"
        case .tooManyParameters(let limit): "more than \(limit) parameters"
        }
    }

    /// The same sentence as `description`.
    public var errorDescription: String? { description }
}

extension URLPart: CustomStringConvertible {
    /// The part as a message names it.
    public var description: String {
        switch self {
        case .authority: "the authority"
        case .path: "the path"
        case .parameterName: "the name of a parameter"
        case .parameter(let name): "parameter \"\(name)\""
        case .fragment: "the fragment"
        }
    }
}
