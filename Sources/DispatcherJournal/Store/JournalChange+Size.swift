import DispatcherMessages
import QueryCoding
import RequestRecord
import XCallbackURL

/// The memory that waiting changes take.
extension JournalChange {
    /// The approximate number of bytes of the change's texts.
    var bytes: Int {
        switch self {
        case .accepted(let request):
            request.environment.reduce(256 + request.url.utf8.count) { $0 + $1.value.utf8.count }
        case .running(_, _, let input, let arguments, _):
            (input?.bytes ?? 0) + (arguments ?? []).reduce(64) { $0 + $1.utf8.count }
        case .concluded(_, let outcome, let callback, _, _): outcome.bytes + (callback?.url.utf8.count ?? 0) + 64
        case .agreed(_, let question): 64 + question.utf8.count
        case .narrowed(_, let narrowing): 64 + narrowing.bytes
        case .claimed, .settled: 64
        }
    }
}

extension Outcome {
    fileprivate var bytes: Int {
        switch self {
        case .success(let output): output.bytes
        case .error(let error): error.message.utf8.count + (error.detail?.utf8.count ?? 0)
        case .cancel: 0
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
