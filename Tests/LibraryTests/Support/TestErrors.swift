import FoundationEssentials
import XCallbackURL

/// Written for a reader.
struct ReadableError: LocalizedError {
    var errorDescription: String? { "Test error" }
}

/// Says its code too.
struct BoomError: CodedError {
    var errorCode: Int { 7 }
    var errorMessage: String { "boom" }
}

/// Tells a caller nothing.
struct OpaqueError: Error {
    let secret = "/home/user"
}
