import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem

/// Finds replies in the journal.
struct RecordedReplies: Sendable {
    let dispatcher: Dispatcher

    /// Returns the reply to a request, as soon as there is a reply and its callback is over; nil if the journal does not
    /// have the request. Throws 503 if the daemon stops before the request has ended.
    func reply(of request: RequestID) async throws(RPCError) -> OutcomeReply? {
        var isStopping = false
        while true {
            let settlement = dispatcher.journal.settlement
            guard let entry = await entry(of: request) else { return nil }
            // A daemon that stops reports the outcome, and the next daemon opens the callback.
            if entry.cursor != nil || isStopping, let reply = Self.reply(of: entry) { return reply }
            guard !isStopping else { throw .unended }
            isStopping = await settlement.value() == nil
        }
    }

    /// Returns the reply to a request that has ended; nil if the journal does not have it.
    func knownReply(of request: RequestID) async throws(RPCError) -> OutcomeReply? {
        await entry(of: request).flatMap(Self.reply)
    }

    private func entry(of request: RequestID) async -> JournalEntry? {
        let found = try? await dispatcher.journal.history(HistoryQuery(id: request.description))
        // A client may have chosen the same id for its own request.
        return found?.first { $0.id == request.description }
    }

    private static func reply(of entry: JournalEntry) -> OutcomeReply? {
        HistoryEntry(entry: entry).reply?.disclosed(at: entry.request.door)
    }

    /// Returns the first request of the last ten minutes with the caller's id; nil if there was no such request. Throws
    /// 409 if the request had another URL.
    func request(of submission: Submission) async throws(RPCError) -> RequestID? {
        guard let clientID = submission.clientID,
            let earlier = try? await dispatcher.journal.earlier(clientID: clientID, door: submission.door)
        else { return nil }
        guard recordedURLs(of: submission).contains(where: { $0.elementsEqual(earlier.request.url.utf8) }) else {
            throw .otherURL
        }
        return RequestID(recorded: earlier.id)
    }

    /// Returns the forms in which the journal may have the URL of a request. A worker that serves the scheme now may not have
    /// served it then, or the other way round.
    private func recordedURLs(of submission: Submission) -> [String.UTF8View] {
        let received = dispatcher.receive(submission)
        let progress = RequestProgress(reading: received)
        return [nil, false].map { Redaction(of: progress, keepsInputs: $0).url(received.given).utf8 }
    }
}
