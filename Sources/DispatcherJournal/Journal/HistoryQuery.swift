import UnixSystem
package import XCallbackURL

/// Selects requests of the history.
package struct HistoryQuery: Sendable, Hashable {
    /// A request's id, or the id that its caller gave it. Only with an id are unfinished requests found too.
    package var id: String?
    package var route: String?
    package var outcome: CallbackKind?
    /// Selects requests received at this time of day or later, in milliseconds since 1970.
    package var since: Int64?
    /// The maximum number of requests; nil for all.
    package var limit: Int?

    package init(
        id: String? = nil, route: String? = nil, outcome: CallbackKind? = nil, since: Int64? = nil, limit: Int? = 50
    ) {
        self.id = id
        self.route = route
        self.outcome = outcome
        self.since = since
        self.limit = limit
    }

    /// Whether an entry matches. It is checked because an index may be damaged.
    package func matches(_ entry: JournalEntry) -> Bool {
        if let id { guard entry.id == id || entry.request.clientID == id else { return false } }
        if let route { guard entry.route == route else { return false } }
        if let outcome { guard entry.outcome?.kind == outcome else { return false } }
        if let since { guard entry.accepted.wall >= since else { return false } }
        return true
    }
}
