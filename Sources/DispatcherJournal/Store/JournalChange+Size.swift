import DispatcherMessages
import QueryCoding
import RequestRecord
import XCallbackURL

/// The memory that waiting changes take.
extension JournalChange {
    /// The approximate number of bytes of the texts of a change that is posted: of a request that starts no handler.
    var bytes: Int {
        switch self {
        case .accepted(let request):
            request.environment.reduce(256 + request.url.utf8.count) { $0 + $1.value.utf8.count }
        case .concluded(_, .success(let output), _, _, _): output.bytes
        case .concluded(_, let outcome, _, _, _):
            64 + (outcome.error?.message.utf8.count ?? 0) + (outcome.error?.detail?.utf8.count ?? 0)
        case .agreed, .narrowed, .running, .claimed, .settled: 64
        }
    }
}

extension QueryValue {
    fileprivate var bytes: Int {
        switch self {
        case .null, .bool: 16
        case .number(let text), .string(let text): 16 + text.utf8.count
        case .array(let values): values.reduce(16) { $0 + $1.bytes }
        case .object(let members): members.reduce(16) { $0 + $1.name.utf8.count + $1.value.bytes }
        }
    }
}
