import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import XCallbackURL

extension DaemonMethods {
    func rerun(_ parameters: RerunMethod.Parameters) async throws(RPCError) -> OutcomeReply {
        let id = parameters.id
        let entry: JournalEntry?
        do {
            entry = try await journal.history(HistoryQuery(id: id, limit: 1)).first
        } catch {
            throw RPCError(unreadableJournal: error)
        }
        guard let entry else {
            throw RPCError(
                OutcomeError(.noRoute, "there is no request '\(Printable.shown(id, limit: 64))' in the history"))
        }
        if let reason = Redaction.rerunFault(entry.request.url) { throw RPCError(OutcomeError(.conflict, reason)) }
        let kind: Submission.Kind =
            entry.isCall ? .call(timeout: Self.callTimeout, plusAsSpace: nil) : .dispatch
        let submission = Submission(
            url: Array(entry.request.url.utf8), kind: kind, door: entry.request.door,
            narrowing: CallbackRestriction(entry.request.narrowing))
        do throws(OutcomeError) { try dispatcher.checkAnswer(to: submission) } catch { throw RPCError(error) }
        return await reply(to: submission)
    }

    /// Returns the reply. The owner also gets the details of an error that the socket of the first request does not
    /// give.
    private func reply(to submission: Submission) async -> OutcomeReply {
        let reply = await dispatcher.dispatch(submission)
        guard submission.door == .desktop, case .error = reply.outcome else { return reply }
        let entry = try? await journal.history(HistoryQuery(id: reply.id, limit: 1)).first
        return entry.flatMap { HistoryEntry(entry: $0).reply } ?? reply
    }
}
