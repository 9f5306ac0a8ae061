import FoundationEssentials
import XCallbackURL

/// An error with a message for readers.
struct ReadableError: LocalizedError {
    var errorDescription: String? { "Test error" }
}

/// An error with a message and a code.
struct BoomError: CodedError {
    var errorCode: Int { 7 }
    var errorMessage: String { "boom" }
}

/// An error without a message for readers.
struct OpaqueError: Error {
    let secret = "/home/user"
}
