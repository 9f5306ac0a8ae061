import DispatcherMessages
import QueryCoding

/// The result of a method, as far as it came without waiting.
enum MethodResult: Sendable {
    case ended(QueryValue)
    case waits(@Sendable () async throws(RPCError) -> QueryValue)

    /// Waits for the result.
    var value: QueryValue {
        get async throws(RPCError) {
            switch self {
            case .ended(let value): value
            case .waits(let rest): try await rest()
            }
        }
    }
}

/// The answer to a request, as far as it came without waiting. The reply is nil for a notification, and from a method that
/// sends its reply itself.
enum MethodAnswer: Sendable {
    case ended(RPCReply?)
    case waits(@Sendable () async -> RPCReply?)
}
