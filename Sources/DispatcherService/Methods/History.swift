import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import FoundationEssentials
import QueryCoding
import UnixSystem
import XCallbackURL

/// What the journal tells: the methods `history`, `rerun` and `forget`.
struct History: Sendable {
    let dispatcher: Dispatcher

    private var journal: Journal { dispatcher.recorder.journal }

    /// The requests that match, newest first, and the cursor to follow from; with an id, all that is known of that one.
    ///
    /// `follow`, a cursor or true for now, waits for the next ones that match.
    func requests(_ parameters: inout MethodParameters) async throws(RPCError) -> QueryValue {
        var query = HistoryQuery()
        query.id = try parameters.optionalText("id")
        query.route = try parameters.optionalText("route")
        if let name = try parameters.optionalText("outcome") {
            guard let kind = CallbackKind(rawValue: name) else {
                throw RPCError(.invalidParameters, "'outcome' is success, error or cancel")
            }
            query.outcome = kind
        }
        if let text = try parameters.optionalText("since") {
            guard let since = Self.time(text) else {
                throw RPCError(
                    .invalidParameters, "'since' is a time such as 2027-01-31T09:30:00Z, or how long ago: 2h")
            }
            query.since = since
        }
        query.limit = try parameters.optionalWhole("limit") ?? query.limit
        let follow = try parameters.optionalCursor("follow")
        try parameters.finish()
        do {
            guard let follow else {
                let cursor = await journal.cursor
                let entries = try await journal.history(query).map { HistoryEntry(entry: $0) }
                return answer(entries.map { query.id == nil ? $0.value : $0.whole }, cursor)
            }
            let from = if let follow { follow } else { await journal.cursor }
            let (entries, cursor) = try await next(after: from, query)
            return answer(entries.reversed().map { HistoryEntry(entry: $0).value }, cursor)
        } catch {
            throw RPCError(.refused, "the journal cannot be read: \(error)", dataCode: StandardCode.draining.rawValue)
        }
    }

    /// Milliseconds since 1970.
    private static func time(_ text: String) -> Int64? {
        if let ago = Measure.duration(text) { return Timestamp.now.wall - Int64(ago / .milliseconds(1)) }
        return Date.read(text).map { Int64($0.timeIntervalSince1970 * 1000) }
    }

    private func answer(_ requests: [QueryValue], _ cursor: Int64) -> QueryValue {
        ["requests": .array(requests), "cursor": .integer(cursor)]
    }

    /// Waits for settled requests that match, oldest first. Empty if the daemon stops before.
    private func next(
        after start: Int64, _ query: HistoryQuery
    ) async throws(JournalError) -> (entries: [JournalEntry], cursor: Int64) {
        // Listens before it looks, so that nothing falls in between.
        var settlements = journal.settlements().makeAsyncIterator()
        var cursor = start
        while true {
            let entries = try await journal.changes(after: cursor)
            cursor = entries.last?.cursor ?? cursor
            let matching = entries.filter(query.matches)
            if !matching.isEmpty { return (matching, cursor) }
            if entries.isEmpty, await settlements.next() == nil { return ([], cursor) }
        }
    }

    /// Runs a request again, as a new one by the socket of the first and under its narrowing: distrust does not wash off.
    func rerun(_ id: String) async throws(RPCError) -> QueryValue {
        let entry: JournalEntry?
        do {
            entry = try await journal.history(HistoryQuery(id: id, limit: 1)).first
        } catch {
            throw RPCError(.refused, "the journal cannot be read: \(error)", dataCode: StandardCode.draining.rawValue)
        }
        guard let entry else {
            throw RPCError(
                .refused, "there is no request '\(Printable.line(id, limit: 64))' in the history",
                dataCode: StandardCode.noRoute.rawValue)
        }
        let url = entry.request.url
        guard !Redaction.isRedacted(url) else {
            throw RPCError(
                .refused, "the request held what was not written down, and cannot be run again",
                dataCode: StandardCode.conflict.rawValue)
        }
        let kind: Submission.Kind =
            entry.isCall ? .call(timeout: MethodTable.callTimeout, plusAsSpace: nil) : .dispatch
        let submission = Submission(
            url: Array(url.utf8), door: entry.request.door, kind: kind, narrowing: Narrowing(entry.request.narrowing))
        return await dispatcher.dispatch(submission).value
    }

    /// Forgets all requests that are over, such that no file holds a word of them.
    func forget() async throws(RPCError) -> QueryValue {
        do {
            try await journal.clear()
        } catch {
            throw RPCError(
                .refused, "the history cannot be cleared: \(error)", dataCode: StandardCode.draining.rawValue)
        }
        return .object([])
    }

    /// The reply to the first request of the last ten minutes with the name that its client gave it, as soon as there is
    /// one; nil if there was none. Throws 409 for one of another URL.
    func reply(to submission: Submission) async throws(RPCError) -> OutcomeReply? {
        guard let clientID = submission.clientID else { return nil }
        var settlements = journal.settlements().makeAsyncIterator()
        while true {
            guard let earlier = try? await journal.earlier(clientID: clientID, door: submission.door) else {
                return nil
            }
            guard dispatcher.recordedURL(of: submission).utf8.elementsEqual(earlier.request.url.utf8) else {
                throw .otherURL
            }
            if let reply = HistoryEntry(entry: earlier).reply, earlier.cursor != nil { return reply }
            guard await settlements.next() != nil else { return nil }
        }
    }
}

extension RPCError {
    /// The id of a request came before, with another URL.
    static let otherURL = RPCError(
        .refused, "the id was used for another URL", dataCode: StandardCode.conflict.rawValue)
}
