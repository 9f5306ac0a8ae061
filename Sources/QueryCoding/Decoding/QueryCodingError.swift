#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The reason why an input could not be decoded from its parameters.
///
/// `description` is one of three sentences, whatever the type; `detail` states the expected value.
public struct QueryCodingError: Error, Sendable, Hashable {
    /// The kind of error.
    public enum Reason: Sendable, Hashable {
        /// The name does not occur.
        case parameterNotFound
        /// The name is bare (`?a`), and its type needs a value.
        case valueNotFound
        /// The value does not parse as its type.
        case incorrectType
    }

    /// The kind of error.
    public let reason: Reason
    /// The parameter's name; inside a structure or an array its dotted path (`inner.a`, `tags.0`).
    public let path: String
    /// The expected value: its range, its cases or its form.
    public let detail: String?

    /// Makes an error for the parameter at a dotted path.
    public init(_ reason: Reason, path: String, detail: String? = nil) {
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    package static func notFound(_ path: String) -> Self { Self(.parameterNotFound, path: path) }
}

extension QueryCodingError: CustomStringConvertible, LocalizedError {
    /// The sentence that x-error receives as `errorMessage`.
    public var description: String {
        switch reason {
        case .parameterNotFound: "Required parameter \"\(path)\" not found."
        case .valueNotFound: "Required value for parameter \"\(path)\" not found."
        case .incorrectType: "Value for parameter \"\(path)\" has incorrect type."
        }
    }

    /// The same sentence as `description`.
    public var errorDescription: String? { description }
}
