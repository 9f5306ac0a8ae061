#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why no link can be built.
public enum LinkError: Error, Sendable, Hashable {
    /// No route has the name; the nearest that one has.
    case unknownRoute(String, suggestion: String?)
    /// The pattern has a segment without a name (`*` or `**`), so that no input can say what stands there.
    case unnamedSegment(pattern: String)
    /// The input does not say what a path parameter is.
    case missingParameter(String, pattern: String)
    /// A path parameter cannot have the value: it would not be read back, or not as what it was.
    case refusedValue(String, parameter: String, pattern: String, expected: String)
    /// Names that begin with `x-`, which belong to the request and not to an input.
    case reservedNames([String])
    /// The route answers no URLs of the kind that was asked for.
    case noScope(route: String, isWeb: Bool)
    /// Another route would answer the link: its pattern is more specific, or it is the one that answers such paths.
    case answeredBy(String, route: String)
    /// A URL to be converted is not one of the other kind.
    case wrongKind(isWeb: Bool)
    /// A URL to be converted is one that no route answers.
    case unanswered(String)
}

extension LinkError: CustomStringConvertible, LocalizedError {
    /// What is missing or wrong, and what to do about it where that can be said.
    public var description: String {
        switch self {
        case .unknownRoute(let name, let suggestion):
            "no route '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .unnamedSegment(let pattern):
            "pattern '\(pattern)' cannot be linked: '*' and '**' have no name; write '{name}' or '{name**}'"
        case .missingParameter(let name, let pattern):
            "pattern '\(pattern)' needs the parameter '\(name)', which the input does not have"
        case .refusedValue(let value, let parameter, let pattern, let expected):
            "pattern '\(pattern)' does not take '\(value)' as '\(parameter)': expected \(expected)"
        case .reservedNames(let names):
            "names that begin with 'x-' are reserved: \(names.joined(separator: ", "))"
        case .noScope(let route, let isWeb):
            isWeb
                ? "route '\(route)' answers no domain that a link could name"
                : "route '\(route)' answers web links alone; ask for one with 'web'"
        case .answeredBy(let other, let route): "the link to '\(route)' would be answered by '\(other)'"
        case .wrongKind(let isWeb): isWeb ? "not a web link (http or https)" : "not a link to an app"
        case .unanswered(let url): "no route answers \(url)"
        }
    }

    /// The same sentence as `description`.
    public var errorDescription: String? { description }
}
