#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The reason why an input could not be decoded from its parameters.
///
/// `description` is one of three sentences, whatever the type; `detail` states the expected value.
public struct QueryCodingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
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

    /// Converts an error of a type's own `init(from:)`.
    init(_ error: DecodingError, decoding type: Any.Type, at name: String) {
        switch error {
        case .keyNotFound(let key, let context):
            let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            self.init(.parameterNotFound, path: path, detail: context.debugDescription)
        case .valueNotFound(_, let context):
            self.init(.valueNotFound, path: name, detail: context.debugDescription)
        case .dataCorrupted(let context), .typeMismatch(_, let context):
            let cases = (type as? any CaseIterable.Type)?.rawTexts ?? []
            let isKnown = !cases.isEmpty
            self.init(
                .incorrectType, path: name,
                detail: isKnown ? "expected one of \(cases.joined(separator: ", "))" : context.debugDescription)
        @unknown default:
            self.init(.incorrectType, path: name)
        }
    }
}
