#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why an input could not be decoded from its parameters. The sentence is the same for every type; what was expected
/// stands in `detail`, for whoever wants to know more.
public struct QueryCodingError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// The name does not occur.
        case parameterNotFound
        /// The name is bare (`?a`), and its type needs a value.
        case valueNotFound
        /// The value does not read as its type.
        case incorrectType
    }

    /// What is wrong.
    public let reason: Reason
    /// The parameter's name; below a structure or an array its dotted path (`inner.a`, `tags.0`).
    public let path: String
    /// What would have been right: the range, the cases, the form.
    public let detail: String?

    /// Makes an error for the parameter of that dotted path.
    public init(_ reason: Reason, path: String, detail: String? = nil) {
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    package static func notFound(_ path: String) -> Self { Self(.parameterNotFound, path: path) }
}

extension QueryCodingError: CustomStringConvertible, LocalizedError {
    /// The sentence that a caller's x-error gets as `errorMessage`.
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
