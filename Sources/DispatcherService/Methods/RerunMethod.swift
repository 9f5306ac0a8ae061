import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import XCallbackURL

/// `rerun`: runs a request again, as a new one by the socket of the first and under its narrowing: distrust does not wash
/// off.
struct RerunMethod: ResultMethod {
    static let name = MethodName.rerun
    let dispatcher: Dispatcher

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        let id = try parameters.text(.id)
        try parameters.finish()
        let entry: JournalEntry?
        do {
            entry = try await dispatcher.recorder.journal.history(HistoryQuery(id: id, limit: 1)).first
        } catch {
            throw RPCError(.refused, "the journal cannot be read: \(error)", dataCode: StandardCode.draining.rawValue)
        }
        guard let entry else {
            throw RPCError(
                .refused, "there is no request '\(Printable.shown(id, limit: 64))' in the history",
                dataCode: StandardCode.noRoute.rawValue)
        }
        guard !Redaction.isRedacted(entry.request.url) else {
            throw RPCError(
                .refused, "the request held secrets or inputs that were not written down, and cannot be run again",
                dataCode: StandardCode.conflict.rawValue)
        }
        let kind: Submission.Kind =
            entry.isCall ? .call(timeout: CallMethod.defaultTimeout, plusAsSpace: nil) : .dispatch
        let submission = Submission(
            url: Array(entry.request.url.utf8), kind: kind, door: entry.request.door,
            narrowing: Narrowing(entry.request.narrowing))
        do throws(OutcomeError) { try dispatcher.checkAnswer(to: submission) } catch { throw RPCError(error) }
        return await reply(to: submission).value
    }

    /// The reply, in which the owner also learns what the socket of the first request does not tell of an error.
    private func reply(to submission: Submission) async -> OutcomeReply {
        let reply = await dispatcher.dispatch(submission)
        guard submission.door == .desktop, case .error = reply.outcome else { return reply }
        let entry = try? await dispatcher.recorder.journal.history(HistoryQuery(id: reply.id, limit: 1)).first
        return entry.flatMap { HistoryEntry(entry: $0).reply } ?? reply
    }
}
