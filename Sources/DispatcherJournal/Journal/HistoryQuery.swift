import UnixSystem
package import XCallbackURL

/// Which requests of the history are wanted.
package struct HistoryQuery: Sendable, Hashable {
    /// A request's own name or the one that its caller gave it. Only then are unfinished requests found too.
    package var id: String?
    package var route: String?
    package var outcome: CallbackKind?
    /// Those that came in at this time of day or later, in milliseconds since 1970.
    package var since: Int64?
    /// The most that are wanted; nil for all.
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

    /// Whether an entry is one of them, whatever an index said.
    package func matches(_ entry: JournalEntry) -> Bool {
        if let id { guard entry.id == id || entry.request.clientID == id else { return false } }
        if let route { guard entry.route == route else { return false } }
        if let outcome { guard entry.outcome?.kind == outcome else { return false } }
        if let since { guard entry.accepted.wall >= since else { return false } }
        return true
    }
}
