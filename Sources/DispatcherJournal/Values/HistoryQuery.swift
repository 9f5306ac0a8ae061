import DispatcherMessages
package import RequestRecord
import UnixSystem
package import XCallbackURL

/// Selects requests of the history.
package struct HistoryQuery: Sendable, Hashable {
    /// The id of a request, or the id that its caller gave it. A query with an id also finds unfinished requests.
    package var id: String?
    /// The last characters of a request's id. A query with these characters also finds unfinished requests.
    package var ending: String?
    package var route: String?
    /// The route whose requests are left out.
    package var exceptRoute: String?
    /// The URL whose requests of the control socket are left out.
    package var exceptURL: String?
    package var outcome: CallbackKind?
    /// Selects requests received at this time of day or later, in milliseconds since 1970.
    package var since: Int64?
    /// The maximum number of requests; nil for all.
    package var limit: Int? = 50

    /// Whether the query names requests by their ids, so that it also finds unfinished requests.
    var namesRequests: Bool { id != nil || ending != nil }

    /// Whether an entry matches. The file is searched only by ids, and not trusted even there: an index may be damaged.
    package func matches(_ entry: JournalEntry) -> Bool {
        if let id { guard entry.id == id || entry.request.clientID == id else { return false } }
        if let ending { guard entry.id.hasSuffix(ending) else { return false } }
        if let route { guard entry.route == route else { return false } }
        if let exceptRoute { guard entry.route != exceptRoute else { return false } }
        if let exceptURL {
            guard entry.request.url != exceptURL || entry.request.door != .control else { return false }
        }
        if let outcome { guard entry.outcome?.kind == outcome else { return false } }
        if let since { guard entry.accepted.wall >= since else { return false } }
        return true
    }
}

extension HistoryQuery {
    package init(id: String? = nil, limit: Int? = 50) {
        self.init(id: id, ending: nil, limit: limit)
    }
}
