public import QueryCoding

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A part of a URL that is decoded separately.
public enum URLPart: Sendable, Hashable, CustomStringConvertible {
    /// The authority, which follows `//`.
    case authority
    /// A segment of the path.
    case path
    /// The name of a parameter.
    case parameterName
    /// The value of the parameter with this name.
    case parameter(String)
    /// The fragment, which follows `#`.
    case fragment
    /// All that follows the scheme of an opaque URL.
    case opaquePart

    /// The name of the part in error messages.
    public var description: String {
        switch self {
        case .authority: "the authority"
        case .path: "the path"
        case .parameterName: "the name of a parameter"
        case .parameter(let name): "parameter \"\(name)\""
        case .fragment: "the fragment"
        case .opaquePart: "the text after the scheme"
        }
    }
}

/// The reason why a text is not an acceptable URL.
public enum XCallbackURLError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The text has no colon and therefore no scheme.
    case noScheme
    /// The text before the colon is not a scheme (RFC 3986 §3.1).
    case invalidScheme
    /// The host of a web link, or `x-callback-url`, has `user@` or `user:password@` before it, which has no use here and
    /// can disguise the real host.
    case userInfo
    /// `x-callback-url` has a port, such as `:80`, after it.
    case port
    /// An http or https URL has no host, or its host or port is malformed.
    case invalidHost
    /// A part cannot be decoded.
    case undecodable(URLPart, PercentCoding.Fault)
    /// `x-success`, `x-error` or `x-cancel` appears more than once.
    case duplicateCallback(CallbackKind)
    /// The URL has more parameters than the limit.
    case tooManyParameters(limit: Int)

    /// The error and, where possible, the expected form.
    public var description: String {
        switch self {
        case .noScheme: "not a URL: it needs a scheme, as in 'notes:///create'"
        case .invalidScheme:
            "not a URL: its scheme must be an ASCII letter, then letters, digits, '+', '-' and '.' (RFC 3986, section 3.1)"
        case .userInfo: "user info ('user@') is not accepted in a URL"
        case .port: "a port is not accepted after 'x-callback-url'"
        case .invalidHost: "a web link needs a host, as in 'https://example.org/'"
        case .undecodable(let part, let fault): "\(part) \(fault)"
        case .duplicateCallback(let kind): "parameter \"\(kind.parameterName)\" appears more than once"
        case .tooManyParameters(let limit): "more than \(limit) parameters"
        }
    }

    /// The same sentence as `description`.
    public var errorDescription: String? { description }
}
