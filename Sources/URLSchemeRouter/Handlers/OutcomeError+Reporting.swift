import QueryCoding
package import XCallbackURL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension OutcomeError {
    /// What a caller is told of an error that a handler threw. Only an error that was written for a reader speaks for
    /// itself; any other would show the program's inside to whoever sent the URL.
    package init(reporting error: any Error, defaultCode: Int = StandardCode.failed.rawValue) {
        switch error {
        case let error as any CodedError:
            self.init(
                code: error.errorCode, message: error.errorMessage, detail: (error as? OutcomeError)?.detail)
        case let error as QueryCodingError: self.init(.input, error.description, detail: error.detail)
        case let error as XCallbackURLError: self.init(error.code, error.description)
        case let error as any LocalizedError:
            self.init(code: defaultCode, message: error.errorDescription ?? Self.opaqueMessage)
        default: self.init(code: defaultCode, message: Self.opaqueMessage)
        }
    }

    package static let opaqueMessage = "the action failed"
}
