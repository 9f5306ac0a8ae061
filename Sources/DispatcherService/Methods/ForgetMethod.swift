import DispatcherJournal
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `forget`: deletes all finished requests, so that no file holds a word of them.
struct ForgetMethod: ResultMethod {
    static let name = MethodName.forget
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        try parameters.finish()
        do {
            try await dispatcher.recorder.journal.clear()
        } catch {
            throw RPCError(
                .refused, "the history cannot be cleared: \(error)", dataCode: StandardCode.draining.rawValue)
        }
        return .object([])
    }
}
