import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// `cancel`: ends a request that waits or runs. The daemon kills its command and informs its worker.
struct CancelMethod: ResultMethod {
    static let name = MethodName.cancel
    let dispatcher: Dispatcher

    /// The outcome of the request: a cancel, unless it had another one at the same time. Throws 404 for an unknown id, and
    /// 409 for a request that has ended.
    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let id = try parameters.text(.id)
        try parameters.finish()
        if let reply = await dispatcher.cancellations.cancel(id) { return reply.value }
        let entries = try? await dispatcher.recorder.journal.history(HistoryQuery(id: id, limit: 1))
        let shown = Printable.shown(id, limit: 64)
        guard entries?.first != nil else {
            throw RPCError(OutcomeError(.noRoute, "no request '\(shown)' waits or runs"))
        }
        throw RPCError(OutcomeError(.conflict, "the request '\(shown)' has ended"))
    }
}
