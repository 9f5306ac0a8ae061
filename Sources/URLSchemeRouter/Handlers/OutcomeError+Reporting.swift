import QueryCoding
package import XCallbackURL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension OutcomeError {
    /// Makes the error that reports a handler's error to the caller.
    ///
    /// The new error keeps the message of an error that is written for readers (`CodedError`, `LocalizedError`, an
    /// `NSError` with a description), and the code of an `NSError` or a `CustomNSError`. Any other error gets a fixed
    /// message, because its description could expose internals to an unverified caller.
    package init(reporting error: any Error, defaultCode: Int = StandardCode.failed.rawValue) {
        switch error {
        case let error as any CodedError:
            self.init(
                code: error.errorCode, message: error.errorMessage, detail: (error as? OutcomeError)?.detail)
        case let error as URLSchemeRouter.DecodingError: self.init(reporting: error.cause)
        case let error as QueryCodingError: self.init(.input, error.description, detail: error.detail)
        case let error as XCallbackURLError: self.init(error.code, error.description)
        default:
            let described = (error as? any LocalizedError)?.errorDescription ?? FoundationError.text(of: error)
            self.init(
                code: FoundationError.code(of: error) ?? defaultCode, message: described ?? Self.opaqueMessage)
        }
    }

    package static let opaqueMessage = "the action failed"
}
