import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import FoundationEssentials
import QueryCoding
import UnixSystem
import XCallbackURL

/// `history`: the requests of the journal.
struct HistoryMethod: ResultMethod {
    static let name = MethodName.history
    let dispatcher: Dispatcher

    private var journal: Journal { dispatcher.recorder.journal }

    /// The requests that match, newest first, with `running` those without an outcome, and the cursor to follow from;
    /// with an id, or the `ending` of one, everything that is known of those. `follow`, a cursor or true for now, waits
    /// for the next ones that match.
    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        var query = HistoryQuery()
        query.id = try parameters.optionalText(.id)
        query.ending = try parameters.optionalText(.ending)
        query.route = try parameters.optionalText(.route)
        if try parameters.optionalBool(.answers) == false {
            query.exceptRoute = BuiltInRoute.reply.name
            query.exceptURL = RoundTripCall.url
        }
        if let name = try parameters.optionalText(.outcome) {
            guard let kind = CallbackKind(rawValue: name) else {
                let shown = Printable.shown(name, limit: 64)
                throw RPCError(.invalidParameters, "'outcome' is success, error or cancel, not '\(shown)'")
            }
            query.outcome = kind
        }
        if let text = try parameters.optionalText(.since) {
            guard let since = time(text) else {
                throw RPCError(
                    .invalidParameters, "'since' is a time such as 2027-01-31T09:30:00Z, or how long ago: 2h")
            }
            query.since = since
        }
        query.limit = try parameters.optionalWhole(.limit) ?? query.limit
        let follow = try parameters.optionalCursor(.follow)
        let isRunning = try parameters.optionalBool(.running) ?? false
        try parameters.finish()
        guard !isRunning || follow == nil else {
            throw RPCError(.invalidParameters, "'running' and 'follow' exclude each other")
        }
        do {
            guard let follow else {
                let cursor = await journal.cursor
                if isRunning {
                    let entries = await journal.running.filter(query.matches).prefix(query.limit ?? .max)
                    return reply(entries.map { self.entry($0).runningLine }, cursor)
                }
                let entries = try await journal.history(query).map(entry)
                return reply(entries.map { query.id ?? query.ending == nil ? $0.line : $0.detailedLine }, cursor)
            }
            let from = if let follow { follow } else { await journal.cursor }
            let (entries, cursor) = try await next(after: from, query)
            return reply(entries.reversed().map { HistoryEntry(entry: $0).line }, cursor)
        } catch {
            throw RPCError(.refused, "the journal cannot be read: \(error)", dataCode: StandardCode.draining.rawValue)
        }
    }

    private func entry(_ entry: JournalEntry) -> HistoryEntry {
        HistoryEntry(entry: entry, askedRoute: dispatcher.consent.askedRoute(of: entry.id))
    }

    /// Milliseconds since 1970.
    private func time(_ text: String) -> Int64? {
        if let ago = UnitText.duration(text) { return dispatcher.now.wall - Int64(ago / .milliseconds(1)) }
        return Date.read(text).map { Int64($0.timeIntervalSince1970 * 1000) }
    }

    private func reply(_ requests: [HistoryLine], _ cursor: Int64) -> QueryValue {
        HistoryReply(requests: requests, cursor: cursor).value
    }

    /// Waits for finished requests that match, oldest first. Empty if the daemon stops before.
    private func next(
        after start: Int64, _ query: HistoryQuery
    ) async throws(JournalError) -> (entries: [JournalEntry], cursor: Int64) {
        // It listens before it looks, so that it misses nothing in between.
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
}
