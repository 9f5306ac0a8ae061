#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The reason why a link cannot be built.
public enum LinkError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// No route has this name; carries the most similar name, if any.
    case unknownRoute(String, suggestion: String?)
    /// The pattern has a segment without a name (`*`), which no input can fill.
    case unnamedSegment(pattern: String)
    /// The input has no value for a path parameter.
    case missingParameter(String, pattern: String)
    /// The link cannot carry the value, because decoding it would fail or give another value.
    case refusedValue(String, parameter: String, pattern: String, expected: String)
    /// The input has names that begin with `x-`, which are reserved.
    case reservedNames([String])
    /// The input has values that are not in the pattern, the link has callbacks or a source, and an opaque URL has no query.
    case noQuery(pattern: String)
    /// The route has no scope for the requested kind of link.
    case noScope(route: String, isWeb: Bool)
    /// The route does not answer the requested scheme or domain.
    case notInScope(route: String, scope: String)
    /// The route answers any scheme, and neither the router nor the call names a scheme.
    case noScheme(route: String)
    /// The route would refuse the input, for this reason.
    case refusedInput(route: String, reason: String)
    /// Another route would answer the link, because its pattern is more specific for this path.
    case answeredBy(String, route: String)
    /// The URL to convert is not a web link (`isWeb`), or not a link to an app.
    case wrongKind(isWeb: Bool)
    /// No route answers the URL.
    case unanswered(String)

    /// The error and, where possible, its remedy.
    public var description: String {
        switch self {
        case .unknownRoute(let name, let suggestion):
            "no route '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .unnamedSegment(let pattern):
            "pattern '\(pattern)' cannot be linked: '*' has no name; write '{name}'"
        case .missingParameter(let name, let pattern):
            "pattern '\(pattern)' needs the parameter '\(name)', which the input does not have"
        case .refusedValue(let value, let parameter, let pattern, let expected):
            "pattern '\(pattern)' does not accept '\(value)' for '\(parameter)': expected \(expected)"
        case .reservedNames(let names):
            "names that begin with 'x-' are reserved: \(names.joined(separator: ", "))"
        case .noQuery(let pattern):
            "an opaque URL has no query, so it takes only the parameters of its pattern '\(pattern)' and no callbacks"
        case .noScope(let route, let isWeb):
            isWeb
                ? "route '\(route)' has no domain for a web link"
                : "route '\(route)' answers only web links; ask for one with 'web'"
        case .notInScope(let route, let scope): "route '\(route)' does not answer \(scope)"
        case .noScheme(let route): "route '\(route)' answers any scheme; name one for the link"
        case .refusedInput(let route, let reason): "route '\(route)' would refuse the input: \(reason)"
        case .answeredBy(let other, let route): "route '\(other)' would answer the link to '\(route)'"
        case .wrongKind(let isWeb): isWeb ? "not a web link (http or https)" : "not a link to an app"
        case .unanswered(let url): "no route answers \(url)"
        }
    }

    /// The same sentence as `description`.
    public var errorDescription: String? { description }
}
