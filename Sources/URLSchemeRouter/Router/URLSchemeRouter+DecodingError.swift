public import QueryCoding

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension URLSchemeRouter {
    /// An error for an input that cannot be decoded, in the form that `onError` receives.
    public struct DecodingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
        /// The parameter, and the value that its type expects.
        public let cause: QueryCodingError

        /// The same error as Swift's own type. The expected type is unknown here.
        public var decodingError: Swift.DecodingError {
            var keys = cause.path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .map { MemberKey(stringValue: String(Substring($0))) }
            let text = [cause.description, cause.detail].compactMap(\.self).joined(separator: " ")
            let missing = cause.reason == .parameterNotFound ? keys.popLast() : nil
            let context = Swift.DecodingError.Context(codingPath: keys, debugDescription: text)
            if let missing { return .keyNotFound(missing, context) }
            return cause.reason == .incorrectType
                ? .typeMismatch(Any.self, context) : .valueNotFound(Any.self, context)
        }

        /// The sentence that x-error receives as `errorMessage`.
        public var description: String { cause.description }

        /// The same sentence as `description`.
        public var errorDescription: String? { description }
    }
}
