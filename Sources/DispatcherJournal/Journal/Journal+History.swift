package import DispatcherMessages
import GRDB
import UnixSystem
import XCallbackURL

extension Journal {
    /// How many rows are read before writers get their turn.
    private static var pageSize: Int { 500 }
    /// How long the name that a client gave its request stands for it.
    private static var clientIDLifetime: Duration { .seconds(600) }

    /// The requests that match, newest first.
    package nonisolated func history(_ query: HistoryQuery) async throws(JournalError) -> [JournalEntry] {
        var found: [JournalEntry] = []
        var last = Int64.max
        let limit = max(0, query.limit ?? .max)
        while found.count < limit {
            let page = try await page(query, below: last, count: min(Self.pageSize, limit - found.count))
            found += page.compactMap(\.entry).filter(query.matches)
            guard let end = page.last, end.number < last else { break }
            last = end.number
        }
        return found
    }

    private func page(_ query: HistoryQuery, below number: Int64, count: Int) throws(JournalError) -> [StoredRow] {
        var conditions = ["number < ?"]
        var arguments: StatementArguments = [number]
        if let id = query.id {
            conditions.append("(id = ? OR client_id = ?)")
            arguments += [id.column, id.column]
        } else {
            conditions.append("cursor IS NOT NULL")
        }
        if let route = query.route {
            conditions.append("route = ?")
            arguments += [route.column]
        }
        if let outcome = query.outcome {
            conditions.append("outcome = ?")
            arguments += [outcome.rawValue]
        }
        if let since = query.since {
            conditions.append("accepted_wall >= ?")
            arguments += [since]
        }
        return try use { store throws(JournalError) in
            try store.rows(
                where: conditions.joined(separator: " AND "), arguments, order: "number DESC", limit: count)
        }
    }

    /// The cursor of the request that was settled last; 0 before the first.
    package var cursor: Int64 { lastCursor }

    /// The requests that were settled after a cursor, in that order; at most so many, the rest by the cursor of the last.
    /// A request is settled once nothing more becomes of it or its callback, so each is seen once, and complete.
    package func changes(after cursor: Int64, limit: Int = 500) throws(JournalError) -> [JournalEntry] {
        try use { store throws(JournalError) in
            try store.rows(where: "cursor > ?", [cursor], order: "cursor", limit: limit).compactMap(\.entry)
        }
    }

    /// The first request of the last ten minutes with the name that its client gave it, at the same door. Its URL is as
    /// history shows it.
    package func earlier(clientID: String, door: Door) throws(JournalError) -> JournalEntry? {
        let now = clock()
        let rows = try use { store throws(JournalError) in
            try store.rows(
                where: "client_id = ? AND door = ?", [clientID.column, door.rawValue.column], order: "number DESC",
                limit: 100)
        }
        return rows.reversed().compactMap(\.entry).first { entry in
            guard entry.request.clientID == clientID, entry.request.door == door else { return false }
            // By the clock that nobody sets, where it can be told.
            let age: Duration =
                entry.bootID == bootID && now.boot >= entry.accepted.boot
                ? now.since(entry.accepted) : .milliseconds(now.wall - entry.accepted.wall)
            return age >= .zero && age <= Self.clientIDLifetime
        }
    }

    /// How many callbacks may have been opened or not.
    package func uncertainCallbacks() throws(JournalError) -> Int {
        try use { store throws(JournalError) in try store.count(where: "callback_state = 'uncertain'") }
    }
}
